//! The recorded result against the Laws: the position that ended the game, and the event that the file names.

mod draw;
mod loss;

use super::course::Course;
use super::ending::Ending;
use super::finding::{Finding, FindingKind};
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::laws::winnable::ProofBudget;
use crate::types::Color;

/// How far the moves of the file could be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// To the last one.
    All,
    /// To one before the last text, which is an illegal move.
    AllButIllegal,
    /// Not even so far.
    Part,
}

/// What the file says about the end of the game.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The scores; `None` if the game is open.
    pub points: Option<Points>,
    /// How they came about.
    pub ending: Ending,
    /// How far the moves could be followed.
    pub extent: Extent,
}

/// Says how the game ended under the Laws, as far as moves and record tell, and what is wrong with the record.
pub(super) fn rule(
    course: &mut Course,
    record: &Record,
    budget: &ProofBudget,
) -> (Option<Outcome>, Vec<Finding>) {
    let mut ruling = Ruling {
        course,
        record,
        budget,
        findings: Vec::new(),
    };
    let outcome = ruling.outcome();
    (outcome, ruling.findings)
}

struct Ruling<'a> {
    course: &'a mut Course,
    record: &'a Record,
    budget: &'a ProofBudget<'a>,
    findings: Vec<Finding>,
}

impl Ruling<'_> {
    fn find(&mut self, kind: FindingKind, detail: impl Into<String>) -> &mut Finding {
        let finding = Finding::new(kind, detail).at(self.course.game.ply());
        self.findings.push(finding);
        self.findings.last_mut().expect("it was just added")
    }

    fn outcome(&mut self) -> Option<Outcome> {
        if let Some(end) = self.course.end.clone() {
            self.compare_with_end(&end);
            return Some(end);
        }
        let record = self.record;
        let is_loss_by_last_move =
            record.extent == Extent::AllButIllegal && record.ending == Ending::Infraction;
        if record.extent != Extent::All && !is_loss_by_last_move {
            return None;
        }
        let Some(points) = record.points else {
            return self.open();
        };
        let winner = Color::ALL
            .into_iter()
            .find(|&color| points == Points::win(color));
        match winner {
            Some(winner) => self.win(winner),
            None if points == Points::DRAW => self.draw(),
            None => {
                let detail = format!("{points}: the scores are an arbiter's decision");
                self.find(FindingKind::HumanJudgement, detail);
                None
            }
        }
    }

    /// The game ended by itself.
    fn compare_with_end(&mut self, end: &Outcome) {
        let says = format!("{} gives {}", end.kind, end.points);
        match self.record.points {
            Some(points) if points == end.points => {}
            Some(points) if points != Points::DRAW && !is_win(points) => {
                let detail = format!("{says}; {points} is an arbiter's decision");
                self.find(FindingKind::HumanJudgement, detail);
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

    /// A finding about the record that an outcome contradicts.
    fn contradiction(&mut self, kind: FindingKind, detail: String, outcome: &Outcome) {
        let finding = self.find(kind, detail);
        finding.article = Some(outcome.article);
        finding.proof = outcome.proof.as_ref().map(Proof::to_string);
    }

    /// Nothing is recorded, and nothing has happened on the board.
    fn open(&mut self) -> Option<Outcome> {
        match self.record.ending {
            Ending::Unsaid | Ending::Unfinished(_) | Ending::Person(_) => {}
            _ => self.mismatch("*"),
        }
        None
    }

    fn mismatch(&mut self, result: &str) {
        let detail = format!("the tag Termination does not go with the result {result}");
        self.find(FindingKind::TerminationMismatch, detail);
    }

    fn person(&mut self, text: &str) {
        let detail = format!("'{text}': a person decided the game");
        self.find(FindingKind::HumanJudgement, detail);
    }
}

fn is_win(points: Points) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| points == Points::win(color))
}

/// An event by which a player loses, in the words of a sentence.
const fn event(kind: OutcomeKind) -> &'static str {
    match kind {
        OutcomeKind::FlagFall => "by time",
        OutcomeKind::IllegalMove => "by illegal moves",
        _ => "by resignation",
    }
}
