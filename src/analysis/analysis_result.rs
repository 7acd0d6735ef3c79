//! The result of an analysis.

use crate::types::{Move, UciScore};
use serde::{Deserialize, Serialize};

/// The engine's verdict on a position. Fields that a match ledger also has carry the same names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisResult {
    /// The best move in UCI notation (king takes rook in Chess960); `None` after mate and stalemate.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The best move in standard algebraic notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The score from the side to move.
    #[serde(flatten)]
    pub score: UciScore,
    /// Win, draw and loss probabilities in permille, for the side to move.
    pub wdl: [i32; 3],
    /// Depth of the last complete iteration, in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Time in microseconds.
    pub used_us: u64,
    /// Positions found in endgame tables.
    #[serde(default)]
    pub tbhits: u64,
    /// The lines of `MultiPV`, best first; none after mate and stalemate.
    pub lines: Vec<AnalysisLine>,
    /// The iterations, in order of depth; the last one may have been interrupted. Not in JSON.
    #[serde(skip)]
    pub iterations: Vec<IterationResult>,
}

impl Default for AnalysisResult {
    fn default() -> Self {
        Self {
            mv: None,
            san: None,
            score: UciScore::Cp(0),
            wdl: [0, 1000, 0],
            depth: 0,
            seldepth: 0,
            nodes: 0,
            nps: 0,
            used_us: 0,
            tbhits: 0,
            lines: Vec::new(),
            iterations: Vec::new(),
        }
    }
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisLine {
    /// Its rank, from 1.
    pub multipv: usize,
    /// The score from the side to move.
    #[serde(flatten)]
    pub score: UciScore,
    /// Win, draw and loss probabilities in permille, for the side to move.
    pub wdl: [i32; 3],
    /// Selective depth in plies.
    pub seldepth: u32,
    /// The principal variation in UCI notation, up to the end of the game.
    pub pv: Vec<String>,
    /// The principal variation in standard algebraic notation.
    pub san: Vec<String>,
}

/// The best move after an iteration of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IterationResult {
    /// Depth in plies.
    pub depth: u32,
    /// The best move of the iteration.
    pub mv: Move,
    /// The score of the best move, for the side to move.
    pub score: UciScore,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time so far, in microseconds.
    pub used_us: u64,
}
