//! Static evaluation: [`Evaluation`] is the evaluation function, NNUE or material; [`Evaluator`] applies it
//! incrementally along a line of moves. On top of the network, `endgame` knows the results of some positions with few
//! pieces.

mod endgame;
mod evaluator;
mod kpk;
mod material;
mod source;
mod wdl;

pub use evaluator::Evaluator;
pub use source::{LoadError, MATERIAL, load_network};
pub use wdl::wdl;

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
    /// The static evaluation of a position from the side to move's point of view, in internal units.
    pub fn evaluate(&self, board: &Board) -> Score {
        Score::clamp_eval(match self {
            Self::Material => material::evaluate(board),
            Self::Nnue(network) => endgame::evaluate(board, || network.evaluate(board)),
        })
    }
}
