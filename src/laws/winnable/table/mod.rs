//! Cooperative tables: for every position of at most four men, whether White can still give mate if both sides help.
//!
//! A class is the men beside the two kings. Its table holds one bit for every position, in words of 64 that differ in
//! the square of the black king only, so that one operation on a word moves a man in 64 positions at once. Black's
//! chances are White's in the position with colours changed, and the left half of the board stands for the right, so
//! that the largest tables have 2 MiB.
//!
//! A table is built backwards on first use: the mates first, then every position with a move into a position already
//! found, in the same class or, by capture or promotion, in one built before. Since every position of a class is
//! looked at, a missing bit is a proof that no series of moves leads to mate.
//!
//! The same machinery with other beginnings answers what the blitz rules of 1997 ask (Appendix C.4): whether a position
//! can be reached in which the opponent has the move and cannot avoid being mated by the next one.

mod build;
mod class;
mod layer;
mod moves;
mod spot;

use crate::board::Board;
use crate::types::Color;
use layer::{Kind, layer};
use spot::Spot;
use std::collections::HashSet;

/// The most men, kings included, that the tables know.
pub const MAX_MEN: u32 = 4;

/// Budgets from here on are worth the second or two that a table of four men may take to build; those of three men are
/// there in milliseconds.
const WORTH_BUILDING: u64 = 100_000;

/// The most men of a table that may be asked by whoever may look at so many positions.
pub(super) const fn men_within(nodes: u64) -> u32 {
    if nodes >= WORTH_BUILDING { MAX_MEN } else { 3 }
}

/// Whether `color` can still give mate by some series of legal moves (Articles 5.2.2 and 6.9); `None` above four men.
///
/// The first question about a class builds its table, and those of the classes it leads to.
pub fn verdict(board: &Board, color: Color) -> Option<bool> {
    (board.occupied().count() <= MAX_MEN).then(|| ask(Kind::Winnable, board, color))
}

/// Whether `color` has the mating power that the blitz rules of 1997 ask for (Appendix C.4): some series of legal moves
/// leads to a position in which the opponent has the move, has a legal move, and allows an immediate mate with each;
/// `None` above four men.
pub fn potential(board: &Board, color: Color) -> Option<bool> {
    (board.occupied().count() <= MAX_MEN).then(|| ask(Kind::Potential, board, color))
}

fn ask(kind: Kind, board: &Board, color: Color) -> bool {
    if !board.colors(color).many() {
        return false;
    }
    if board.castling_rights().any() {
        return ask_with_rights(kind, board, color);
    }
    let (spot, black_king) = Spot::of(board, color);
    layer(kind, spot.class()).read(&spot) & black_king.bb().0 != 0
}

/// The positions that keep a right to castle are few: king and rook stay where they are. They are searched one by one,
/// up to the moves that give the last right away.
fn ask_with_rights(kind: Kind, board: &Board, color: Color) -> bool {
    let identity = |board: &Board| {
        let kinds = crate::types::Piece::ALL.map(|piece| board.pieces(piece).0);
        (
            board.stm(),
            board.colors(color).0,
            board.castling_rights().0,
            kinds,
        )
    };
    let mut seen = HashSet::from([identity(board)]);
    let mut open = vec![*board];
    while let Some(board) = open.pop() {
        if kind.is_goal(&board, color) {
            return true;
        }
        for mv in board.legal_moves() {
            let mut next = board;
            next.play(mv);
            if next.castling_rights().is_empty() {
                if ask(kind, &next, color) {
                    return true;
                }
            } else if seen.insert(identity(&next)) {
                open.push(next);
            }
        }
    }
    false
}
