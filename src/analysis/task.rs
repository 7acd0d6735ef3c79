//! The positions of an analysis, and the record of each.

use super::{AnalysisResult, ExpectedSolution, SuiteScore};
use crate::board::Board;
use crate::laws::game::Game;
use crate::nnue::Sha256Digest;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A position to analyse, with its game, so that repetitions count.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// The position's origin and name.
    pub source: TaskSource,
    /// Its game, which the positions of a game share.
    pub game: Arc<Game>,
    /// Half-moves of the game before the position.
    pub ply: usize,
    /// What a suite expects of it.
    pub expected: Option<ExpectedSolution>,
}

impl AnalysisTask {
    /// The position itself.
    ///
    /// # Panics
    /// The game has fewer half-moves than `ply`.
    pub fn board(&self) -> &Board {
        &self.game.boards()[self.ply]
    }
}

/// The origin of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskSource {
    /// The file; `None` for standard input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line on which the position or its game begins, from 1.
    pub line: u64,
    /// The number of the game in the file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// Half-moves of the game before the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The name: operation `id` of an EPD, or the last move before a position of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The analysis of a position: a line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionRecord {
    /// The number of the position in the run, from 1.
    pub position: usize,
    /// The position's origin and name.
    #[serde(flatten)]
    pub source: TaskSource,
    /// The position, in FEN.
    pub fen: String,
    /// The analysis.
    #[serde(flatten)]
    pub result: AnalysisResult,
    /// Whether it was solved, if a suite expects a solution.
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
            fen: task.board().to_string(),
            suite: expected.map(|expected| expected.score(task.board(), &result)),
            result,
        }
    }

    /// True if a suite expects a solution and the engine found it.
    pub fn is_solved(&self) -> bool {
        self.suite.as_ref().is_some_and(|suite| suite.solved)
    }
}

/// The digest of the first moves of a game. The positions of a game follow one another, so that each move is digested
/// once.
struct MovesDigest {
    game: Arc<Game>,
    plies: usize,
    digest: Sha256Digest,
}

impl MovesDigest {
    fn new(game: &Arc<Game>) -> Self {
        Self {
            game: Arc::clone(game),
            plies: 0,
            digest: Sha256Digest::of(game.start().to_string().as_bytes()),
        }
    }

    /// The digest of the moves that lead to a position.
    fn of(&mut self, task: &AnalysisTask) -> &Sha256Digest {
        if !Arc::ptr_eq(&self.game, &task.game) || task.ply < self.plies {
            *self = Self::new(&task.game);
        }
        for mv in &task.game.moves()[self.plies..task.ply] {
            let text = format!("{} {mv:?}", self.digest);
            self.digest = Sha256Digest::of(text.as_bytes());
        }
        self.plies = task.ply;
        &self.digest
    }
}

/// A digest of positions: their moves, names and expected solutions, in order, but not the files they come from.
pub fn digest(tasks: &[AnalysisTask]) -> String {
    let mut digest = Sha256Digest([0; 32]);
    let mut played: Option<MovesDigest> = None;
    for task in tasks {
        let TaskSource { game, ply, id, .. } = &task.source;
        let played = played.get_or_insert_with(|| MovesDigest::new(&task.game));
        let (moves, expected) = (played.of(task), &task.expected);
        let text = format!("{digest} {moves} {game:?} {ply:?} {id:?} {expected:?}");
        digest = Sha256Digest::of(text.as_bytes());
    }
    digest.to_string()
}
