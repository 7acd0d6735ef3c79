//! Checks the recorded result against the Laws: the position that ended the game, or the event that the file names.

mod draw;
mod loss;

use super::finding::{Finding, FindingKind};
use super::recorded_end::RecordedEnd;
use super::replay::GameReplay;
use crate::laws::control::{Period, TimeControl};
use crate::laws::edition::LossCondition;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::types::Color;

/// How much of the move text could be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplayExtent {
    All,
    /// All but the last, which is an illegal move.
    AllButIllegal,
    /// Fewer moves than that.
    Part,
}

/// The end of the game according to the file.
#[derive(Clone, Debug)]
pub(super) struct RecordedResult {
    /// The scores; `None` if the game is open.
    pub points: Option<Points>,
    pub end: RecordedEnd,
    /// The winner that the file names besides the scores.
    pub winner: Option<Color>,
    /// The player who did what loses, according to the file.
    pub loser: Option<Color>,
    /// The player who claimed the draw, according to the file.
    pub claimant: Option<Color>,
    pub extent: ReplayExtent,
    /// The time control, if it is known.
    pub control: Option<TimeControl>,
}

/// The end of the game under the Laws, as far as moves and record show it, and the errors of the record.
pub(super) fn check_result(
    replay: &mut GameReplay,
    recorded: &RecordedResult,
) -> (Option<Outcome>, Vec<Finding>) {
    let mut check = ResultCheck {
        replay,
        recorded,
        findings: Vec::new(),
    };
    let outcome = check.outcome();
    (outcome, check.findings)
}

struct ResultCheck<'a> {
    replay: &'a mut GameReplay,
    recorded: &'a RecordedResult,
    findings: Vec<Finding>,
}

impl ResultCheck<'_> {
    fn add(&mut self, kind: FindingKind, detail: impl AsRef<str>) -> &mut Finding {
        let finding = Finding::new(kind, detail).at(self.replay.game.ply());
        self.findings.push(finding);
        self.findings.last_mut().expect("it was just added")
    }

    fn outcome(&mut self) -> Option<Outcome> {
        self.compare_with_named_winner();
        if let Some(end) = self.replay.end.clone() {
            self.compare_with_end(&end);
            return Some(end);
        }
        let recorded = self.recorded;
        let is_loss_by_last_move = recorded.extent == ReplayExtent::AllButIllegal
            && matches!(recorded.end, RecordedEnd::Infraction { .. });
        if recorded.extent != ReplayExtent::All && !is_loss_by_last_move {
            return None;
        }
        let Some(points) = recorded.points else {
            return self.open();
        };
        match points.winner() {
            Some(winner) => self.win(winner),
            None if points == Points::DRAW => self.draw(),
            None => {
                let detail = format!("{points}: the scores are an arbiter's decision");
                self.add(FindingKind::HumanJudgement, detail);
                None
            }
        }
    }

    fn compare_with_named_winner(&mut self) {
        let recorded = self.recorded;
        if let (Some(winner), Some(points)) = (recorded.winner, recorded.points)
            && points.winner() != Some(winner)
        {
            let detail =
                format!("the tag Termination says that {winner:#} won, but {points} is recorded");
            self.add(FindingKind::TerminationMismatch, detail);
        }
        // A draw may be right: the opponent cannot mate.
        if let (Some(loser), Some(points)) = (recorded.loser, recorded.points)
            && points.winner() == Some(loser)
        {
            let detail =
                format!("the tag Termination says that {loser:#} lost, but {points} is recorded");
            self.add(FindingKind::TerminationMismatch, detail);
        }
    }

    /// The period that both players are in, if the time control is known. Moves count from the first move of the game.
    fn period(&self) -> Option<&Period> {
        let control = self.recorded.control.as_ref()?;
        Some(control.period_after(self.replay.game.board().game_ply() / 2))
    }

    /// Compares the record with an automatic end.
    fn compare_with_end(&mut self, end: &Outcome) {
        let says = format!("{} gives {}", end.kind, end.points);
        match self.recorded.points {
            Some(points) if points == end.points => {}
            Some(points) if points != Points::DRAW && points.winner().is_none() => {
                let detail = format!("{says}; {points} is an arbiter's decision");
                self.add(FindingKind::HumanJudgement, detail);
            }
            Some(points) => {
                let detail = format!("{points} is recorded, but {says}");
                self.contradiction(FindingKind::ResultContradictsBoard, detail, end);
            }
            None => {
                let detail = format!("the result is open, but {says}");
                self.contradiction(FindingKind::ResultOpen, detail, end);
            }
        }
    }

    /// Adds a finding about a record that contradicts the outcome.
    fn contradiction(&mut self, kind: FindingKind, detail: String, outcome: &Outcome) {
        let finding = self.add(kind, detail);
        finding.article = Some(outcome.article);
        finding.proof = outcome.proof.as_ref().map(Proof::to_string);
    }

    /// The result is open, and the game has not ended on the board.
    fn open(&mut self) -> Option<Outcome> {
        match self.recorded.end {
            RecordedEnd::Unknown
            | RecordedEnd::Unfinished
            | RecordedEnd::HumanDecision(_)
            | RecordedEnd::Other(_) => {}
            _ => self.mismatch("*"),
        }
        None
    }

    fn mismatch(&mut self, result: &str) {
        let detail = match self.recorded.end {
            RecordedEnd::OnBoard(kind) => {
                format!("the tag Termination says {kind}, but the moves do not end the game")
            }
            _ => format!("the tag Termination does not match the result {result}"),
        };
        self.add(FindingKind::TerminationMismatch, detail);
    }

    /// What the opponent must be able to do for the event to lose.
    const fn condition(&self) -> LossCondition {
        self.replay.rules.loss_condition
    }

    fn unknown_end(&mut self, text: &str) {
        let detail = format!("'{text}': the judge does not know this end of a game");
        self.add(FindingKind::HumanJudgement, detail);
    }

    fn human_decision(&mut self, text: &str) {
        let detail = format!("'{text}': the record does not show whether this decision was right");
        self.add(FindingKind::HumanJudgement, detail);
    }
}

/// The name in messages of an event that loses.
const fn event(kind: OutcomeKind) -> &'static str {
    match kind {
        OutcomeKind::FlagFall => "a flag fall",
        OutcomeKind::IllegalMove => "an illegal move",
        _ => "a resignation",
    }
}
