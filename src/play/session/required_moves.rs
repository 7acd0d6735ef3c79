//! The moves that a player is bound to.

use crate::types::{Move, Square};

/// The moves that the player must choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::play) struct RequiredMoves {
    pub moves: Vec<Move>,
    pub article: String,
    pub reason: String,
    /// Because a piece was touched, not because a move was announced.
    pub by_touch: bool,
}

impl RequiredMoves {
    /// The square of the piece that was touched: the moves have it in common.
    pub fn touched(&self) -> Option<Square> {
        let all = |square: fn(&Move) -> Square| {
            let first = square(self.moves.first()?);
            let is_common = self.moves.iter().all(|mv| square(mv) == first);
            is_common.then_some(first)
        };
        let common = all(|mv| mv.from()).or_else(|| all(|mv| mv.to()));
        common.filter(|_| self.by_touch)
    }
}
