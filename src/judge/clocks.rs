//! The clocks that a file shows after each move, `[%clk 0:59:30]`, against its time control.

use super::finding::{Finding, FindingKind};
use super::header::merged;
use crate::board::Board;
use crate::laws::control::TimeControl;
use crate::notation::pgn::Comment;
use crate::util::text::quote;
use std::time::Duration;

/// Clocks are shown in whole seconds, cut or rounded.
const ROUNDING: Duration = Duration::from_secs(1);

/// The most that the clock of a player can show.
struct Most<'a> {
    control: &'a TimeControl,
    /// The last reading, or the time at the start.
    main: Duration,
    /// Time of later periods that the player has earned and that no reading contains yet. Clocks add it with the last
    /// move of a period or when its time has run out.
    pending: Duration,
    /// The current period.
    period: usize,
    /// Moves made in it.
    made: u32,
}

impl<'a> Most<'a> {
    fn new(control: &'a TimeControl) -> Self {
        let first = control.period(0);
        Self {
            control,
            main: Duration::from_millis(first.base_ms + first.inc_ms),
            pending: Duration::ZERO,
            period: 0,
            made: 0,
        }
    }

    /// The player makes a move.
    fn play(&mut self) {
        let period = self.control.period(self.period);
        self.main += Duration::from_millis(period.inc_ms);
        self.made += 1;
        if period.moves == Some(self.made) {
            self.made = 0;
            self.period += 1;
            let next = self.control.period(self.period);
            self.pending += Duration::from_millis(next.base_ms);
        }
    }

    /// The clock shows a time. How much too much that is, if it is.
    fn read(&mut self, shown: Duration) -> Option<Duration> {
        let most = self.main + self.pending + ROUNDING;
        // Part of what was added may have been spent already; to count too little is on the safe side.
        let growth = shown.saturating_sub(self.main + ROUNDING);
        self.pending = self.pending.saturating_sub(growth);
        self.main = shown;
        shown.checked_sub(most).filter(|excess| !excess.is_zero())
    }
}

/// What the clocks show that they cannot show. `boards` are the positions of the game, the start first.
pub(super) fn check(
    comments: &[Comment],
    boards: &[Board],
    control: Option<&TimeControl>,
    findings: &mut Vec<Finding>,
) {
    let mut found = Vec::new();
    let mut clocks = control.map(|control| [Most::new(control), Most::new(control)]);
    let mut comments = comments.iter().peekable();
    for (ply, before) in (1..boards.len()).zip(boards) {
        let mover = before.stm();
        let mut most = clocks.as_mut().map(|clocks| &mut clocks[mover.index()]);
        if let Some(most) = &mut most {
            most.play();
        }
        while comments.peek().is_some_and(|comment| comment.ply < ply) {
            comments.next();
        }
        let of_move = std::iter::from_fn(|| comments.next_if(|comment| comment.ply == ply));
        let Some(comment) = of_move
            .filter(|comment| comment.command("clk").is_some())
            .last()
        else {
            continue;
        };
        let text = quote(comment.command("clk").unwrap_or_default());
        if text.starts_with(['-', '−']) {
            let detail = format!("line {}: the clock of {mover} shows {text}", comment.line);
            found.push(Finding::new(FindingKind::ClockBelowZero, detail).at(ply));
        } else if let (Some(most), Some(shown)) = (most, comment.clock())
            && let Some(excess) = most.read(shown)
        {
            let detail = format!(
                "line {}: the clock of {mover} shows {text}, {:.1} s more than the time control allows; \
                 only an arbiter can have added them",
                comment.line,
                excess.as_secs_f64()
            );
            found.push(Finding::new(FindingKind::ClockGrows, detail).at(ply));
        }
    }
    findings.extend(merged(found.into_iter()));
}
