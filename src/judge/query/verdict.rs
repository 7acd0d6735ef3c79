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
    /// There is a finding of this kind.
    Finding(FindingKind),
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

    /// Parses the name of a finding.
    pub fn finding(text: &str) -> Option<Self> {
        let word = word_of(text);
        let mut kinds = FindingKind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.as_str() == word)?;
        Some(Self::Finding(kind))
    }

    /// True if the report satisfies the term.
    pub fn holds(&self, report: &JudgeReport) -> bool {
        match self {
            Self::Termination(kind) => {
                let verdict = report.verdict.as_ref();
                verdict.map(|verdict| verdict.kind) == *kind
            }
            Self::Finding(kind) => report.has(*kind),
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
