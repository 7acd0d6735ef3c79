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

/// What makes two positions differ although the same pieces stand on the same squares and the same player has the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionDifference {
    /// A right to castle was lost.
    CastlingRight,
    /// A pawn can be captured en passant.
    EnPassant,
}

impl PositionDifference {
    /// The difference between two positions that look alike; `None` if they are the same, or look different.
    ///
    /// ```
    /// use compongo::laws::identity::PositionDifference;
    ///
    /// let before = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let after = "4k3/8/8/8/8/8/8/4K2R w - - 4 3".parse()?;
    /// assert_eq!(PositionDifference::between(&before, &after), Some(PositionDifference::CastlingRight));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(a: &Board, b: &Board) -> Option<Self> {
        let (a, b) = (PositionIdentity::of(a), PositionIdentity::of(b));
        if (a.pieces, a.white, a.stm) != (b.pieces, b.white, b.stm) {
            None
        } else if a.castling_rights != b.castling_rights {
            Some(Self::CastlingRight)
        } else {
            (a.en_passant != b.en_passant).then_some(Self::EnPassant)
        }
    }
}

/// True if two boards show the same position (Article 9.2).
pub(super) fn is_same_position(a: &Board, b: &Board) -> bool {
    a.key() == b.key() && PositionIdentity::of(a) == PositionIdentity::of(b)
}
