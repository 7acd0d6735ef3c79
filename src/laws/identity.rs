//! When two positions are the same (Article 9.2).

use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, Square};

/// What makes two positions the same: "positions are the same if the same player has the move, pieces of the same kind
/// and colour occupy the same squares, and the possible moves of all the pieces of both players are the same".
///
/// Zobrist keys only find candidates for repetitions; this comparison is exact. Counters, clocks and offers are not part
/// of it, and pieces of the same kind and colour are interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionIdentity {
    pieces: [Bitboard; 6],
    white: Bitboard,
    /// The rooks that may still castle. A right counts even while castling is prevented.
    castling_rights: Bitboard,
    /// The target square of a *legal* en passant capture. A capture that would expose the king is not a possible move.
    en_passant: Option<Square>,
    stm: Color,
}

impl PositionIdentity {
    /// The identity of the position on a board.
    #[inline]
    pub fn of(board: &Board) -> Self {
        Self {
            pieces: Piece::ALL.map(|piece| board.pieces(piece)),
            white: board.colors(Color::White),
            castling_rights: board.castling_rights(),
            en_passant: board.en_passant(),
            stm: board.stm(),
        }
    }
}

/// True if two boards show the same position (Article 9.2).
pub(super) fn is_same_position(a: &Board, b: &Board) -> bool {
    a.key() == b.key() && PositionIdentity::of(a) == PositionIdentity::of(b)
}
