//! The evaluation function.

use super::{endgame, material};
use crate::board::Board;
use crate::nnue::{self, Network};
use crate::types::Score;
use std::sync::Arc;

/// The evaluation function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Material balance and a little noise: generation 0 of the lineage of networks.
    Material,
    /// An NNUE network, with endgame knowledge when few pieces are left.
    Nnue(Arc<Network>),
}

impl Default for Evaluation {
    /// The built-in network.
    fn default() -> Self {
        Self::Nnue(nnue::embedded())
    }
}

impl Evaluation {
    /// The evaluation function of the strength levels, whose network never changes.
    pub fn of_levels() -> Self {
        Self::Nnue(nnue::level_network())
    }

    /// The static evaluation of a position from the side to move's point of view, in internal units.
    pub fn evaluate(&self, board: &Board) -> Score {
        Score::clamp_eval(match self {
            Self::Material => material::evaluate(board),
            Self::Nnue(network) => endgame::evaluate(board, || network.evaluate(board)),
        })
    }
}
