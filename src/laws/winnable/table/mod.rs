//! Bitbases of at most four pieces, kings included: whether White can still give mate if both sides help.
//!
//! There is one bitbase for each material beside the two kings. It holds one bit per position, in words of 64 that
//! differ only in the square of the black king, so that one operation on a word moves a piece in 64 positions at once.
//! Whether Black can mate is read from the position with the colours reversed, and only positions with the white king
//! on the files a to d are stored, so the largest bitbases take 2 MiB.
//!
//! A bitbase is built on first use by retrograde analysis: first the mates, then every position with a move into a
//! position already found, either in the same bitbase or, by capture or promotion, in one built before. Since every
//! position is covered, a cleared bit proves that no series of moves leads to mate.
//!
//! Begun with other positions than mates, the same code answers the question of the blitz rules of 1997 (Appendix C.4):
//! whether a position can be reached in which the opponent, to move, cannot avoid being mated by the next move.

mod bitbase;
mod build;
mod material_key;
mod placed_piece;
mod table_index;
mod word_moves;

pub(crate) use placed_piece::PlacedPiece;

use crate::board::Board;
use crate::laws::identity::PositionIdentity;
use crate::laws::winnable::goal::{MateGoal, after};
use crate::types::Color;
use bitbase::{BitbaseKind, bitbase};
use std::collections::HashSet;
use table_index::TableIndex;

/// The size of the largest bitbases, in pieces including kings.
pub const MAX_PIECES: u32 = 4;

/// Whether `color` can still give mate by some series of legal moves (Articles 5.2.2 and 6.9); `None` above four pieces.
///
/// The first question about some material builds its bitbase and the bitbases that it leads to.
pub fn can_win(board: &Board, color: Color) -> Option<bool> {
    ask(board, MateGoal::Mate(color))
}

/// Whether `color` has mating potential as defined by the blitz rules of 1997 (Appendix C.4): some series of legal
/// moves leads to a position in which the opponent, to move, has a legal move and allows an immediate mate with each;
/// `None` above four pieces.
pub fn mating_potential(board: &Board, color: Color) -> Option<bool> {
    ask(board, MateGoal::Potential(color))
}

/// Whether the goal of a colour can still be reached; `None` above four pieces.
pub(super) fn ask(board: &Board, goal: MateGoal) -> Option<bool> {
    let (kind, color) = match goal {
        MateGoal::Mate(color) => (BitbaseKind::Winnable, color),
        MateGoal::Potential(color) => (BitbaseKind::Potential, color),
        MateGoal::AnyMate => return None,
    };
    if board.piece_count() > MAX_PIECES {
        return None;
    }
    if !board.colors(color).many() {
        return Some(false);
    }
    if board.castling_rights().any() {
        return ask_with_castling_rights(board, goal);
    }
    let (index, black_king) = TableIndex::of(board, color);
    Some(bitbase(kind, index.material()).read(&index) & black_king.bb().0 != 0)
}

/// Positions with castling rights are few, because king and rook stay where they are. This searches them one by one, up
/// to the moves that give up the last right.
fn ask_with_castling_rights(board: &Board, goal: MateGoal) -> Option<bool> {
    let mut seen = HashSet::from([PositionIdentity::of(board)]);
    let mut open = vec![*board];
    while let Some(board) = open.pop() {
        if goal.is_reached(&board, board.count_legal_moves() as usize) {
            return Some(true);
        }
        for mv in board.legal_moves() {
            let next = after(&board, mv);
            if next.castling_rights().is_empty() {
                if ask(&next, goal)? {
                    return Some(true);
                }
            } else if seen.insert(PositionIdentity::of(&next)) {
                open.push(next);
            }
        }
    }
    Some(false)
}
