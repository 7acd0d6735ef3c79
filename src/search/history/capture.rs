use super::gravity::gravity;
use crate::search::params::CAPTURE_HISTORY_MAX;
use crate::types::{ColoredPiece, Piece, Square};
use bytemuck::Zeroable;

/// Capture history, `[piece][to][victim]`; promotions without a capture use victim index 5.
#[derive(Zeroable)]
pub struct CaptureHistory([[[i16; 6]; 64]; 12]);

impl CaptureHistory {
    #[inline]
    fn index(victim: Option<Piece>) -> usize {
        victim.map_or(5, Piece::index)
    }

    #[inline]
    pub fn get(&self, piece: ColoredPiece, to: Square, victim: Option<Piece>) -> i32 {
        i32::from(self.0[piece.index()][to.index()][Self::index(victim)])
    }

    #[inline]
    pub fn update(&mut self, piece: ColoredPiece, to: Square, victim: Option<Piece>, bonus: i32) {
        let value = &mut self.0[piece.index()][to.index()][Self::index(victim)];
        gravity(value, bonus, CAPTURE_HISTORY_MAX);
    }
}
