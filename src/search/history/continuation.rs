use super::gravity;
use crate::search::params::CONTINUATION_HISTORY_MAX;
use crate::types::{ColoredPiece, Square};

/// A moving piece and its target square: the index of continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Number of values, [`Self::NONE`] excepted.
    pub(super) const COUNT: usize = 12 * 64;

    /// No move: before the root, or a null move.
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

/// Continuation history, `[earlier piece and target][piece and target]`.
#[derive(Clone)]
pub struct ContinuationHistory(Box<[[i16; PieceTo::COUNT]]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        Self(vec![[0; PieceTo::COUNT]; PieceTo::COUNT + 1].into_boxed_slice())
    }
}

impl ContinuationHistory {
    #[inline]
    pub fn get(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.0[earlier.0 as usize][now.0 as usize])
    }

    #[inline]
    pub fn update(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        let value = &mut self.0[earlier.0 as usize][now.0 as usize];
        gravity(value, bonus, CONTINUATION_HISTORY_MAX);
    }
}
