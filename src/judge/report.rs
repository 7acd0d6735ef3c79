//! What the judge says about a game or a position.

use super::finding::{Finding, FindingKind, Severity};
use crate::laws::outcome::{Outcome, OutcomeKind};
use crate::laws::winnable::Winnability;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// What the judge says about a game or a position. As JSON, the fields stand in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the file, `-` for standard input; `None` for a position of the command line.
    pub file: Option<String>,
    /// The place in the file, from 1.
    pub index: usize,
    /// The player of the white men, if the file says so.
    pub white: Option<String>,
    /// The player of the black men.
    pub black: Option<String>,
    /// The tag `Result` as it is written.
    pub result: Option<String>,
    /// How the game ended under the Laws; `None` if it is open, or if its end cannot be known.
    pub verdict: Option<Verdict>,
    /// The draws that could be claimed; of a stretch of turns, the first.
    pub claims: Vec<ClaimEntry>,
    /// What is to be said about it, in the order in which it was found.
    pub findings: Vec<Finding>,
    /// Who can still mate in the last position; `None` if there is none.
    pub winnable: Option<Answers>,
    /// The number of its first line, from 1.
    #[serde(skip)]
    pub line: u64,
    /// The rules under which it was judged, such as `fide2023 standard`.
    #[serde(skip)]
    pub rules: String,
    /// Half-moves that were judged.
    #[serde(skip)]
    pub plies: usize,
}

impl Report {
    /// An empty report.
    pub(super) fn new(file: Option<&str>, index: usize, line: u64) -> Self {
        Self {
            file: file.map(str::to_owned),
            index,
            white: None,
            black: None,
            result: None,
            verdict: None,
            claims: Vec::new(),
            findings: Vec::new(),
            winnable: None,
            line,
            rules: String::new(),
            plies: 0,
        }
    }

    /// True if some finding is of a kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.findings.iter().any(|finding| finding.kind == kind)
    }
}

/// How a game ended under the Laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// What both players score, such as `1/2-1/2`.
    pub score: String,
    /// Why.
    #[serde(serialize_with = "kind")]
    pub kind: OutcomeKind,
    /// The Article of the edition.
    pub article: &'static str,
    /// Half-moves played when it ended.
    pub ply: usize,
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Self {
        Self {
            score: outcome.points.to_string(),
            kind: outcome.kind,
            article: outcome.article,
            ply: outcome.ply,
        }
    }
}

/// A draw that could be claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimEntry {
    /// Threefold repetition or 50 moves.
    #[serde(serialize_with = "kind")]
    pub kind: OutcomeKind,
    /// Half-moves played before it.
    pub ply: usize,
    /// The move to be announced and not played, as a GUI writes it; `None` with the position on the board.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The Article of the edition.
    pub article: &'static str,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
fn kind<S: Serializer>(kind: &OutcomeKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

/// Who can still mate by some series of legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answers {
    /// Whether White can.
    pub white: Answer,
    /// Whether Black can.
    pub black: Answer,
}

/// Whether a side can still mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// `yes`, `no` or `undetermined`.
    pub answer: &'static str,
    /// How that is known.
    pub proof: String,
}

impl From<&Winnability> for Answer {
    fn from(winnability: &Winnability) -> Self {
        Self {
            answer: match winnability.is_winnable() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "undetermined",
            },
            proof: winnability.proof(),
        }
    }
}

/// Sums over many reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games or positions.
    pub games: usize,
    /// Half-moves.
    pub plies: usize,
    /// Games or positions with findings.
    pub with_findings: usize,
    /// Findings of each kind.
    pub kinds: BTreeMap<FindingKind, usize>,
}

impl Tally {
    /// Counts a report.
    pub fn add(&mut self, report: &Report) {
        self.games += 1;
        self.plies += report.plies;
        self.with_findings += usize::from(!report.findings.is_empty());
        for finding in &report.findings {
            *self.kinds.entry(finding.kind).or_default() += 1;
        }
    }

    /// Findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        let of_it = self
            .kinds
            .iter()
            .filter(|(kind, _)| kind.severity() == severity);
        of_it.map(|(_, count)| count).sum()
    }

    /// True if it is not known whether some side can mate.
    pub fn is_undetermined(&self) -> bool {
        self.kinds.contains_key(&FindingKind::Undetermined)
    }
}
