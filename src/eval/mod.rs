//! What a position is worth when nothing is searched.
//!
//! An [`Evaluation`] says how: by counting the men, by the hand-made [`formula`], or by a network. An [`Evaluator`]
//! does it, following a line of moves.

mod evaluator;
pub mod formula;
mod material;
mod source;

pub use evaluator::Evaluator;
pub use formula::{Term, explain};
pub use source::{EMBEDDED, LoadError, MATERIAL, load_network};

use crate::board::Board;
use crate::nnue::Network;
use crate::types::Score;
use std::sync::Arc;

/// A way to evaluate positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The men are counted, and a little noise is added: what the lineage of networks begins with.
    Material,
    /// The hand-made formula.
    #[default]
    Formula,
    /// A network.
    Net(Arc<Network>),
}

impl Evaluation {
    /// The static evaluation of a position from the view of the side to move, in centipawns.
    pub fn evaluate(&self, board: &Board) -> Score {
        Score::estimate(match self {
            Self::Material => material::evaluate(board),
            Self::Formula => formula::evaluate(board, formula::Accumulator::new(board)),
            Self::Net(network) => network.evaluate(board),
        })
    }
}
