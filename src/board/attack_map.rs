//! Attack maps: the squares that a side attacks.

use super::attacks::{
    all_pawn_attacks, bishop_attacks, king_attacks, knight_attacks, rook_attacks,
};
use super::chessboard::Board;
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// The squares that a side attacks, by value of the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackMap {
    by_pawn: Bitboard,
    /// Attacked by pawns or minor pieces.
    by_minor: Bitboard,
    /// Attacked by pawns, minor pieces or rooks.
    by_rook: Bitboard,
    /// Attacked by any piece.
    pub all: Bitboard,
}

impl AttackMap {
    /// The attacks of the side to move's opponent.
    pub fn of_opponent(board: &Board) -> Self {
        let them = !board.stm();
        let pieces = |piece| board.colored_pieces(them, piece);
        Self::new(pieces, them, board.occupied())
    }

    /// The attacks of the `pieces` of each type of a side on a board with these occupied squares.
    #[inline(always)]
    pub fn new(pieces: impl Fn(Piece) -> Bitboard, color: Color, occupied: Bitboard) -> Self {
        let attacked = |pieces: Bitboard, attacks: &dyn Fn(Square) -> Bitboard| {
            pieces
                .into_iter()
                .fold(Bitboard::EMPTY, |all, square| all | attacks(square))
        };
        let diagonal = |square| bishop_attacks(square, occupied);
        let orthogonal = |square| rook_attacks(square, occupied);
        let by_pawn = all_pawn_attacks(pieces(Piece::Pawn), color);
        let by_minor = by_pawn
            | attacked(pieces(Piece::Knight), &knight_attacks)
            | attacked(pieces(Piece::Bishop), &diagonal);
        let by_rook = by_minor | attacked(pieces(Piece::Rook), &orthogonal);
        let queens = pieces(Piece::Queen);
        let all = by_rook
            | attacked(queens, &diagonal)
            | attacked(queens, &orthogonal)
            | attacked(pieces(Piece::King), &king_attacks);
        Self {
            by_pawn,
            by_minor,
            by_rook,
            all,
        }
    }

    /// False if a quiet move of the other side cannot lose material: neither its target nor its origin, through which
    /// a slider might see the target, is attacked.
    #[inline]
    pub fn may_lose(&self, mv: Move) -> bool {
        self.all.has(mv.from()) || self.all.has(mv.to())
    }

    /// The squares where a less valuable piece attacks a piece of this type.
    #[inline]
    pub const fn by_lesser(&self, piece: Piece) -> Bitboard {
        match piece {
            Piece::Pawn | Piece::King => Bitboard::EMPTY,
            Piece::Knight | Piece::Bishop => self.by_pawn,
            Piece::Rook => self.by_minor,
            Piece::Queen => self.by_rook,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_attacked_by_lesser_pieces() {
        let board: Board = "3qk3/8/2p2n2/8/8/1Q6/8/3RK3 w - - 0 1"
            .parse()
            .expect("valid FEN");
        let attacks = AttackMap::of_opponent(&board);
        let attacked = |piece, square| attacks.by_lesser(piece).has(square);
        assert!(attacked(Piece::Knight, Square::D5) && attacked(Piece::Queen, Square::D5));
        assert!(!attacked(Piece::Knight, Square::G4) && attacked(Piece::Rook, Square::G4));
        assert!(!attacked(Piece::Rook, Square::D3) && attacks.all.has(Square::D3));
        assert!(!attacks.all.has(Square::A2));
    }
}
