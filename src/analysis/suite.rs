//! Test suites in EPD: the expected moves of a position, and whether an analysis found them.

use super::{AnalysisResult, IterationResult};
use crate::board::Board;
use crate::notation::epd::Epd;
use crate::notation::san::{self, SanError};
use crate::types::{Move, UciScore};
use crate::util::text::quote;
use serde::{Deserialize, Serialize};

/// What an EPD position expects from the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectedSolution {
    /// Operation `bm`: the best moves, any of which solves the position.
    pub best: Vec<Move>,
    /// Operation `am`: moves to avoid.
    pub avoid: Vec<Move>,
    /// Operation `dm`: a mate in at most this many moves, which the score must announce.
    pub mate: Option<u32>,
}

/// The reasons why the operations of an EPD do not say what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// An operation has no moves.
    #[error("operation {0}: the moves are missing")]
    NoMoves(&'static str),
    /// An operation has a move that is not legal.
    #[error("operation {opcode}: {error}")]
    Move {
        /// The operation.
        opcode: &'static str,
        /// The error.
        #[source]
        error: SanError,
    },
    /// The length of the mate is missing or wrong; quoted text is shortened.
    #[error("operation dm: '{0}' is not a number of moves")]
    Mate(String),
}

/// Whether an analysis solved a position, and from which iteration the solution stayed best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteScore {
    /// The best moves in standard algebraic notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bm: Vec<String>,
    /// The moves to avoid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub am: Vec<String>,
    /// Mate in at most this many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dm: Option<u32>,
    /// True if the final move is right and, if a mate is expected, the final score too.
    pub solved: bool,
    /// The point from which the solution stayed best; `None` if not solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<SolutionPoint>,
}

/// The end of the iteration from which the solution stayed best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionPoint {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched until then.
    pub nodes: u64,
    /// Time until then, in microseconds.
    pub used_us: u64,
}

impl ExpectedSolution {
    /// Reads the operations `bm`, `am` and `dm`; `None` if the EPD has none of them. `bm #3` alone is `dm 3`.
    ///
    /// # Errors
    /// A move is not legal, or an operand is missing.
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
        let of_mate = |opcode| {
            epd.operation(opcode)
                .map(|_| epd.operand(opcode).unwrap_or_default())
        };
        // Beside a move, or `dm`, `#3` is no move either.
        let is_alone = epd.operation("dm").is_none()
            && epd.operation("bm").is_some_and(|bm| bm.operands.len() == 1);
        let instead = of_mate("bm")
            .filter(|_| is_alone)
            .and_then(|text| text.strip_prefix('#'));
        let expected = Self {
            best: instead.map_or_else(|| moves("bm"), |_| Ok(Vec::new()))?,
            avoid: moves("am")?,
            mate: of_mate("dm").or(instead).map(mate).transpose()?,
        };
        Ok(Some(expected).filter(|expected| *expected != Self::default()))
    }

    /// True if an iteration's move and score are right.
    fn accepts(&self, iteration: &IterationResult) -> bool {
        let mv = iteration.mv;
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(|limit| match iteration.score {
                UciScore::Mate(moves) => moves > 0 && moves.unsigned_abs() <= limit,
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
