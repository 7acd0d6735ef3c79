//! Incremental evaluation along a line of moves.

use super::evaluation::Evaluation;
use super::{endgame, material};
use crate::board::Board;
use crate::nnue::Accumulators;
use crate::nnue::simd::SimdLevel;
use crate::types::{Move, Score};
use std::sync::Arc;

/// Evaluates the positions of a line with incrementally updated NNUE accumulators. Each thread has its own evaluator
/// and keeps it from search to search. Null moves are not pushed, since they leave the accumulators unchanged.
#[derive(Debug, Default)]
pub struct Evaluator(EvaluatorState);

#[derive(Debug, Default)]
enum EvaluatorState {
    #[default]
    Material,
    Nnue(Box<Accumulators>),
}

impl Evaluator {
    /// Begins a new line at `root`; accumulators are kept if the network is the same.
    pub fn begin(&mut self, evaluation: &Evaluation, root: &Board) {
        match (&mut self.0, evaluation) {
            (EvaluatorState::Material, Evaluation::Material) => {}
            (EvaluatorState::Nnue(accumulators), Evaluation::Nnue(network))
                if Arc::ptr_eq(accumulators.network(), network) =>
            {
                accumulators.begin(root);
            }
            (_, Evaluation::Material) => self.0 = EvaluatorState::Material,
            (_, Evaluation::Nnue(network)) => {
                let mut accumulators = Accumulators::new(Arc::clone(network), SimdLevel::active());
                accumulators.begin(root);
                self.0 = EvaluatorState::Nnue(Box::new(accumulators));
            }
        }
    }

    /// Makes a legal move on `board`, which must be the current position.
    #[inline]
    pub fn play(&mut self, board: &mut Board, mv: Move) {
        board.play(mv);
        if let EvaluatorState::Nnue(accumulators) = &mut self.0 {
            accumulators.make_move();
        }
    }

    /// Unmakes the last move.
    #[inline]
    pub fn unmake_move(&mut self) {
        match &mut self.0 {
            EvaluatorState::Material => {}
            EvaluatorState::Nnue(accumulators) => accumulators.unmake_move(),
        }
    }

    /// Unmakes all moves.
    pub fn return_to_root(&mut self) {
        match &mut self.0 {
            EvaluatorState::Material => {}
            EvaluatorState::Nnue(accumulators) => accumulators.return_to_root(),
        }
    }

    /// Prepares the evaluation of the children of `board`, which must be the current position.
    #[inline]
    pub fn prepare(&mut self, board: &Board) {
        if let EvaluatorState::Nnue(accumulators) = &mut self.0 {
            accumulators.compute(board);
        }
    }

    /// The static evaluation of the current position from the side to move's point of view, in internal units.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        Score::clamp_eval(match &mut self.0 {
            EvaluatorState::Material => material::evaluate(board),
            EvaluatorState::Nnue(accumulators) => {
                endgame::evaluate(board, || accumulators.evaluate(board))
            }
        })
    }
}
