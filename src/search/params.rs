//! Every number of the search: name, value, unit, meaning.
//!
//! Depths are plies, margins and scores centipawns, reductions 1/1024 of a ply. `BASE` is a value at zero,
//! `MARGIN` what a score must exceed, `FACTOR` a slope, `DIVISOR` its inverse, `MIN_DEPTH` and `MAX_DEPTH` where a
//! heuristic applies.

/// One ply of reduction.
pub const PLY: i32 = 1024;

/// Positions that may be looked at to prove that nobody passes a wall of pawns.
pub const WALL_STATES: u64 = 4_096;
/// Positions that may be looked at in vain for that, in a whole search; some more where many nodes look like walls.
pub const WALL_WASTE: u64 = 4_096;

/// Aspiration begins at this depth.
pub const ASPIRATION_MIN_DEPTH: i32 = 4;
/// Half the width of the first window.
pub const ASPIRATION_BASE: i32 = 12;
/// The window widens by the square of the average score over this.
pub const ASPIRATION_SCORE_DIVISOR: i32 = 32768;

/// Reverse futility applies up to this depth.
pub const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// Margin per ply.
pub const REVERSE_FUTILITY_FACTOR: i32 = 80;
/// Taken off the margin when the evaluation improves.
pub const REVERSE_FUTILITY_IMPROVING: i32 = 80;

/// Null move applies from this depth.
pub const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// Plies less than the node's depth, to begin with.
pub const NULL_MOVE_BASE: i32 = 4;
/// One more ply less per so many plies.
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 3;
/// One more ply less per so many centipawns above beta.
pub const NULL_MOVE_EVAL_DIVISOR: i32 = 256;
/// At most so many plies less for the evaluation.
pub const NULL_MOVE_EVAL_MAX: i32 = 3;
/// A null-move cutoff is verified from this depth.
pub const NULL_MOVE_VERIFY_MIN_DEPTH: i32 = 14;

/// Late moves are reduced from this depth.
pub const REDUCTION_MIN_DEPTH: i32 = 3;
/// Reduction of a quiet move at the logarithms' zero.
pub const REDUCTION_BASE: i32 = 1000;
/// Slope of the reduction of a quiet move: times ln(depth) times ln(move number).
pub const REDUCTION_FACTOR: i32 = 455;
/// Reduction of a noisy move at the logarithms' zero.
pub const REDUCTION_NOISY_BASE: i32 = 0;
/// Slope of the reduction of a noisy move.
pub const REDUCTION_NOISY_FACTOR: i32 = 300;
/// Reduced less on, or next to, a principal variation.
pub const REDUCTION_TT_PV: i32 = 768;
/// Reduced less in a node of the principal variation.
pub const REDUCTION_PV: i32 = 768;
/// Reduced more where a cutoff is expected.
pub const REDUCTION_CUT_NODE: i32 = 1024;
/// Reduced less when the move gives check.
pub const REDUCTION_CHECK: i32 = 1024;
/// Reduced more when the evaluation does not improve (quiet moves).
pub const REDUCTION_NOT_IMPROVING: i32 = 1024;
/// Reduced more when the move from the table is a capture (quiet moves).
pub const REDUCTION_TT_CAPTURE: i32 = 1024;
/// History that changes nothing.
pub const REDUCTION_HISTORY_NEUTRAL: i32 = 512;
/// Reduced by one 1024th of a ply less per so much history.
pub const REDUCTION_HISTORY_DIVISOR: i32 = 16;

/// Late move pruning: moves tried at depth zero.
pub const LATE_MOVE_BASE: i32 = 4;

/// Futility of quiet moves applies below this reduced depth.
pub const FUTILITY_MAX_DEPTH: i32 = 10;
/// Margin at reduced depth zero.
pub const FUTILITY_BASE: i32 = 150;
/// Margin per ply of reduced depth.
pub const FUTILITY_FACTOR: i32 = 100;

/// Exchange loss allowed to a quiet move per squared ply of reduced depth.
pub const SEE_QUIET_FACTOR: i32 = 30;
/// Exchange loss allowed to a capture per ply.
pub const SEE_NOISY_FACTOR: i32 = 95;
/// The allowance grows by the move's history over this.
pub const SEE_HISTORY_DIVISOR: i32 = 32;

/// A capture that looks so good may lose its score over this in the exchange and still count as good.
pub const GOOD_CAPTURE_DIVISOR: i32 = 32;
/// What a capture without a score must gain in the exchange to be tried early.
pub const GOOD_CAPTURE_MARGIN: i32 = 100;

/// A capture in quiescence must not lose more than this.
pub const QUIESCENCE_SEE_MARGIN: i32 = 0;
/// Quiescence: what the evaluation may gain at most by an even exchange.
pub const QUIESCENCE_FUTILITY_MARGIN: i32 = 128;
/// Quiescence: moves that are tried when none gives check.
pub const QUIESCENCE_MOVES: usize = 2;

/// History bonus per ply of depth.
pub const HISTORY_BONUS_FACTOR: i32 = 128;
/// Taken off the history bonus.
pub const HISTORY_BONUS_OFFSET: i32 = 64;
/// The largest history bonus.
pub const HISTORY_BONUS_MAX: i32 = 1280;

/// What a victim adds to the order of captures, per unit of its exchange value.
pub const VICTIM_FACTOR: i32 = 16;
/// Exchange values, pawn to king.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 375, 400, 625, 1200, 0];
