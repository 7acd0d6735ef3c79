//! The log of a game's clocks: `[%clk]` and `[%emt]` of a PGN.

use crate::board::Board;
use crate::laws::control::{ChessClock, TimeControl, moves_made};
use crate::laws::edition::Rules;
use crate::notation::pgn::{RecordedGame, RecordedTime};
use crate::types::Color;
use std::time::Duration;

/// The clocks of a game, as far as its record shows them.
pub(super) struct ClockLog {
    start: Board,
    /// The times of the moves by ply; index 0 is ply 1.
    times: Vec<RecordedTime>,
}

impl ClockLog {
    pub fn new(game: &RecordedGame) -> Self {
        Self {
            start: game.start,
            times: game.times(),
        }
    }

    /// The least reading of a player's clock up to `ply` half-moves from the start, after more than `moves` moves of
    /// the player, counted from the initial position.
    pub fn least(&self, color: Color, ply: usize, moves: u32) -> Option<Duration> {
        let first = usize::from(self.start.stm() != color);
        let made = moves_made(&self.start, color) + 1;
        let own = self.times.iter().take(ply).skip(first).step_by(2);
        let in_period = own.zip(made..).filter(|&(_, number)| number > moves);
        in_period.filter_map(|(time, _)| time.clock).min()
    }

    /// The clock of a player after `ply` half-moves from the start: the last reading or, without one, the time of the
    /// control minus the times of the moves. `None` if the record does not show it.
    pub fn clock(
        &self,
        color: Color,
        ply: usize,
        control: Option<&TimeControl>,
        rules: &Rules,
    ) -> Option<Duration> {
        let first = usize::from(self.start.stm() != color);
        let own = |until: usize| (first..until).step_by(2);
        let logged = |index: usize| self.times.get(index).copied().unwrap_or_default();
        if let Some(last) = own(ply).next_back()
            && let Some(reading) = logged(last).clock
        {
            return Some(reading);
        }
        let has_reading = |until| own(until).any(|index| logged(index).clock.is_some());
        let mut clock = ChessClock::new(control?.clone(), rules);
        // Moves before the first reading, in a record that has readings, come from an opening book.
        let is_untouched = if has_reading(self.times.len()) {
            !has_reading(ply)
        } else {
            self.start.game_ply() == 0
        };
        if !is_untouched {
            return None;
        }
        if has_reading(self.times.len()) && own(ply).all(|index| logged(index).elapsed.is_none()) {
            return Some(clock.shown());
        }
        for index in own(ply) {
            clock.charge(logged(index).elapsed?).ok()?;
        }
        Some(clock.shown())
    }
}
