//! Finds the moves that may give check, without making them.

use crate::board::Board;
use crate::board::attacks::line;
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
        let (discoverers, _) = board.sole_blockers(king, us, us);
        Self { king, discoverers }
    }

    /// False if the move gives no check. Castling and en passant are not examined: they may.
    pub fn may_give_check(&self, board: &Board, mv: Move) -> bool {
        board.gives_direct_check(mv)
            || matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant)
            || (self.discoverers.has(mv.from()) && !line(self.king, mv.from()).has(mv.to()))
    }
}
