use super::{PieceTo, PieceToTable};

/// Continuation history, `[earlier piece and target][piece and target]`.
#[derive(Clone)]
pub struct ContinuationHistory(Box<[PieceToTable]>);

impl Default for ContinuationHistory {
    fn default() -> Self {
        Self(vec![PieceToTable::default(); PieceTo::COUNT + 1].into_boxed_slice())
    }
}

impl ContinuationHistory {
    /// The history of moves after an earlier one.
    #[inline]
    pub fn row(&self, earlier: PieceTo) -> &PieceToTable {
        &self.0[earlier.index()]
    }

    #[inline]
    pub fn row_mut(&mut self, earlier: PieceTo) -> &mut PieceToTable {
        &mut self.0[earlier.index()]
    }
}
