//! How a game ended according to its tags.

use crate::laws::outcome::OutcomeKind;
use crate::notation::pgn::{PgnTermination, Tags};
use crate::util::text::quote;

/// How a game ended according to the tag `Termination`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordedEnd {
    /// The file does not say.
    Unknown,
    /// By the rules, by agreement or by resignation.
    Normal,
    /// By flag fall.
    Flag,
    /// Both flags fell.
    BothFlags,
    /// By a rules infraction, which for the judge means illegal moves.
    Infraction,
    /// By resignation.
    Resignation,
    /// By agreement.
    Agreement,
    /// By a claim of this kind.
    Claim(OutcomeKind),
    /// By a human decision, or in a way that the judge does not know.
    HumanDecision(String),
    /// The game is not over.
    Unfinished(String),
}

impl RecordedEnd {
    /// Reads the values of the PGN standard and the texts of the usual servers.
    pub fn of(tags: &Tags) -> Self {
        match tags.termination() {
            None => Self::Unknown,
            Some(PgnTermination::Normal) => Self::Normal,
            Some(PgnTermination::TimeForfeit) => Self::Flag,
            Some(PgnTermination::RulesInfraction) => Self::Infraction,
            Some(PgnTermination::Adjudication) => Self::HumanDecision("adjudication".to_owned()),
            Some(PgnTermination::Abandoned) => Self::HumanDecision("abandoned".to_owned()),
            Some(PgnTermination::Adjourned) => Self::Unfinished("adjourned".to_owned()),
            Some(PgnTermination::Unterminated) => Self::Unfinished("unterminated".to_owned()),
            Some(PgnTermination::Other(text)) => Self::of_text(text),
        }
    }

    /// Server texts, such as `Ann won by resignation`.
    fn of_text(text: &str) -> Self {
        let lower = text.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if says(&["both"]) && says(&["flag", "time", "clock"]) {
            Self::BothFlags
        } else if says(&["on time", "timeout", "time out", "time forfeit"]) {
            Self::Flag
        } else if says(&["resign"]) {
            Self::Resignation
        } else if says(&["agree"]) {
            Self::Agreement
        } else if says(&["repetition", "threefold", "3-fold"]) {
            Self::Claim(OutcomeKind::Threefold)
        } else if says(&["fifty", "50"]) {
            Self::Claim(OutcomeKind::FiftyMoves)
        } else if says(&["illegal move"]) {
            Self::Infraction
        } else {
            Self::HumanDecision(quote(text))
        }
    }
}
