//! The log of a game's clocks: `[%clk]` and `[%emt]` of a PGN.

use crate::board::Board;
use crate::laws::control::{ChessClock, TimeControl, moves_made};
use crate::laws::edition::Rules;
use crate::notation::pgn::Comment;
use crate::types::Color;
use std::time::Duration;

/// The clock after each move and the time taken for it, as far as a record contains them.
#[derive(Clone, Debug, Default)]
pub(super) struct ClockLog {
    /// The moves by ply; index 0 is ply 1.
    moves: Vec<LoggedMove>,
}

#[derive(Clone, Copy, Debug, Default)]
struct LoggedMove {
    /// The player's clock after the move.
    clock: Option<Duration>,
    /// The time taken for the move.
    elapsed: Option<Duration>,
}

impl ClockLog {
    pub fn new(comments: &[Comment]) -> Self {
        let mut moves: Vec<LoggedMove> = Vec::new();
        for comment in comments.iter().filter(|comment| comment.ply > 0) {
            if moves.len() < comment.ply {
                moves.resize(comment.ply, LoggedMove::default());
            }
            let logged = &mut moves[comment.ply - 1];
            logged.clock = comment.clock().or(logged.clock);
            logged.elapsed = comment.elapsed().or(logged.elapsed);
        }
        Self { moves }
    }

    /// The least reading of a player's clock up to `ply` half-moves from `start`, after more than `moves` moves of the
    /// player, counted from the initial position.
    pub fn least(&self, color: Color, ply: usize, start: &Board, moves: u32) -> Option<Duration> {
        let first = usize::from(start.stm() != color);
        let made = moves_made(start, color) + 1;
        let own = self.moves.iter().take(ply).skip(first).step_by(2);
        let in_period = own.zip(made..).filter(|&(_, number)| number > moves);
        in_period.filter_map(|(logged, _)| logged.clock).min()
    }

    /// The clock of a player after `ply` half-moves from `start`: the last reading or, without one, the time of the
    /// control minus the times of the moves. `None` if the record does not show it.
    pub fn clock(
        &self,
        color: Color,
        ply: usize,
        start: &Board,
        control: Option<&TimeControl>,
        rules: &Rules,
    ) -> Option<Duration> {
        let first = usize::from(start.stm() != color);
        let own = |until: usize| (first..until).step_by(2);
        let logged = |index: usize| self.moves.get(index).copied().unwrap_or_default();
        if let Some(last) = own(ply).next_back()
            && let Some(reading) = logged(last).clock
        {
            return Some(reading);
        }
        let has_reading = |until| own(until).any(|index| logged(index).clock.is_some());
        let mut clock = ChessClock::new(control?.clone(), rules);
        // Moves before the first reading, in a record that has readings, come from an opening book.
        let is_untouched = if has_reading(self.moves.len()) {
            !has_reading(ply)
        } else {
            start.game_ply() == 0
        };
        if !is_untouched {
            return None;
        }
        if has_reading(self.moves.len()) && own(ply).all(|index| logged(index).elapsed.is_none()) {
            return Some(clock.shown());
        }
        for index in own(ply) {
            clock.charge(logged(index).elapsed?).ok()?;
        }
        Some(clock.shown())
    }
}
