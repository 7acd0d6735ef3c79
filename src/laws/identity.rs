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
    /// The rooks that may still castle. A right counts even if castling is prevented at the moment.
    castling_rights: Bitboard,
    /// The target of a *legal* capture en passant. A capture that would expose the king is not a possible move.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(fen: &str) -> PositionIdentity {
        PositionIdentity::of(&fen.parse().expect("valid FEN"))
    }

    #[test]
    fn article_9_2_what_counts_and_what_does_not() {
        let base = identity("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        assert_eq!(base, identity("4k3/8/8/8/8/8/8/R3K2R w HA - 42 99"));
        for other in [
            "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/R3K2Q w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1",
            "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        ] {
            assert_ne!(base, identity(other), "{other}");
        }
    }

    #[test]
    fn article_9_2_en_passant_counts_only_if_it_is_legal() {
        assert_ne!(
            identity("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
            identity("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
        );
        // The pawn on e5 is pinned along the rank: with both pawns gone, the rook on h5 would attack the king.
        assert_eq!(
            identity("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"),
            identity("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1")
        );
    }
}
