//! Static evaluation: [`Evaluation`] is the evaluation function, NNUE or material; [`Evaluator`] applies it
//! incrementally along a line of moves. On top of the network, `endgame` knows the results of some positions with few
//! pieces.

mod endgame;
mod evaluation;
mod evaluator;
mod kpk;
mod material;
mod source;
mod wdl;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use source::{LoadError, MATERIAL, load_network};
pub use wdl::{total_material, wdl};
