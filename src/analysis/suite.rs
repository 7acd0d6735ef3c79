//! Test suites in EPD: the expected moves of a position, and whether an analysis found them.

use super::{AnalysisResult, IterationResult};
use crate::board::Board;
use crate::notation::epd::Epd;
use crate::notation::san;
use crate::types::{Move, UciScore};
use crate::util::text::quote;
use serde::{Deserialize, Serialize};

/// What an EPD position expects of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectedSolution {
    /// Operation `bm`: the best moves, any of which solves the position.
    pub best: Vec<Move>,
    /// Operation `am`: moves to avoid.
    pub avoid: Vec<Move>,
    /// Operation `dm`: a mate in at most so many moves, which the score must announce.
    pub mate: Option<u32>,
}

/// Why the operations of an EPD expect nothing that can be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// `bm` or `am` with a text that is not a legal move.
    #[error("operation {opcode}: {error}")]
    Move {
        /// The operation.
        opcode: &'static str,
        /// What is wrong with the move.
        error: san::SanError,
    },
    /// `bm` or `am` without a move.
    #[error("operation {0}: the moves are missing")]
    NoMoves(&'static str),
    /// `dm` without a number of moves.
    #[error("operation dm: '{0}' is not a number of moves")]
    Mate(String),
}

/// Whether an analysis solved a position, and when it settled on the solution for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteScore {
    /// The best moves in standard algebraic notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bm: Vec<String>,
    /// The moves to avoid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub am: Vec<String>,
    /// The number of moves of the mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dm: Option<u32>,
    /// The final move, and the final score if a mate is expected, are right.
    pub solved: bool,
    /// When they became right for good; `None` if not solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<SolutionPoint>,
}

/// The end of the first iteration from which on every one had the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionPoint {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched up to there.
    pub nodes: u64,
    /// Time up to there, in microseconds.
    pub used_us: u64,
}

impl ExpectedSolution {
    /// Reads the operations `bm`, `am` and `dm`; `None` if there are none of them.
    ///
    /// # Errors
    /// A move is not legal, or something is missing.
    pub fn of(epd: &Epd) -> Result<Option<Self>, SuiteError> {
        let moves = |opcode: &'static str| match epd.operation(opcode) {
            None => Ok(Vec::new()),
            Some(operation) if operation.operands.is_empty() => Err(SuiteError::NoMoves(opcode)),
            Some(_) => epd
                .moves(opcode)
                .map_err(|error| SuiteError::Move { opcode, error }),
        };
        let mate = |text: &str| match text.parse() {
            Ok(moves) if moves > 0 => Ok(moves),
            _ => Err(SuiteError::Mate(quote(text))),
        };
        let has_mate = epd.operation("dm").is_some();
        let expected = Self {
            best: moves("bm")?,
            avoid: moves("am")?,
            mate: has_mate
                .then(|| mate(epd.operand("dm").unwrap_or_default()))
                .transpose()?,
        };
        Ok(Some(expected).filter(|expected| *expected != Self::default()))
    }

    /// True if the move and the score after an iteration are right.
    fn accepts(&self, iteration: &IterationResult) -> bool {
        let mv = iteration.mv;
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(|limit| match iteration.score {
                UciScore::Mate(moves) => (1..=limit as i32).contains(&moves),
                UciScore::Cp(_) => false,
            })
    }

    /// Scores the analysis of the position `board`.
    pub fn score(&self, board: &Board, result: &AnalysisResult) -> SuiteScore {
        let iterations = &result.iterations;
        let wrong = iterations
            .iter()
            .rposition(|iteration| !self.accepts(iteration));
        let settled = iterations.get(wrong.map_or(0, |index| index + 1));
        let san = |moves: &[Move]| moves.iter().map(|&mv| san::write(board, mv)).collect();
        SuiteScore {
            bm: san(&self.best),
            am: san(&self.avoid),
            dm: self.mate,
            solved: settled.is_some(),
            solution: settled.map(|iteration| SolutionPoint {
                depth: iteration.depth,
                nodes: iteration.nodes,
                used_us: iteration.used_us,
            }),
        }
    }
}
