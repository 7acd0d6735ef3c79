//! Exhaustive shallow search: proves that every series of legal moves misses the goal within a few plies.
//!
//! This settles two out of three positions in which a flag fell and the opponent could not mate: a forced capture
//! leaves insufficient material. The search follows forced moves to their end, and if they repeat a position the game
//! never ends; where there is a choice it looks three plies deep.
//!
//! The search stops at the first line that proves nothing, so it costs little where it cannot succeed.

use super::goal::{MateGoal, after};
use crate::board::{Board, MoveStage};
use crate::laws::identity::is_same_position;
use crate::types::{MoveList, Piece};

/// Plies with a choice of moves.
const DEPTH: u32 = 3;
/// Positions visited before giving up.
const NODES: u32 = 2_000;

/// The depth in plies of a tree of all legal moves in which no line reaches the goal: each ends in a position decided
/// by material, without a legal move, or in a repetition by forced moves. `None` if there is no such tree within the
/// limits.
pub(super) fn refute(board: &Board, goal: MateGoal) -> Option<u32> {
    TreeSearch::new(goal).refute(board, DEPTH)
}

/// With more pieces and pawns than this, apart from bishops and kings, a few forced moves do not capture enough.
const FEW_PIECES: u32 = 4;

/// True if forced moves, plus one ply with a choice, prove that neither side can ever mate (Article 5.2.2). Made for
/// the main search, which sees deeper lines itself: with many pieces left it returns false at once.
///
/// False does not mean that mate is possible.
#[inline]
pub fn dead_after_forced_captures(board: &Board) -> bool {
    (board.occupied() & !board.pieces(Piece::Bishop)).count() <= 2 + FEW_PIECES
        && TreeSearch::new(MateGoal::AnyMate)
            .refute(board, 1)
            .is_some()
}

struct TreeSearch {
    goal: MateGoal,
    nodes: u32,
}

impl TreeSearch {
    fn new(goal: MateGoal) -> Self {
        Self { goal, nodes: NODES }
    }

    fn refute(&mut self, board: &Board, depth: u32) -> Option<u32> {
        let mut board = *board;
        let mut plies = 0;
        // Repetitions are detected against the position at the last power of two (Brent).
        let (mut mark, mut next_mark) = (board, 1);
        loop {
            if self.goal.is_excluded_by_material(&board) {
                return Some(plies);
            }
            let count = board.count_legal_moves() as usize;
            if self.goal.is_reached(&board, count) {
                return None;
            }
            if count == 0 {
                return Some(plies);
            }
            self.nodes = self.nodes.checked_sub(1)?;
            if count > 1 {
                break;
            }
            board.play(board.legal_moves()[0]);
            plies += 1;
            if is_same_position(&board, &mark) {
                return Some(plies);
            }
            if plies == next_mark {
                (mark, next_mark) = (board, 2 * plies);
            }
        }
        if depth == 0 {
            return None;
        }
        // Captures simplify, so quiet moves are the likely refutations of the proof.
        let mut longest = 0;
        for stage in [MoveStage::Quiet, MoveStage::Noisy] {
            let mut moves = MoveList::new();
            board.generate(stage, &mut moves);
            for &mv in moves.iter().rev() {
                longest = longest.max(1 + self.refute(&after(&board, mv), depth - 1)?);
            }
        }
        Some(plies + longest)
    }
}
