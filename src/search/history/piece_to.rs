use super::gravity::gravity;
use crate::types::{Color, ColoredPiece, Piece, Square};
use crate::util::prefetch::prefetch;
use bytemuck::Zeroable;

/// A moving piece and its target square; indexes continuation and pawn history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Number of values without [`Self::NONE`].
    pub(super) const COUNT: usize = 12 * 64;

    /// No move: before the root, or a null move. No history learns from it, so that its values stay zero.
    pub const NONE: Self = Self(Self::COUNT as u16);

    #[inline]
    pub const fn new(piece: ColoredPiece, to: Square) -> Self {
        Self((piece.index() * 64 + to.index()) as u16)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A history value for each piece and target, aligned to cache lines for [`Self::prefetch`].
#[derive(Zeroable)]
#[repr(align(64))]
pub struct PieceToTable([i16; PieceTo::COUNT]);

impl PieceToTable {
    /// Prefetches the entries of one side's moves: two cache lines for each piece type.
    #[inline]
    pub fn prefetch(&self, side: Color) {
        for piece in Piece::ALL {
            for square in [Square::A1, Square::A5] {
                let first = PieceTo::new(ColoredPiece::new(side, piece), square);
                prefetch(&self.0[first.index()]);
            }
        }
    }

    #[inline]
    pub fn get(&self, now: PieceTo) -> i32 {
        i32::from(self.0[now.index()])
    }

    /// Moves a value by `bonus`, within plus or minus `max`.
    #[inline]
    pub fn update(&mut self, now: PieceTo, bonus: i32, max: i32) {
        gravity(&mut self.0[now.index()], bonus, max);
    }
}
