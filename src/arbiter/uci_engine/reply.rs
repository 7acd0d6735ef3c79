//! The outcome of a `go` command.

use super::output::BestMove;
use crate::arbiter::record::SearchInfo;
use std::time::Duration;

/// The outcome of a `go` command.
#[derive(Clone, Debug, PartialEq)]
pub enum GoReply {
    /// A `bestmove`.
    BestMove(EngineMove),
    /// No `bestmove` within the limit. The engine still owes it: see [`super::UciEngine::recover`].
    Timeout {
        /// Time since the clock started.
        waited: Duration,
    },
}

/// A `bestmove`, the time it took and the `info` lines before it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineMove {
    /// The word after `bestmove` as it was written, at most 32 characters; empty if there was none.
    pub best: String,
    /// Time from the last byte of `go` to the arrival of the line.
    pub used: Duration,
    /// The last `info` line of the first variation with an exact score; with a bound, if there was none.
    pub info: SearchInfo,
    /// The principal variation of that line, at most 512 words.
    pub pv: Vec<String>,
    /// The texts after `info string laws`, at most 32.
    pub laws: Vec<String>,
}

impl EngineMove {
    pub(super) fn new(reply: BestMove, used: Duration) -> Self {
        let BestMove {
            best,
            info,
            pv,
            laws,
        } = reply;
        Self {
            best,
            used,
            info,
            pv,
            laws,
        }
    }
}
