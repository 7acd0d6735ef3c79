//! What a position is worth when nothing is searched.
//!
//! [`Accumulator`] follows the men as moves are made (it is the board's observer), [`evaluate`] turns a board and its
//! accumulator into a score. The only evaluation so far is [`formula`]; a network takes its place here.

pub mod formula;

pub use formula::{Accumulator, Term, explain};

use crate::board::Board;
use crate::types::Score;

/// The static evaluation from the view of the side to move, in centipawns: a function of the position alone.
///
/// `accumulator` must belong to `board`.
#[inline]
pub fn evaluate(board: &Board, accumulator: &Accumulator) -> Score {
    Score::estimate(formula::evaluate(board, *accumulator))
}
