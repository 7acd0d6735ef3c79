//! The positions of an analysis, and what is written about each.

use super::{AnalysisResult, ExpectedSolution, SuiteScore};
use crate::board::Board;
use crate::engine::StartPosition;
use crate::nnue::Sha256Digest;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A position to analyse: a start position and moves, so that repetitions count.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// Where it comes from, and its name.
    pub source: TaskSource,
    /// The position itself.
    pub board: Board,
    /// The start of its game.
    pub start: StartPosition,
    /// The moves of its game in UCI notation, which the positions of a game share.
    pub moves: Arc<[String]>,
    /// The number of them that lead to the position.
    pub plies: usize,
    /// What a suite expects.
    pub expected: Option<ExpectedSolution>,
}

impl AnalysisTask {
    /// The moves that lead to the position.
    pub fn moves(&self) -> &[String] {
        &self.moves[..self.plies]
    }
}

/// Where a position comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskSource {
    /// The file; `None` for standard input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the position or of the beginning of the game, from 1.
    pub line: u64,
    /// The number of the game in the file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// Half-moves of the game before the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The name: operation `id` of an EPD, the last move of a position of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The analysis of a position: a line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionRecord {
    /// The number of the position in the run, from 1.
    pub position: usize,
    /// Where it comes from.
    #[serde(flatten)]
    pub source: TaskSource,
    /// The position.
    pub fen: String,
    /// The analysis.
    #[serde(flatten)]
    pub result: AnalysisResult,
    /// Whether it was solved, if a suite expects something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<SuiteScore>,
}

impl PositionRecord {
    /// The record of the position with a number, from 1.
    pub fn new(position: usize, task: &AnalysisTask, result: AnalysisResult) -> Self {
        let expected = task.expected.as_ref();
        Self {
            position,
            source: task.source.clone(),
            fen: task.board.to_string(),
            suite: expected.map(|expected| expected.score(&task.board, &result)),
            result,
        }
    }

    /// True if a suite expects something, and it was found.
    pub fn is_solved(&self) -> bool {
        self.suite.as_ref().is_some_and(|suite| suite.solved)
    }
}

/// A digest of positions: their moves, names and what is expected, in order; not the files they come from.
pub fn digest(tasks: &[AnalysisTask]) -> String {
    let mut digest = Sha256Digest([0; 32]);
    for task in tasks {
        let TaskSource { game, ply, id, .. } = &task.source;
        let (moves, expected) = (task.moves(), &task.expected);
        let text = format!(
            "{digest} {:?} {moves:?} {game:?} {ply:?} {id:?} {expected:?}",
            task.start
        );
        digest = Sha256Digest::of(text.as_bytes());
    }
    digest.to_string()
}
