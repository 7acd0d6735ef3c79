//! What a position is worth when nothing is searched.
//!
//! An [`Evaluation`] says how: by a network, or by counting the men. An [`Evaluator`] does it, following a line of
//! moves.

mod evaluator;
mod material;
mod source;

pub use evaluator::Evaluator;
pub use source::{LoadError, MATERIAL, load_network};

use crate::board::Board;
use crate::nnue::{self, Network};
use crate::types::Score;
use std::sync::Arc;

/// A way to evaluate positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The men are counted, and a little noise is added: what the lineage of networks begins with.
    Material,
    /// A network.
    Nnue(Arc<Network>),
}

impl Default for Evaluation {
    /// The network that is built in.
    fn default() -> Self {
        Self::Nnue(nnue::embedded())
    }
}

impl Evaluation {
    /// The static evaluation of a position from the view of the side to move, in centipawns.
    pub fn evaluate(&self, board: &Board) -> Score {
        Score::clamp_eval(match self {
            Self::Material => material::evaluate(board),
            Self::Nnue(network) => network.evaluate(board),
        })
    }
}
