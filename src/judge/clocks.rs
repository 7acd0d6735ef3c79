//! Checks the clock times after each move (`[%clk 0:59:30]`) against the time control.

use super::finding::{Finding, FindingKind};
use super::header::merged;
use crate::board::Board;
use crate::laws::control::{DelayType, TimeControl, moves_made};
use crate::laws::edition::{FlagCaller, Rules};
use crate::notation::pgn::RecordedGame;
use crate::types::Color;
use crate::util::text::quote;
use std::time::Duration;

/// Clock times are whole seconds, truncated or rounded.
const ROUNDING: Duration = Duration::from_secs(1);

/// The upper bound on a player's clock.
struct ClockBound<'a> {
    control: &'a TimeControl,
    /// The last reading; before the first one, the most that a clock can show at the start.
    main: Duration,
    /// Time of later periods that is due but not yet part of a reading. Clocks add it with the last move of a period,
    /// or when its time has run out.
    pending: Duration,
    /// The index of the current period.
    period: usize,
    /// Moves made in the current period.
    made: u32,
}

impl<'a> ClockBound<'a> {
    /// The bound on the clock of a player who has made this many moves before the record begins.
    fn new(control: &'a TimeControl, made: u32) -> Self {
        let first = control.period(0);
        let mut bound = Self {
            control,
            main: Duration::from_millis(first.base_ms + first.inc_ms + shown_delay(control, 0)),
            pending: Duration::ZERO,
            period: 0,
            made: 0,
        };
        (0..made).for_each(|_| bound.play());
        bound
    }

    fn play(&mut self) {
        let period = self.control.period(self.period);
        self.main += Duration::from_millis(period.inc_ms);
        self.made += 1;
        if period.moves == Some(self.made) {
            self.made = 0;
            self.period += 1;
            let next = self.control.period(self.period).base_ms;
            let delays =
                [self.period, self.period - 1].map(|period| shown_delay(self.control, period));
            self.pending += Duration::from_millis(next + delays[0].saturating_sub(delays[1]));
        }
    }

    /// Takes a reading, and returns by how much it is too high; `None` if it is possible.
    fn read(&mut self, shown: Duration) -> Option<Duration> {
        let bound = self.main + self.pending + ROUNDING;
        // Part of the added time may already have been spent, so the bound is conservative.
        let growth = shown.saturating_sub(self.main + ROUNDING);
        self.pending = self.pending.saturating_sub(growth);
        self.main = shown;
        shown.checked_sub(bound).filter(|excess| !excess.is_zero())
    }
}

/// The part of a period's delay that a clock shows, in milliseconds: a Bronstein delay is shown from the start of the
/// turn.
fn shown_delay(control: &TimeControl, period: usize) -> u64 {
    match control.delay_type() {
        DelayType::Simple => 0,
        DelayType::Bronstein => control.period(period).delay_ms,
    }
}

/// Reports impossible clock times. `boards` are the positions up to the end of the game.
pub(super) fn check(
    game: &RecordedGame,
    boards: &[Board],
    control: Option<&TimeControl>,
    rules: &Rules,
    findings: &mut Vec<Finding>,
) {
    let mut found = Vec::new();
    let mut clocks = control.map(|control| {
        Color::ALL.map(|player| ClockBound::new(control, moves_made(&game.start, player)))
    });
    for (ply, before) in (1..boards.len()).zip(boards) {
        let mover = before.stm();
        let mut bound = clocks.as_mut().map(|clocks| &mut clocks[mover.index()]);
        if let Some(bound) = &mut bound {
            bound.play();
        }
        let mut of_move = game.comments_at(ply).iter().rev();
        let reading = of_move.find_map(|comment| Some((comment, comment.command("clk")?)));
        let Some((comment, text)) = reading else {
            continue;
        };
        let text = quote(text);
        if text.starts_with(['-', '−']) {
            let caller = match rules.flag_caller {
                FlagCaller::Arbiter => "the arbiter or the opponent calls the flag",
                FlagCaller::Player => "only the opponent can call the flag",
            };
            let detail = format!(
                "line {}: the clock of {mover:#} shows {text}; {caller}",
                comment.line
            );
            let finding = Finding::new(FindingKind::ClockBelowZero, detail).at(ply);
            found.push(finding.under(rules.flag_caller_article()));
            continue;
        }
        let Some(shown) = comment.clock() else {
            let detail = format!(
                "line {}: the clock of {mover:#} shows '{text}'",
                comment.line
            );
            found.push(Finding::new(FindingKind::ClockUnreadable, detail).at(ply));
            continue;
        };
        if let Some(excess) = bound.and_then(|bound| bound.read(shown)) {
            let detail = format!(
                "line {}: the clock of {mover:#} shows {text}, {:.1} s more than the time control allows; \
                 only an arbiter can have added them",
                comment.line,
                excess.as_secs_f64()
            );
            found.push(Finding::new(FindingKind::ClockGrows, detail).at(ply));
        }
    }
    findings.extend(merged(found.into_iter()));
}
