use super::piece_to::{PieceTo, PieceToTable};
use bytemuck::Zeroable;

/// The earlier moves that count: each led to the position this many plies ago.
pub const CONTINUATION_PLIES: [usize; 4] = [0, 1, 3, 5];

/// Continuation history, `[earlier piece and target][piece and target]`.
#[derive(Zeroable)]
pub struct ContinuationHistory([PieceToTable; PieceTo::COUNT + 1]);

impl ContinuationHistory {
    /// The history of moves that follow an earlier one.
    #[inline]
    pub fn row(&self, earlier: PieceTo) -> &PieceToTable {
        &self.0[earlier.index()]
    }

    #[inline]
    pub fn row_mut(&mut self, earlier: PieceTo) -> &mut PieceToTable {
        &mut self.0[earlier.index()]
    }
}
