//! The clock of the side to move, and its split into a soft and a hard bound.

use super::SearchLimits;
use super::params::{
    HARD_BASE, HARD_GROWTH, HARD_PER_SOFT, HARD_RATE, INCREMENT_SHARE, MAX_SHARE, MIN_BOUND,
    MOVE_COST, NEXT_PERIOD_MOVES, RESERVE, RESERVED_MOVES, SOFT_BASE, SOFT_GROWTH, SOFT_RATE,
};
use crate::types::Color;

/// What the engine knows about the clock besides `go`. Times are in milliseconds; negative ones count as zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockSettings {
    /// Move overhead kept back from every move: the value of the option, or the longest measured lag if
    /// that is more; the lag counts up to a quarter of the clock.
    pub overhead: i64,
    /// Expected lag: time lost on every move between the engine's clock and the GUI's.
    pub lag: i64,
    /// Delay: free time per move that cannot be saved.
    pub delay: i64,
    /// True if the clock waits for the delay before it runs, and shows the main time only (simple delay). A clock that
    /// runs at once (Bronstein delay) shows main time and delay.
    pub simple_delay: bool,
    /// The time per move that the next period gives, including its increment and delay; `None` if unknown.
    pub next_period: Option<i64>,
}

/// The clock of the side to move, in milliseconds.
pub(super) struct EngineClock {
    /// Time until the flag falls.
    available: f64,
    /// Time that can be saved for later moves: the clock without its delay.
    main: f64,
    increment: f64,
    delay: f64,
    moves_to_go: Option<f64>,
    overhead: f64,
    lag: f64,
    next_period: Option<f64>,
}

impl EngineClock {
    /// The clock of `stm`, if there is one.
    pub(super) fn read(
        limits: &SearchLimits,
        stm: Color,
        settings: &ClockSettings,
    ) -> Option<Self> {
        let shown = limits.clocks[stm.index()]? as f64;
        let mut increment = limits.increments[stm.index()].max(0);
        let delay = settings.delay.max(0);
        // A GUI that does not know delays may send the delay as an increment, while the user has set it in the option.
        if increment == delay {
            increment = 0;
        }
        let delay = delay as f64;
        let (available, main) = if settings.simple_delay {
            (shown + delay, shown.max(0.0))
        } else {
            (shown, (shown - delay).max(0.0))
        };
        Some(Self {
            available,
            main,
            increment: increment as f64,
            delay,
            moves_to_go: limits.moves_to_go.map(|moves| f64::from(moves.max(1))),
            overhead: settings.overhead.max(0) as f64,
            lag: settings.lag.max(0) as f64,
            next_period: settings.next_period.map(|time| time.max(0) as f64),
        })
    }

    /// The soft and the hard bound for the move after `ply` plies of the game.
    pub(super) fn bounds(&self, ply: u32) -> (f64, f64) {
        let (soft, hard) = self.shares(ply);
        let hard = hard.min(MAX_SHARE * (self.main - self.overhead)).max(0.0);
        // The delay comes on top; its unused part is lost.
        let free = self.free();
        let soft = soft.min(hard) + free;
        let hard = (hard + free).max(MIN_BOUND);
        (soft.clamp(MIN_BOUND, hard), hard)
    }

    /// The time that a delay gives for this move.
    pub(super) fn free(&self) -> f64 {
        (self.delay.min(self.available) - self.overhead).max(0.0)
    }

    /// Both bounds as shares of the usable time, before the largest share is applied.
    fn shares(&self, ply: u32) -> (f64, f64) {
        let usable = self.usable();
        let gain = INCREMENT_SHARE * (self.increment - self.lag).max(0.0);
        if let Some(moves) = self.moves_to_go {
            let soft = (usable / moves).min(self.even_share(usable, moves)) + gain;
            return (soft, (HARD_PER_SOFT * soft).min(usable + gain));
        }
        let ply = f64::from(ply);
        let soft = SOFT_BASE + SOFT_GROWTH * (1.0 - (-SOFT_RATE * ply).exp());
        let hard = HARD_BASE + HARD_GROWTH * (1.0 - (-HARD_RATE * ply).exp());
        (soft * usable + gain, hard * usable + gain)
    }

    /// The time per move if the moves of this period and some of the next share their time evenly. That is less than
    /// the share of this period alone if the next gives less time per move. If it gives more, the result is not used,
    /// because no time can be spent before it is added.
    fn even_share(&self, usable: f64, moves: f64) -> f64 {
        let later_moves = f64::from(NEXT_PERIOD_MOVES);
        self.next_period.map_or(f64::INFINITY, |later| {
            let later = (later - self.increment - self.delay).max(0.0);
            (usable + later_moves * later) / (moves + later_moves)
        })
    }

    /// The main time minus the overhead and two reserves: one for a stall, and one for the cost of the remaining moves
    /// if they are played at once, as far as increment and delay do not cover it.
    fn usable(&self) -> f64 {
        let moves = self
            .moves_to_go
            .map_or(RESERVED_MOVES, |moves| moves.min(RESERVED_MOVES));
        let cost = (self.lag + MOVE_COST - self.increment - self.delay).max(0.0);
        (self.main - self.overhead - RESERVE - cost * moves).max(0.0)
    }
}
