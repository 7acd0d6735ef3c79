use super::SearchLimits;
use crate::types::Color;

/// Moves a game may still last when nobody says how many.
const HORIZON: f64 = 50.0;
/// Clocks below this many milliseconds are planned for fewer moves, one per [`SHORT_MOVE`].
const SHORT_CLOCK: f64 = 1000.0;
/// Milliseconds of a short clock per planned move.
const SHORT_MOVE: f64 = 20.0;
/// Without an increment, clocks below this many milliseconds are spent in smaller parts.
const THIN_CLOCK: f64 = 5000.0;
/// The smallest of these parts.
const THINNEST: f64 = 0.05;
/// With so little above the overhead, in milliseconds, a move is played almost unthought.
const PANIC: f64 = 5.0;
/// Increment is spent in this proportion; the rest is saved.
const INCREMENT_SHARE: f64 = 0.75;
/// The hard bound of a control with a number of moves, in soft bounds.
const HARD_PER_SOFT: f64 = 5.0;
/// The part of the clock that is usable whatever the lag: if the game may end any time, and if the moves to come are
/// certain.
const FLOOR: (f64, f64) = (0.25, 0.01);
/// The largest part of the clock for one move: in general, and for the last move before a time control.
const CAP: (f64, f64) = (0.75, 0.9);
/// Milliseconds that a move costs besides the lag, even if it is played at once.
const MOVE_COST: f64 = 2.0;
/// Overheads that are left on a clock for the rest of the game: on a busy machine a process may wait its turn for
/// longer than any lag that was measured.
const RESERVE: f64 = 2.0;
/// No bound is below this many milliseconds.
pub(super) const LEAST: f64 = 1.0;

/// How the client's clock shows a delay: free time per move that cannot be saved up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DelayMode {
    /// Not told; a positive delay is read as Bronstein, the safe reading.
    #[default]
    None,
    /// The clock waits first and then runs: it shows the main time alone.
    Simple,
    /// The clock runs at once and is given back what was used of the delay: it shows main time and delay.
    Bronstein,
}

impl DelayMode {
    /// All modes, in the order of the option's menu.
    pub const ALL: [Self; 3] = [Self::None, Self::Simple, Self::Bronstein];

    /// The word of the option's menu.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Simple => "Simple",
            Self::Bronstein => "Bronstein",
        }
    }
}

/// What is known of the clock beyond the `go` command. Times are in milliseconds; negative ones count as zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockSettings {
    /// Kept back from every move: the user's overhead, or what was measured if that is more.
    pub overhead: i64,
    /// Expected to be lost on every move between the engine's clock and the client's.
    pub lag: i64,
    /// Free time per move.
    pub delay: i64,
    /// How the clock shows the delay.
    pub delay_mode: DelayMode,
    /// The increment sent is a delay in truth: what is not used of it is lost.
    pub increment_is_delay: bool,
    /// What the periods after the present one will bring for [`NEXT_PERIOD_MOVES`] moves, increments included; `None` if
    /// that is not known.
    pub next_period: Option<i64>,
}

/// Moves after the present period that are planned for with it.
pub const NEXT_PERIOD_MOVES: u32 = 20;

/// A running clock, in milliseconds.
pub(super) struct EngineClock {
    /// Until the flag falls, if the move is made now.
    available: f64,
    /// What outlasts this move: the clock without its delay.
    main: f64,
    increment: f64,
    delay: f64,
    moves_to_go: Option<f64>,
    overhead: f64,
    lag: f64,
    later: Option<f64>,
}

impl EngineClock {
    /// The clock of `stm`, if there is one.
    pub(super) fn read(
        limits: &SearchLimits,
        stm: Color,
        conditions: &ClockSettings,
    ) -> Option<Self> {
        let shown = limits.clocks[stm.index()]? as f64;
        let mut increment = limits.increments[stm.index()].max(0);
        let mut delay = conditions.delay.max(0);
        // A client that cannot say "delay" may send it as increment, and the user may have said it as well.
        if increment == delay || (delay == 0 && conditions.increment_is_delay) {
            delay = increment;
            increment = 0;
        }
        let delay = delay as f64;
        let (available, main) = match conditions.delay_mode {
            DelayMode::Simple => (shown + delay, shown.max(0.0)),
            DelayMode::None | DelayMode::Bronstein => (shown, (shown - delay).max(0.0)),
        };
        Some(Self {
            available,
            main,
            increment: increment as f64,
            delay,
            moves_to_go: limits.moves_to_go.map(|moves| f64::from(moves.max(1))),
            overhead: conditions.overhead.max(0) as f64,
            lag: conditions.lag.max(0) as f64,
            later: conditions.next_period.map(|time| time.max(0) as f64),
        })
    }

    /// The soft and the hard bound for the move after `ply` half-moves of the game.
    pub(super) fn bounds(&self, ply: u32) -> (f64, f64) {
        if self.available <= self.overhead + PANIC {
            let hard = (self.available / 10.0)
                .min(self.available - 2.0 * self.lag)
                .max(LEAST);
            return (hard, hard);
        }
        let (soft, hard) = self.shares(ply);
        let cap = if self.moves_to_go == Some(1.0) {
            CAP.1
        } else {
            CAP.0
        };
        let hard = hard.min(cap * (self.main - self.overhead)).max(0.0);
        // Delay comes on top: what is not used of it is lost.
        let free = (self.delay.min(self.available) - self.overhead).max(0.0);
        let soft = soft.min(hard) + free;
        let hard = (hard + free).min(self.available - self.overhead).max(LEAST);
        (soft.clamp(LEAST, hard), hard)
    }

    /// Both bounds as parts of the main time, before the caps.
    fn shares(&self, ply: u32) -> (f64, f64) {
        let usable = self.usable();
        let gain = INCREMENT_SHARE * self.increment;
        if let Some(moves) = self.moves_to_go {
            let soft = (usable / moves).min(self.even_share(usable, moves)) + gain;
            // Never what the moves to come cost at least.
            return (soft, (HARD_PER_SOFT * soft).min(usable + gain));
        }
        let ply = f64::from(ply);
        let soft = 0.025 + 0.05 * (1.0 - (-0.017 * ply).exp());
        let hard = 0.135 + 0.21 * (1.0 - (-0.015 * ply).exp());
        let thrift = self.thrift();
        let soft = soft * thrift;
        let hard = (hard * thrift * thrift).max(soft);
        (soft * usable + gain, hard * usable + gain)
    }

    /// What each move may take if the periods that follow are poorer than this one: time saved now helps then. A richer
    /// future helps nobody before the time control.
    fn even_share(&self, usable: f64, moves: f64) -> f64 {
        let later_moves = f64::from(NEXT_PERIOD_MOVES);
        self.later.map_or(f64::INFINITY, |later| {
            let later = (later - later_moves * self.increment).max(0.0);
            (usable + later) / (moves + later_moves)
        })
    }

    /// The main time less what all the moves to come cost even if they are played at once.
    fn usable(&self) -> f64 {
        let moves = match self.moves_to_go {
            Some(moves) => moves.min(HORIZON),
            None if self.main < SHORT_CLOCK => (self.main / SHORT_MOVE).clamp(2.0, HORIZON),
            None => HORIZON,
        };
        let reserve = match self.moves_to_go {
            Some(_) => 0.0,
            None => RESERVE * self.overhead,
        };
        let rest = self.main - reserve - (self.lag + MOVE_COST) * (moves + 2.0);
        let floor = if self.moves_to_go.is_some() {
            FLOOR.1
        } else {
            FLOOR.0
        };
        rest.max(floor * (self.main - self.overhead)).max(0.0)
    }

    /// A clock that nothing refills has to last for as many moves as the opponent likes.
    fn thrift(&self) -> f64 {
        if self.increment + self.delay >= self.lag.max(1.0) {
            return 1.0;
        }
        let thin = THIN_CLOCK.max(2.0 * HORIZON * self.lag);
        (self.main / thin).clamp(THINNEST, 1.0)
    }
}
