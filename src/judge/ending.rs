//! How a game ended, as far as its tags say.

use crate::laws::outcome::OutcomeKind;
use crate::notation::pgn::{Tags, Termination};
use crate::util::text::quote;

/// How the game ended, as far as the file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It does not say.
    Unsaid,
    /// By the rules, by agreement or by resignation.
    Normal,
    /// By a fallen flag.
    Flag,
    /// Because rules were broken, which for the judge means illegal moves.
    Infraction,
    /// By resignation.
    Resignation,
    /// By agreement.
    Agreement,
    /// By a claim of this kind.
    Claim(OutcomeKind),
    /// By the decision of a person, or in a way that the judge does not know.
    Person(String),
    /// It has not ended.
    Unfinished(String),
}

impl Ending {
    /// What the tag `Termination` says: the words of the PGN standard, and the most usual others.
    pub fn of(tags: &Tags) -> Self {
        match tags.termination() {
            None => Self::Unsaid,
            Some(Termination::Normal) => Self::Normal,
            Some(Termination::TimeForfeit) => Self::Flag,
            Some(Termination::RulesInfraction) => Self::Infraction,
            Some(Termination::Adjudication) => Self::Person("adjudication".to_owned()),
            Some(Termination::Abandoned) => Self::Person("abandoned".to_owned()),
            Some(Termination::Adjourned) => Self::Unfinished("adjourned".to_owned()),
            Some(Termination::Unterminated) => Self::Unfinished("unterminated".to_owned()),
            Some(Termination::Other(text)) => Self::in_words(text),
        }
    }

    /// Texts of servers, such as `Ann won by resignation`.
    fn in_words(text: &str) -> Self {
        let lower = text.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if says(&["on time", "timeout", "time out", "time forfeit"]) {
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
            Self::Person(quote(text))
        }
    }
}
