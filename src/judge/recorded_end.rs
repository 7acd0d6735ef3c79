//! The end of a game according to its tags.

use crate::laws::outcome::OutcomeKind;
use crate::notation::pgn::Tags;
use crate::util::text::quote;

/// The end of a game according to the tag `Termination`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordedEnd {
    /// The file does not say how it ended.
    Unknown,
    /// By the rules, by agreement or by resignation.
    Normal,
    Flag,
    BothFlags,
    /// By a rules infraction, which the judge takes for an illegal move.
    Infraction,
    Resignation,
    Agreement,
    Claim(OutcomeKind),
    /// By a human decision, or in a way that the judge does not know.
    HumanDecision(String),
    /// The game is not over.
    Unfinished,
}

/// Resignation or agreement, if the tags say that it ended the game; otherwise `None`.
pub fn ended_by_players(tags: &Tags) -> Option<OutcomeKind> {
    match RecordedEnd::of(tags) {
        RecordedEnd::Resignation => Some(OutcomeKind::Resignation),
        RecordedEnd::Agreement => Some(OutcomeKind::Agreement),
        _ => None,
    }
}

impl RecordedEnd {
    /// Reads the values of the PGN standard and the texts of the usual servers.
    pub fn of(tags: &Tags) -> Self {
        let Some(text) = tags.termination() else {
            return Self::Unknown;
        };
        match text.to_ascii_lowercase().as_str() {
            "normal" => Self::Normal,
            "time forfeit" => Self::Flag,
            "rules infraction" => Self::Infraction,
            decided @ ("adjudication" | "abandoned") => Self::HumanDecision(decided.to_owned()),
            "adjourned" | "unterminated" => Self::Unfinished,
            _ => {
                let players = ["White", "Black"].map(|name| tags.get(name).unwrap_or_default());
                Self::of_text(text, players)
            }
        }
    }

    /// Parses server texts, such as `Ann won by resignation`. Words in the names of the players are ignored.
    fn of_text(text: &str, players: [&str; 2]) -> Self {
        let words = words(text);
        let names = players.map(|player| {
            let name = self::words(player);
            // `Last, First` is also written `First Last`.
            let last = player
                .split_once(',')
                .map_or(0, |(last, _)| self::words(last).len());
            let mut turned = name.clone();
            turned.rotate_left(last);
            [name, turned]
        });
        let words = names.iter().fold(words, |words, name| without(words, name));
        let sentence = format!(" {} ", words.join(" "));
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| sentence.contains(phrase));
        if says(&[" both "]) && says(&[" flag", " time", " clock"]) {
            Self::BothFlags
        } else if says(&[" on time ", " timeout ", " time out ", " time forfeit "]) {
            Self::Flag
        } else if says(&[" resign"]) {
            Self::Resignation
        } else if says(&[" agree"]) {
            Self::Agreement
        } else if says(&[" repetition ", " threefold ", " 3 fold "]) {
            Self::Claim(OutcomeKind::Threefold)
        } else if says(&[" fifty ", " 50 "]) {
            Self::Claim(OutcomeKind::FiftyMoves)
        } else if says(&[" illegal move"]) {
            Self::Infraction
        } else {
            Self::HumanDecision(quote(text))
        }
    }
}

/// The words of a text, in lower case.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words without the first occurrence of a name, in one of its forms.
fn without(mut words: Vec<String>, name: &[Vec<String>]) -> Vec<String> {
    let found = name
        .iter()
        .filter(|name| !name.is_empty())
        .find_map(|name| {
            let start = words.windows(name.len()).position(|part| part == name)?;
            Some(start..start + name.len())
        });
    if let Some(found) = found {
        words.drain(found);
    }
    words
}
