//! The constants of the search that are not in `tunables`: name, value, unit, meaning.
//!
//! Depths are in plies, margins and scores in internal units, reductions in 1/1024 ply. `BASE` is
//! the value at zero, `MARGIN` the amount by which a score must exceed another, `FACTOR` a slope,
//! `DIVISOR` an inverse slope; `MIN_DEPTH` and `MAX_DEPTH` bound the range in which a heuristic
//! applies.

use std::time::Duration;

/// One ply of reduction.
pub const PLY: i32 = 1024;

/// Thread vote: internal units added to the margin above the lowest score.
pub const VOTE_SCORE_OFFSET: i64 = 10;

/// Nodes that a thread searches between two checks of the limits and the stop token: some 30 µs. On
/// a busy machine a thread may get the processor for little longer than that before it waits for
/// its next turn.
pub const CHECK_INTERVAL: u64 = 64;
/// Current moves and aspiration bounds are reported only after this time.
pub const REPORT_DELAY: Duration = Duration::from_secs(3);
/// Time without a report after which a heartbeat is sent.
pub const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// In a timed game, the search stops at a mate once the depth exceeds this times the plies to the
/// mate, plus [`MATE_DEPTH_MARGIN`].
pub const MATE_DEPTH_FACTOR: i32 = 2;
/// Plies by which the depth must also exceed [`MATE_DEPTH_FACTOR`] times the plies to the mate.
pub const MATE_DEPTH_MARGIN: i32 = 4;

/// The first iteration is completed even if the time is up or a `stop` has arrived, up to this many
/// nodes.
pub const FIRST_ITERATION_MAX_NODES: u64 = 20_000;

/// Mate search: node budget of the first attempt at the greatest length.
pub const MATE_FIRST_BUDGET: u64 = 16_000;
/// Mate search: factor by which each next attempt increases the node budget.
pub const MATE_BUDGET_GROWTH: u64 = 2;
/// Mate search: an attempt at a smaller length gets the budget divided by this.
pub const MATE_SHORT_BUDGET_DIVISOR: u64 = 16;
/// Mate search: the proof table is as large as the transposition table, up to this many MiB.
pub const MATE_TABLE_MAX_MIB: usize = 256;
/// Mate search: refutations by the defender kept for each number of remaining plies.
pub const MATE_KILLERS: usize = 4;
/// Mate search: depth of the ordinary search that precedes it, in plies.
pub const MATE_PRELUDE_DEPTH: u16 = 4;
/// Mate search: depth of the ordinary search after a refutation, in plies.
pub const MATE_REFUTED_DEPTH: u16 = 12;
/// Mate search: nodes allowed beyond the node limit to write down a proved line.
pub const MATE_LINE_MAX_NODES: u64 = 100_000;

/// A claimable draw scores the evaluation divided by this if that is negative, but no less than
/// minus [`CLAIM_MAX_LOSS`].
pub const CLAIM_EVAL_DIVISOR: i32 = 16;
/// Most that a claimable draw can score below zero, in internal units.
pub const CLAIM_MAX_LOSS: i32 = 8;
/// Endgame tables: a result is stored as if it were searched this many plies deeper than the node.
pub const TABLE_EXTRA_DEPTH: i32 = 6;
/// Endgame tables: score of a win that the fifty-move rule prevents, in internal units: a draw, but
/// better than other draws.
pub const CURSED_WIN_SCORE: i32 = 1;
/// Dead positions: states that one proof of a blocked pawn structure may visit.
pub const DEAD_POSITION_MAX_STATES: u64 = 4_096;
/// Dead positions: total states for failed proofs in a search; grows if many nodes look blocked.
pub const DEAD_POSITION_FAILED_STATES: u64 = 4_096;
/// TT cutoffs need a halfmove clock below this: near the fifty-move limit stored scores mislead.
pub const TT_CUTOFF_MAX_CLOCK: u16 = 90;
/// The static evaluation is multiplied by (this - halfmove clock) / this.
pub const HALFMOVE_SCALE: i32 = 200;
/// The static evaluation is multiplied by (this + [`MATERIAL_SCALE_FACTOR`] times the material of both
/// sides in pawns) / 1024.
pub const MATERIAL_SCALE_BASE: i32 = 780;
/// See [`MATERIAL_SCALE_BASE`].
pub const MATERIAL_SCALE_FACTOR: i32 = 4;
/// Up to this many pieces, kings included, material does not scale the evaluation.
pub const MATERIAL_SCALE_MIN_PIECES: u32 = 5;

/// Aspiration windows: minimum depth.
pub const ASPIRATION_MIN_DEPTH: i32 = 3;
/// Aspiration windows: the initial delta grows by the square of the average score divided by this.
pub const ASPIRATION_SCORE_DIVISOR: i32 = 12000;
/// Aspiration windows: after a fail, delta grows by delta divided by this.
pub const ASPIRATION_GROWTH_DIVISOR: i32 = 2;
/// Aspiration windows: above this delta the failing bound is set to infinity.
pub const ASPIRATION_MAX_DELTA: i32 = 800;

/// Reverse futility pruning: largest depth.
pub const REVERSE_FUTILITY_MAX_DEPTH: i32 = 8;
/// Reverse futility pruning: the margin grows by the history of the opponent's move over this.
pub const REVERSE_FUTILITY_HISTORY_DIVISOR: i32 = 200;
/// Reverse futility pruning: internal units by which that history changes the margin at most.
pub const REVERSE_FUTILITY_HISTORY_MAX: i32 = 60;

/// `ProbCut`: smallest depth.
pub const PROBCUT_MIN_DEPTH: i32 = 5;
/// `ProbCut`: plies of reduction.
pub const PROBCUT_REDUCTION: i32 = 3;
/// `ProbCut`: internal units of the static evaluation above beta for each further ply of reduction.
pub const PROBCUT_EVAL_DIVISOR: i32 = 300;
/// Small `ProbCut`: the TT entry may be this many plies shallower than the node.
pub const SMALL_PROBCUT_DEPTH: i32 = 3;

/// Internal iterative reduction: smallest depth in PV nodes.
pub const IIR_MIN_DEPTH: i32 = 4;
/// Internal iterative reduction: further plies of depth required in cut nodes.
pub const IIR_CUT_NODE_DEPTH: i32 = 1;

/// Hindsight: a node reduced by at least this many plies is searched one ply deeper if the move
/// that led to it has improved the evaluation for the side that made it.
pub const HINDSIGHT_DEEPER_REDUCTION: i32 = 3;

/// Null move pruning: smallest depth.
pub const NULL_MOVE_MIN_DEPTH: i32 = 3;
/// Null move pruning: internal units by which the static evaluation must exceed beta at depth zero.
pub const NULL_MOVE_STATIC_BASE: i32 = 75;
/// Null move pruning: decrease of that margin per ply of depth.
pub const NULL_MOVE_STATIC_FACTOR: i32 = 9;
/// Null move pruning: base reduction, in plies.
pub const NULL_MOVE_BASE: i32 = 4;
/// Null move pruning: plies of depth per further ply of reduction.
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 3;
/// Null move pruning: largest further reduction for the evaluation, in plies.
pub const NULL_MOVE_EVAL_MAX: i32 = 3;
/// Null move pruning: cutoffs are verified from this depth on.
pub const NULL_MOVE_VERIFY_MIN_DEPTH: i32 = 14;
/// Null move pruning: no null moves for this / 4 of the reduced depth, in plies, while verifying.
pub const NULL_MOVE_VERIFY_FACTOR: i32 = 3;

/// Singular extensions: smallest depth; one more in nodes that are or were on a PV.
pub const SINGULAR_MIN_DEPTH: i32 = 5;
/// Singular extensions below that depth, without a search: internal units by which the static
/// evaluation must be below alpha.
pub const LOW_DEPTH_SINGULAR_MARGIN: i32 = 25;
/// Singular extensions: the TT entry may be this many plies shallower than the node.
pub const SINGULAR_DEPTH_MARGIN: i32 = 3;
/// Singular extensions: depth of the search of the other moves, in percent of the depth left.
pub const SINGULAR_DEPTH_PERCENT: i32 = 45;
/// Extensions: none from this times the iteration's depth on, in plies from the root.
pub const EXTENSION_MAX_PLY_FACTOR: usize = 2;
/// Double and triple extensions: the margin shrinks by (TT move history - this) /
/// [`EXTENSION_TT_MOVE_DIVISOR`].
pub const EXTENSION_TT_MOVE_OFFSET: i32 = 5500;
/// See [`EXTENSION_TT_MOVE_OFFSET`].
pub const EXTENSION_TT_MOVE_DIVISOR: i32 = 256;
/// Double and triple extensions: the margin shrinks by the correction of the evaluation over this.
pub const EXTENSION_CORRECTION_DIVISOR: i32 = 8;
/// Negative extension, in plies, if the TT score is at least beta.
pub const NEGATIVE_EXTENSION_TT_FAILS_HIGH: i32 = 2;
/// Negative extension, in plies, in expected cut nodes.
pub const NEGATIVE_EXTENSION_CUT_NODE: i32 = 2;
/// Negative extension, in plies, if both the TT score and that of the other moves are at most alpha.
pub const NEGATIVE_EXTENSION_FAILS_LOW: i32 = 1;

/// Late move reductions: smallest depth.
pub const LMR_MIN_DEPTH: i32 = 3;
/// Late move reductions: reduce more once more than this many nodes of the next ply were cut off.
pub const LMR_CUTOFF_COUNT: u32 = 3;

/// Late move pruning: moves tried at depth zero, if improving.
pub const LMP_BASE: i32 = 8;
/// Late move pruning: the move count limit is divided by this if not improving.
pub const LMP_NOT_IMPROVING_DIVISOR: i32 = 2;

/// Futility pruning: applies below this LMR depth.
pub const FUTILITY_MAX_DEPTH: i32 = 10;

/// History pruning: applies below this LMR depth.
pub const HISTORY_PRUNING_MAX_DEPTH: i32 = 9;

/// Exchange values of SEE in internal units, pawn to king.
pub const SEE_VALUES: [i32; 6] = [100, 375, 400, 625, 1200, 0];

/// Move ordering: factor on the victim's exchange value (MVV), added to capture history.
pub const MVV_FACTOR: i32 = 16;
/// Move ordering: penalty of underpromotions, in queen values, so that they come last.
pub const UNDERPROMOTION_QUEENS: i32 = 2;

/// Move ordering: divisor of the continuation histories four and six plies back.
pub const CONTINUATION_FAR_DIVISOR: i32 = 3;
/// Move ordering: bonus for a quiet move that escapes from a less valuable attacker, and malus for
/// one that runs into it, pawn to king.
pub const ESCAPE_SCORES: [i32; 6] = [0, 5600, 5600, 9800, 14000, 0];
/// Quiescence: SEE that a capture must reach.
pub const QUIESCENCE_SEE_THRESHOLD: i32 = 0;
/// Delta pruning: moves whose SEE reaches this are exempt.
pub const DELTA_SEE_THRESHOLD: i32 = 1;
/// Quiescence: beyond this many moves, the first one that is neither a check nor a recapture ends the loop.
pub const QUIESCENCE_MAX_MOVES: usize = 2;

/// If the first quiet move searched causes the beta cutoff, it gets a bonus only above this depth.
pub const HISTORY_FIRST_QUIET_DEPTH: i32 = 5;
/// If the TT score fails high, the opponent's quiet move gets a malus if it was among this many first
/// moves.
pub const TT_CUTOFF_EARLY_MOVES: usize = 3;
/// Malus of the moves tried before a beta cutoff, in percent of the history bonus.
pub const HISTORY_MALUS_PERCENT: i32 = 130;
/// Prior-move bonus: beyond this many moves, a move that makes all answers fail low is a surprise.
pub const PRIOR_MOVE_LATE: usize = 5;
/// Prior-move bonus of an early and of a late move, in percent of the history bonus.
pub const PRIOR_MOVE_BONUS_PERCENT: [i32; 2] = [75, 200];
/// Maximum number of moves without a cutoff that get a malus, quiet and noisy each.
pub const HISTORY_MAX_SEARCHED: usize = 32;
/// Largest value of the pawn history.
pub const PAWN_HISTORY_MAX: i32 = 8192;
/// Low-ply history: number of plies from the root.
pub const LOW_PLY_HISTORY_PLIES: usize = 4;
/// Largest value of the low-ply history.
pub const LOW_PLY_HISTORY_MAX: i32 = 8192;
/// Update of the quiet history, in percent of a bonus or malus.
pub const QUIET_HISTORY_PERCENT: i32 = 130;
/// Largest value of the quiet (butterfly) history.
pub const QUIET_HISTORY_MAX: i32 = 8192;
/// Largest value of the capture history.
pub const CAPTURE_HISTORY_MAX: i32 = 12288;
/// Largest value of the TT move history.
pub const TT_MOVE_HISTORY_MAX: i32 = 8192;
/// Update of the TT move history by one node.
pub const TT_MOVE_HISTORY_BONUS: i32 = 800;
/// Largest value of a correction history entry.
pub const CORRECTION_HISTORY_MAX: i32 = 16384;
/// Update of the continuation history, in percent of a bonus or malus.
pub const CONTINUATION_HISTORY_PERCENT: i32 = 150;
/// Largest value of the continuation history.
pub const CONTINUATION_HISTORY_MAX: i32 = 16384;
