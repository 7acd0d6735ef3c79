//! How a game ended.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::play) struct PlayEnd {
    /// The score, such as `1-0`.
    pub score: String,
    /// The end in a sentence.
    pub title: String,
    pub articles: Vec<String>,
    /// The reason or the proof.
    pub why: Option<String>,
    /// The moves that prove that a side can mate.
    pub line: Option<String>,
    /// By whose word the end is known to PGN: a flag, an irregularity, or the play itself.
    pub kind: Option<String>,
}
