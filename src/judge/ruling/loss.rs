//! A player is recorded as the winner although nothing on the board made him so: what the event costs.

use super::{Ruling, event};
use crate::judge::course::Course;
use crate::judge::ending::Ending;
use crate::judge::finding::FindingKind;
use crate::laws::flagfall::{rule_flag, rule_resignation};
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::laws::procedure::{IllegalMoves, Penalty, rule_illegal};
use crate::types::Color;

impl Ruling<'_> {
    pub(super) fn win(&mut self, winner: Color) -> Option<Outcome> {
        let loser = !winner;
        match &self.record.ending {
            Ending::Unsaid => {
                self.any_loss(loser);
                None
            }
            Ending::Normal | Ending::Resignation => {
                let outcome = self.resignation(loser);
                self.compare_with_event(FindingKind::ResultContradictsResignationRule, &outcome);
                Some(outcome)
            }
            Ending::Flag => {
                let outcome = self.flag(loser);
                self.compare_with_event(FindingKind::ResultContradictsFlagRule, &outcome);
                Some(outcome)
            }
            Ending::Infraction => {
                let outcome = self.illegal_move(loser)?;
                self.compare_with_event(FindingKind::ResultContradictsIllegalMoveRule, &outcome);
                Some(outcome)
            }
            Ending::Agreement | Ending::Claim(_) | Ending::Unfinished(_) => {
                self.mismatch(&Points::win(winner).to_string());
                None
            }
            Ending::Person(text) => {
                let text = text.clone();
                self.person(&text);
                None
            }
        }
    }

    /// A loss for which no reason is given. Where every loss by an event is excused, it cannot be right if the opponent
    /// cannot mate.
    fn any_loss(&mut self, loser: Color) {
        let rules = self.course.rules;
        if rules.resignation_excused && self.course.cannot_mate(!loser) {
            let article = rules.article(OutcomeKind::Resignation);
            let proof = self.course.answer(!loser).proof();
            let detail = format!(
                "{} is recorded, but {} cannot mate: whether {loser} resigned or lost by time or by an illegal move, \
                 the game is drawn",
                Points::win(!loser),
                !loser
            );
            let finding = self.find(FindingKind::ResultContradictsResignationRule, detail);
            finding.article = Some(article);
            finding.proof = Some(proof);
        }
    }

    /// The result of a game that a player has lost by an event, against what that event costs.
    fn compare_with_event(&mut self, kind: FindingKind, outcome: &Outcome) {
        let Some(recorded) = self.record.points else {
            return;
        };
        let event = event(outcome.kind);
        if let Some(Proof::Undetermined { nodes }) = outcome.proof {
            let detail = format!(
                "whether the winner can mate was not found out, so {recorded} stands: a loss {event} is the general rule"
            );
            let finding = self.find(FindingKind::Undetermined, detail);
            finding.article = Some(outcome.article);
            finding.proof = Some(format!("none after {nodes} positions"));
        }
        if outcome.points != recorded {
            let detail = format!(
                "{recorded} is recorded, but the winner cannot mate: {event}, the game is drawn"
            );
            self.contradiction(kind, detail, outcome);
        }
    }

    pub(super) fn flag(&mut self, loser: Color) -> Outcome {
        let Course {
            game, rules, cache, ..
        } = &mut *self.course;
        rule_flag(game, rules, loser, cache, self.budget)
    }

    pub(super) fn resignation(&mut self, loser: Color) -> Outcome {
        let Course {
            game, rules, cache, ..
        } = &mut *self.course;
        rule_resignation(game, rules, loser, cache, self.budget)
    }

    /// The outcome if the last illegal move was one too many; how many there were is not recorded. `None` where no
    /// number of them loses.
    pub(super) fn illegal_move(&mut self, loser: Color) -> Option<Outcome> {
        let Course {
            game, rules, cache, ..
        } = &mut *self.course;
        let mut offences = IllegalMoves::default();
        for _ in 1..rules.illegal_moves.loses_at.unwrap_or(0) {
            offences.count(game.ply());
        }
        match rule_illegal(game, rules, loser, &mut offences, cache, self.budget) {
            Penalty::Ends(outcome) => Some(outcome),
            Penalty::Bonus(_) => {
                let detail = "illegal moves alone do not lose under these rules; an arbiter may have decided so";
                self.find(FindingKind::HumanJudgement, detail);
                None
            }
        }
    }
}
