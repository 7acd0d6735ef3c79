use super::gravity;
use crate::types::{ColoredPiece, Square};

const MAX: i32 = 16384;
/// A man and a target, or nothing at all (before the root, after a null move).
const SENTENCES: usize = 12 * 64 + 1;

/// A man and the square it went to: what continuation history remembers of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move: before the root, or a null move.
    pub const NONE: Self = Self(12 * 64);

    /// A man that goes to a square.
    #[inline]
    pub const fn new(man: ColoredPiece, to: Square) -> Self {
        Self((man.index() * 64 + to.index()) as u16)
    }
}

/// ContinuationHistory history, `[earlier man and target][man and target]`.
#[derive(Clone)]
pub struct ContinuationHistory(Box<[[i16; 12 * 64]]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        Self(vec![[0; 12 * 64]; SENTENCES].into_boxed_slice())
    }
}

impl ContinuationHistory {
    /// How well `now` has done after `earlier`, ±16384.
    #[inline]
    pub fn get(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.0[earlier.0 as usize][now.0 as usize])
    }

    /// Rewards or punishes `now` after `earlier`.
    #[inline]
    pub fn update(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        gravity(&mut self.0[earlier.0 as usize][now.0 as usize], bonus, MAX);
    }
}
