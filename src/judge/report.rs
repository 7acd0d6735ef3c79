//! The report about a game or a position.

use super::finding::{Finding, FindingKind, Severity};
use crate::laws::edition::{Edition, Mode, Rules, Supervision};
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::laws::winnable::Winnability;
use crate::notation::openings::OpeningName;
use crate::types::Color;
use crate::util::text::printable;
use serde::Serialize;
use std::collections::BTreeMap;

/// The report about a game or a position. The JSON fields have this order. All text is free of control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JudgeReport {
    /// The name of the file, `-` for standard input; `None` for a position on the command line.
    pub file: Option<String>,
    /// The number of the entry in the file, from 1.
    pub index: usize,
    /// The tag `White`; `None` if it is missing.
    pub white: Option<String>,
    /// The tag `Black`; `None` if it is missing.
    pub black: Option<String>,
    /// The tag `Result`; `None` if it is missing.
    pub result: Option<String>,
    /// The edition of the Laws that applied; `None` if the record could not be read.
    pub edition: Option<Edition>,
    /// The mode that applied; `None` if the record could not be read.
    pub mode: Option<Mode>,
    /// The degree of supervision that applied; `None` if the record could not be read.
    pub supervision: Option<Supervision>,
    /// The opening, by the positions of the game; `None` if it has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
    /// Half-moves judged.
    pub plies: usize,
    /// The last position judged, in FEN; `None` if there is no valid position.
    pub fen: Option<String>,
    /// How the game ended under the Laws; `None` if it is open or its end cannot be known.
    pub verdict: Option<JudgeVerdict>,
    /// The draws that could be claimed; consecutive turns count once, at the first.
    pub claims: Vec<ClaimEntry>,
    /// All draws that can be claimed in the final position, with the position on the board and with a move.
    pub final_claims: Vec<ClaimEntry>,
    /// The draw offers that the record notes with `(=)`.
    pub draw_offers: Vec<DrawOffer>,
    /// The findings, in the order of the checks.
    pub findings: Vec<Finding>,
    /// Whether each side can still mate in the final position; `None` if there is no valid position.
    pub winnable: Option<WinnabilityReport>,
    /// Whether each side has mating potential; `None` where the edition does not ask for it (97 C.4 does).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mating_potential: Option<WinnabilityReport>,
    /// The number of its first line, from 1.
    #[serde(skip)]
    pub line: u64,
}

impl JudgeReport {
    /// An empty report.
    pub(super) fn new(file: Option<&str>, index: usize, line: u64) -> Self {
        Self {
            file: file.map(|file| printable(file).into_owned()),
            index,
            line,
            ..Self::default()
        }
    }

    pub(super) const fn note_rules(&mut self, rules: &Rules) {
        self.edition = Some(rules.edition);
        self.mode = Some(rules.mode);
        self.supervision = Some(rules.supervision);
    }

    /// True if there is a finding of a kind.
    pub fn has(&self, kind: FindingKind) -> bool {
        self.findings.iter().any(|finding| finding.kind == kind)
    }
}

/// How a game ended under the Laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgeVerdict {
    /// The score of both players.
    pub score: Points,
    /// The reason for the end.
    pub kind: OutcomeKind,
    /// The Article of the edition.
    pub article: &'static str,
    /// Half-moves played when it ended.
    pub ply: usize,
}

impl From<&Outcome> for JudgeVerdict {
    fn from(outcome: &Outcome) -> Self {
        Self {
            score: outcome.points,
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
    pub kind: OutcomeKind,
    /// Half-moves played before the claim.
    pub ply: usize,
    /// Half-moves played before the last of the consecutive turns at which the player could claim a draw of this kind.
    pub last_ply: usize,
    /// The announced move, in UCI notation; `None` for a claim with the position on the board.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The Article of the edition.
    pub article: &'static str,
}

/// A draw offer that the record notes (Article 8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawOffer {
    /// The half-move that it was made with, from 1.
    pub ply: usize,
    /// The player who made it.
    pub player: Color,
}

/// Whether each side can still mate by some series of legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WinnabilityReport {
    /// Whether White can still mate.
    pub white: SideWinnability,
    /// Whether Black can still mate.
    pub black: SideWinnability,
}

/// Whether a side can still mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideWinnability {
    /// `yes`, `no` or `undetermined`.
    pub answer: &'static str,
    /// The proof, in one line.
    pub proof: String,
}

impl From<&Winnability> for SideWinnability {
    fn from(winnability: &Winnability) -> Self {
        Self {
            answer: winnability.answer(),
            proof: winnability.proof(),
        }
    }
}

/// Totals over many reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeTotals {
    /// Games or positions.
    pub games: usize,
    /// Half-moves.
    pub plies: usize,
    /// Games or positions with findings.
    pub with_findings: usize,
    /// Findings of each kind.
    pub kinds: BTreeMap<FindingKind, usize>,
}

impl JudgeTotals {
    /// Adds a report.
    pub fn add(&mut self, report: &JudgeReport) {
        self.games += 1;
        self.plies += report.plies;
        self.with_findings += usize::from(!report.findings.is_empty());
        for finding in &report.findings {
            *self.kinds.entry(finding.kind).or_default() += 1;
        }
    }

    /// Findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        let counts = self
            .kinds
            .iter()
            .filter(|(kind, _)| kind.severity() == severity);
        counts.map(|(_, count)| count).sum()
    }

    /// True if the winnability of some position is undetermined.
    pub fn is_undetermined(&self) -> bool {
        self.kinds.contains_key(&FindingKind::Undetermined)
    }
}
