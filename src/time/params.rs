//! Every constant of the time management: name, value, unit, meaning. `f64` times are milliseconds.

/// The smallest soft and hard bound, in ms.
pub const MIN_BOUND: f64 = 1.0;

/// The soft bound, or the nodes, divided by this may be spent on work besides the search.
pub const SIDE_TASK_DIVISOR: u32 = 8;

/// Expected moves to the end of the game without `movestogo`.
pub const EXPECTED_MOVES: f64 = 50.0;
/// The smallest number of expected moves on a short clock.
pub const MIN_EXPECTED_MOVES: f64 = 2.0;
/// A clock below this, in ms, counts as short: fewer moves are expected.
pub const SHORT_CLOCK: f64 = 1000.0;
/// Milliseconds of a short clock per expected move.
pub const SHORT_CLOCK_PER_MOVE: f64 = 20.0;
/// Moves of the next period whose time is already planned for in the present one.
pub const NEXT_PERIOD_MOVES: u32 = 20;

/// Soft bound without `movestogo`, as a share of the usable time: at ply 0.
pub const SOFT_BASE: f64 = 0.025;
/// .. what is added in the course of the game ..
pub const SOFT_GROWTH: f64 = 0.05;
/// .. and how fast, per ply.
pub const SOFT_RATE: f64 = 0.017;
/// Hard bound without `movestogo`, as a share of the usable time: at ply 0.
pub const HARD_BASE: f64 = 0.135;
/// .. what is added in the course of the game ..
pub const HARD_GROWTH: f64 = 0.21;
/// .. and how fast, per ply.
pub const HARD_RATE: f64 = 0.015;
/// Hard bound with `movestogo`, as a multiple of the soft bound.
pub const HARD_PER_SOFT: f64 = 5.0;
/// The share of the increment that is spent; the rest is saved.
pub const INCREMENT_SHARE: f64 = 0.75;
/// The largest share of the clock for one move.
pub const MAX_SHARE: f64 = 0.75;

/// Milliseconds that each move costs besides the lag, even if it is played at once.
pub const MOVE_COST: f64 = 3.0;
/// How many move overheads are reserved for the rest of the game without `movestogo`: a busy machine may deschedule the
/// engine for longer than any measured lag.
pub const RESERVED_OVERHEADS: f64 = 3.0;
/// Expected moves added to the cost of lag.
pub const EXTRA_MOVES: f64 = 2.0;
/// The share of the clock that is always usable, whatever the lag, without `movestogo`.
pub const MIN_USABLE: f64 = 0.25;
/// The share of the clock that is always usable with `movestogo`.
pub const MIN_USABLE_MOVES_TO_GO: f64 = 0.01;
/// Without an increment, a clock below this, in ms, is spent in smaller shares ..
pub const LOW_CLOCK: f64 = 5000.0;
/// .. as is a clock below this many lags per expected move ..
pub const LOW_CLOCK_LAGS: f64 = 2.0;
/// .. and the shares are multiplied by at least this factor.
pub const MIN_LOW_CLOCK_FACTOR: f64 = 0.05;

/// Range of the factor on the soft bound after an iteration.
pub const SCALE_RANGE: (f64, f64) = (0.3, 2.5);
/// The factor for a best move that took no nodes.
pub const EFFORT_BASE: f64 = 2.15;
/// Subtracted for a best move that took all nodes.
pub const EFFORT_SLOPE: f64 = 1.5;
/// The factor for a new best move.
pub const STABILITY_BASE: f64 = 1.25;
/// Subtracted for each iteration in a row with the same best move.
pub const STABILITY_SLOPE: f64 = 0.05;
/// The most iterations that count.
pub const STABILITY_MAX: u32 = 8;
/// The factor for an unchanged score.
pub const SCORE_DROP_BASE: f64 = 0.74;
/// Added for each internal unit of score drop.
pub const SCORE_DROP_SLOPE: f64 = 0.05;
/// The range of the factor for a score drop.
pub const SCORE_DROP_RANGE: (f64, f64) = (0.7, 1.4);

/// How many lag samples are kept, and so for how many moves a stall of the machine is remembered.
pub const LAG_SAMPLES: usize = 64;
/// A larger loss than this, in ms, is not lag: the clocks were stopped, or the game was adjourned.
pub const MAX_LAG: i64 = 5000;
/// Resolution of clocks that show whole seconds, in ms.
pub const WHOLE_SECOND: i64 = 1000;
