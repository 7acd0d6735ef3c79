//! Every constant of the time management: name, value, unit, meaning. `f64` times are milliseconds.

/// The smallest soft and hard bound, in ms.
pub const MIN_BOUND: f64 = 1.0;

/// The soft bound, or the nodes, divided by this may be spent on work besides the search.
pub const SIDE_TASK_DIVISOR: u32 = 8;

/// Moves of the next period whose time is already planned for in the present one.
pub const NEXT_PERIOD_MOVES: u32 = 20;

/// Soft bound without `movestogo` at ply 0, as a share of the usable time.
pub const SOFT_BASE: f64 = 0.025;
/// The most by which the share of the soft bound grows in the course of the game.
pub const SOFT_GROWTH: f64 = 0.05;
/// The rate, per ply, at which the share of the soft bound approaches its largest value.
pub const SOFT_RATE: f64 = 0.017;
/// Hard bound without `movestogo` at ply 0, as a share of the usable time.
pub const HARD_BASE: f64 = 0.2;
/// The most by which the share of the hard bound grows in the course of the game.
pub const HARD_GROWTH: f64 = 0.315;
/// The rate, per ply, at which the share of the hard bound approaches its largest value.
pub const HARD_RATE: f64 = 0.015;
/// Hard bound with `movestogo`, as a multiple of the soft bound.
pub const HARD_PER_SOFT: f64 = 5.0;
/// The share of the increment that is spent; the rest is saved.
pub const INCREMENT_SHARE: f64 = 0.75;
/// The largest share of the clock for one move.
pub const MAX_SHARE: f64 = 0.75;

/// Reserved for a stall of the machine, in addition to the overhead, in ms.
pub const RESERVE: f64 = 120.0;
/// The number of further moves for which time is reserved; the engine can play them at once.
pub const RESERVED_MOVES: f64 = 100.0;
/// The cost of such a move in addition to the lag, in ms.
pub const MOVE_COST: f64 = 4.0;
/// Kept back from a fixed move time, in addition to the lag, in ms.
pub const MOVE_TIME_MARGIN: f64 = 3.0;

/// Range of the factor on the soft bound after an iteration.
pub const SCALE_RANGE: (f64, f64) = (0.3, 2.5);
/// The factor for a best move that took no nodes.
pub const EFFORT_BASE: f64 = 2.5;
/// Subtracted for a best move that took all nodes.
pub const EFFORT_SLOPE: f64 = 2.0;
/// The factor for a new best move.
pub const STABILITY_BASE: f64 = 1.45;
/// Subtracted for each iteration in a row with the same best move.
pub const STABILITY_SLOPE: f64 = 0.09;
/// The most iterations that count.
pub const STABILITY_MAX: u32 = 8;
/// The weight of the score drop since the side's previous search of the game; the drop since earlier iterations has weight 1.
pub const PREVIOUS_SCORE_WEIGHT: i32 = 2;
/// The factor for an unchanged score.
pub const SCORE_DROP_BASE: f64 = 0.85;
/// Added for each internal unit of score drop.
pub const SCORE_DROP_SLOPE: f64 = 0.02;
/// The range of the factor for a score drop.
pub const SCORE_DROP_RANGE: (f64, f64) = (0.7, 1.8);

/// The number of lag samples kept, and so the number of moves for which a stall of the machine is remembered.
pub const LAG_SAMPLES: usize = 64;
/// A larger loss than this, in ms, is not lag: the clocks were stopped, or the game was adjourned.
pub const MAX_LAG: i64 = 5000;
/// Resolution of clocks that show whole seconds, in ms.
pub const WHOLE_SECOND: i64 = 1000;
