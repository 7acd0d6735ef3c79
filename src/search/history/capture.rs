use super::gravity;
use crate::types::{ColoredPiece, Piece, Square};

const MAX: i32 = 12288;

/// CaptureHistory history, `[man][target][victim]`; promotions without a capture count as capturing nothing (index 5).
#[derive(Clone)]
pub struct CaptureHistory(Box<[[[i16; 6]; 64]; 12]>);

impl Default for CaptureHistory {
    fn default() -> Self {
        Self(Box::new([[[0; 6]; 64]; 12]))
    }
}

impl CaptureHistory {
    #[inline]
    fn index(victim: Option<Piece>) -> usize {
        victim.map_or(5, Piece::index)
    }

    /// How well the capture has done, ±12288.
    #[inline]
    pub fn get(&self, man: ColoredPiece, to: Square, victim: Option<Piece>) -> i32 {
        i32::from(self.0[man.index()][to.index()][Self::index(victim)])
    }

    /// Rewards or punishes a capture.
    #[inline]
    pub fn update(&mut self, man: ColoredPiece, to: Square, victim: Option<Piece>, bonus: i32) {
        gravity(
            &mut self.0[man.index()][to.index()][Self::index(victim)],
            bonus,
            MAX,
        );
    }
}
