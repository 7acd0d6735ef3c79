//! What comes of a `go`.

use super::output::BestMove;
use crate::arbiter::record::SearchInfo;
use std::time::Duration;

/// What came of a `go`.
#[derive(Clone, Debug, PartialEq)]
pub enum GoReply {
    /// An answer.
    BestMove(EngineMove),
    /// No answer within the limit. The engine still owes it: see [`super::UciEngine::recover`].
    Timeout {
        /// Since the clock started.
        waited: Duration,
    },
}

/// A `bestmove` and what preceded it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineMove {
    /// The word after `bestmove` as it was written, at most 32 characters; empty if there was none.
    pub best: String,
    /// The word after `ponder`.
    pub ponder: Option<String>,
    /// From the moment after the last byte of `go` to the arrival of the line.
    pub used: Duration,
    /// What the last `info` line of the first variation with an exact score said; with a bound, if there was none.
    pub info: SearchInfo,
    /// The variation of that line, at most 512 words.
    pub pv: Vec<String>,
    /// The texts after `info string laws`, at most 32.
    pub laws: Vec<String>,
}

impl EngineMove {
    pub(super) fn new(said: BestMove, used: Duration) -> Self {
        Self {
            best: said.best,
            ponder: said.ponder,
            used,
            info: said.info,
            pv: said.pv,
            laws: said.laws,
        }
    }
}
