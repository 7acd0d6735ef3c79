//! The moves that a player is bound to.

use crate::board::Board;
use crate::notation::uci_move;
use crate::types::Move;
use serde::{Deserialize, Serialize};

/// The moves that the player must choose from; as text, in the file of the game and on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::play) struct RequiredMoves<T = Move> {
    pub moves: Vec<T>,
    pub article: String,
    pub reason: String,
}

impl RequiredMoves {
    pub fn write(&self, text: impl Fn(Move) -> String) -> RequiredMoves<String> {
        RequiredMoves {
            moves: self.moves.iter().map(|&mv| text(mv)).collect(),
            article: self.article.clone(),
            reason: self.reason.clone(),
        }
    }
}

impl RequiredMoves<String> {
    /// The moves in UCI notation that are legal; `None` if there are none.
    pub fn read(self, board: &Board) -> Option<RequiredMoves> {
        let moves = self.moves.iter();
        let moves: Vec<Move> = moves
            .filter_map(|text| uci_move::parse(board, text).ok())
            .collect();
        (!moves.is_empty()).then_some(RequiredMoves {
            moves,
            article: self.article,
            reason: self.reason,
        })
    }
}
