//! The squares from which pieces give check, for move ordering and history.

use super::see::see_ge;
use crate::board::Board;
use crate::board::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Move, Piece};

/// The squares from which each piece type of the side to move gives direct check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares([Bitboard; 6]);

impl CheckSquares {
    /// The check squares of the side to move.
    pub fn new(board: &Board) -> Self {
        let king = board.king(!board.stm());
        let occupied = board.occupied();
        let bishop = bishop_attacks(king, occupied);
        let rook = rook_attacks(king, occupied);
        Self([
            pawn_attacks(king, !board.stm()),
            knight_attacks(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ])
    }

    /// True if a move of this piece type, without promotion, gives direct check.
    #[inline]
    pub fn has(&self, piece: Piece, mv: Move) -> bool {
        self.0[piece.index()].has(mv.to())
    }

    /// True if a quiet move gives direct check and does not lose material.
    #[inline]
    pub fn is_safe_check(&self, board: &Board, mv: Move) -> bool {
        let piece = board.piece_at(mv.from());
        piece.is_some_and(|piece| self.has(piece, mv)) && see_ge(board, mv, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_squares_agree_with_the_board() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/1B2P3/8/8/2R5/4N3/4KQ2 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            let squares = CheckSquares::new(&board);
            for mv in board.legal_moves() {
                let piece = board.piece_at(mv.from()).expect("a piece moves");
                if mv.is_quiet() && !mv.is_castling() {
                    assert_eq!(squares.has(piece, mv), board.gives_direct_check(mv), "{mv}");
                }
            }
        }
    }
}
