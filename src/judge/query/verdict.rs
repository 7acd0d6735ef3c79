//! Terms about the judge's report.

use super::super::finding::FindingKind;
use super::super::report::JudgeReport;
use crate::laws::outcome::OutcomeKind;

/// Short words for ends of games.
const SHORT: [(&str, OutcomeKind); 3] = [
    ("mate", OutcomeKind::Checkmate),
    ("flag", OutcomeKind::FlagFall),
    ("dead", OutcomeKind::DeadPosition),
];
/// The word for a game without an end.
const OPEN: &str = "open";

/// A condition on the report.
#[derive(Clone, Debug)]
pub(super) enum VerdictTerm {
    /// The game ends in this way; with `None` it is open, or its end cannot be known.
    Termination(Option<OutcomeKind>),
    /// There is a finding of one of these kinds.
    Finding(Vec<FindingKind>),
}

impl VerdictTerm {
    /// Parses the end of a game, as reports name it.
    pub fn termination(text: &str) -> Option<Self> {
        let word = word_of(text);
        if word == OPEN {
            return Some(Self::Termination(None));
        }
        let all = OutcomeKind::ALL.map(|kind| (kind.as_str(), kind));
        let mut known = all.into_iter().chain(SHORT);
        let (_, kind) = known.find(|(name, _)| *name == word)?;
        Some(Self::Termination(Some(kind)))
    }

    /// Parses the name of a finding, or the beginning of several names.
    pub fn finding(text: &str) -> Option<Self> {
        let word = word_of(text);
        let is_named = |kind: &FindingKind| kind.as_str() == word;
        let begins_so = |kind: &FindingKind| !word.is_empty() && kind.as_str().starts_with(&word);
        // A whole name does not stand for longer ones: missing_result is not missing_result_tag.
        let mut kinds: Vec<_> = FindingKind::ALL.into_iter().filter(is_named).collect();
        if kinds.is_empty() {
            kinds = FindingKind::ALL.into_iter().filter(begins_so).collect();
        }
        (!kinds.is_empty()).then_some(Self::Finding(kinds))
    }

    /// True if the report satisfies the term.
    pub fn holds(&self, report: &JudgeReport) -> bool {
        match self {
            Self::Termination(kind) => {
                let verdict = report.verdict.as_ref();
                verdict.map(|verdict| verdict.kind) == *kind
            }
            Self::Finding(kinds) => kinds.iter().any(|&kind| report.has(kind)),
        }
    }
}

/// The words for ends of games.
pub(super) fn terminations() -> impl Iterator<Item = &'static str> {
    let all = OutcomeKind::ALL.into_iter().map(OutcomeKind::as_str);
    all.chain(SHORT.map(|(name, _)| name)).chain([OPEN])
}

/// A word as reports write it: `Dead position` is `dead_position`.
fn word_of(text: &str) -> String {
    text.to_lowercase().replace([' ', '-'], "_")
}
