//! Finds the moves that may give check, without making them.

use crate::board::Board;
use crate::board::attacks::{between, bishop_rays, line, rook_rays};
use crate::types::{Bitboard, Move, MoveKind, Square};

/// Recognises the checks of the side to move.
pub(super) struct CheckFinder {
    /// The king of the side not to move.
    king: Square,
    /// Pieces of the side to move that discover a check when they leave their line.
    discoverers: Bitboard,
}

impl CheckFinder {
    pub fn new(board: &Board) -> Self {
        let us = board.stm();
        let king = board.king(!us);
        let occupied = board.occupied();
        let snipers = bishop_rays(king) & board.diagonal_sliders(us)
            | rook_rays(king) & board.orthogonal_sliders(us);
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.any() && !blockers.many() {
                discoverers |= blockers & board.colors(us);
            }
        }
        Self { king, discoverers }
    }

    /// False if the move gives no check. Castling and en passant are not examined: they may.
    pub fn may_give_check(&self, board: &Board, mv: Move) -> bool {
        board.gives_direct_check(mv)
            || matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant)
            || (self.discoverers.has(mv.from()) && !line(self.king, mv.from()).has(mv.to()))
    }
}
