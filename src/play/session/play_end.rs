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
    /// Who claimed the draw, and with which move: `by Black with Ng8`.
    #[serde(default)]
    pub claim: Option<String>,
}

impl PlayEnd {
    /// The value of the PGN tag `Termination`.
    pub fn pgn_termination(&self) -> &'static str {
        match self.kind {
            Some(kind) => kind.pgn_termination(),
            None if self.score == "*" => "abandoned",
            None => "normal",
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_a_result_was_abandoned() {
        let ended = |score: &str, kind| {
            let end = PlayEnd {
                score: score.to_owned(),
                kind,
                ..PlayEnd::default()
            };
            end.pgn_termination()
        };
        assert_eq!(ended("*", None), "abandoned");
        assert_eq!(ended("1/2-1/2", None), "normal");
        assert_eq!(ended("1-0", Some(OutcomeKind::FlagFall)), "time forfeit");
    }
}
