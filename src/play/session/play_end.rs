//! How a game ended.

use crate::laws::outcome::OutcomeKind;
use crate::util::text::quote;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

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
    /// The reason for the end, if the Laws know it.
    #[serde(default, deserialize_with = "kind")]
    pub kind: Option<OutcomeKind>,
}

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<OutcomeKind>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let found = OutcomeKind::ALL
        .into_iter()
        .find(|kind| kind.as_str() == text);
    found
        .map(Some)
        .ok_or_else(|| D::Error::custom(format_args!("there is no end '{}'", quote(&text))))
}
