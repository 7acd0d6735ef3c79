//! An entry of the log.

use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// Who writes rulings into the log.
pub(in crate::play) const ARBITER: &str = "arbiter";

/// An entry of the log: a ruling, an offer, a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayNote {
    /// Numbers the entries of a game, from 1.
    pub id: u32,
    /// Half-moves played before it.
    pub ply: usize,
    /// `white`, `black` or `arbiter`.
    pub by: String,
    /// The sentence.
    pub text: String,
    /// The Articles.
    pub articles: Vec<String>,
    /// Names and values.
    pub facts: Vec<(String, String)>,
    /// What the Laws leave to a person.
    pub open: Vec<String>,
}

impl PlayNote {
    pub(in crate::play) fn add_fact(&mut self, name: &str, value: impl Display) {
        self.facts.push((name.to_owned(), value.to_string()));
    }
}
