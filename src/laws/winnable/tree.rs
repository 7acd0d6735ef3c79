//! The shortest proofs: every series of legal moves comes to nothing within a few plies.
//!
//! Two out of three positions in which a flag fell and the opponent could not mate are of this kind: a forced capture
//! leaves too little. Moves without a choice are played out to their end, and if they lead in a circle the game never
//! ends; where there is a choice the tree goes three plies deep.
//!
//! The search breaks off at the first line that is not settled, so it costs little where it cannot succeed.

use super::goal::{Goal, after};
use crate::board::{Board, MoveStage};
use crate::types::{MoveList, Piece};

/// Plies with a choice.
const DEPTH: u32 = 3;
/// Positions looked at before giving up.
const NODES: u32 = 2_000;

/// The length in plies of a tree of all series of legal moves that never reaches the goal: each of its lines ends with
/// a position that the men alone settle, without a legal move, or in a circle without a choice.
pub(super) fn refute(board: &Board, goal: Goal) -> Option<u32> {
    Tree::new(goal).refute(board, DEPTH)
}

/// Beside bishops and the kings, more men than this are not lost within a few forced moves.
const FEW_MEN: u32 = 4;

/// True if moves without a choice, and a ply with one, prove that neither side can ever mate (Article 5.2.2). Made for
/// a search, which sees the rest by itself: where many men are left nothing is looked at.
///
/// False does not mean that mate is possible.
#[inline]
pub fn forced_dead(board: &Board) -> bool {
    (board.occupied() & !board.pieces(Piece::Bishop)).count() <= 2 + FEW_MEN
        && Tree::new(Goal::AnyMate).refute(board, 1).is_some()
}

/// True if two boards show the same position (Article 9.2); counters may differ.
pub(super) fn is_same(a: &Board, b: &Board) -> bool {
    a.key() == b.key()
        && a.stm() == b.stm()
        && a.castling_rights() == b.castling_rights()
        && a.en_passant() == b.en_passant()
        && a.setup().pieces == b.setup().pieces
}

struct Tree {
    goal: Goal,
    nodes: u32,
}

impl Tree {
    fn new(goal: Goal) -> Self {
        Self { goal, nodes: NODES }
    }

    fn refute(&mut self, board: &Board, depth: u32) -> Option<u32> {
        let mut board = *board;
        let mut plies = 0;
        // A circle is found when a position from before the last power of two comes again.
        let (mut mark, mut next_mark) = (board, 1);
        loop {
            if self.goal.is_hopeless(&board) {
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
            if is_same(&board, &mark) {
                return Some(plies);
            }
            if plies == next_mark {
                (mark, next_mark) = (board, 2 * plies);
            }
        }
        if depth == 0 {
            return None;
        }
        // Captures settle things, so quiet moves are the ones to fail on.
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
