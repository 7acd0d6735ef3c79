//! Recorded wins that did not end on the board, checked against the consequence of the event.

use super::{ReplayExtent, ResultCheck, event};
use crate::judge::finding::FindingKind;
use crate::judge::recorded_end::RecordedEnd;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::laws::procedure::{IllegalMoves, Penalty};
use crate::laws::winnable::Winnability;
use crate::types::Color;

impl ResultCheck<'_> {
    pub(super) fn win(&mut self, winner: Color) -> Option<Outcome> {
        let loser = !winner;
        match &self.recorded.end {
            RecordedEnd::Unknown => {
                self.any_loss(loser);
                None
            }
            RecordedEnd::Normal | RecordedEnd::Resignation => {
                let outcome = self.replay.resignation(loser);
                self.compare_with_event(FindingKind::ResultContradictsResignationRule, &outcome);
                Some(outcome)
            }
            RecordedEnd::Flag => {
                let outcome = self.replay.flag(loser);
                self.compare_with_event(FindingKind::ResultContradictsFlagRule, &outcome);
                Some(outcome)
            }
            RecordedEnd::BothFlags => {
                self.human_decision("which flag fell first");
                None
            }
            RecordedEnd::Infraction { names_illegal_move } => {
                if self.recorded.extent == ReplayExtent::AllButIllegal
                    && self.replay.game.board().stm() == winner
                {
                    self.illegal_move_of_winner(winner);
                    return None;
                }
                let is_shown = *names_illegal_move || self.recorded.extent != ReplayExtent::All;
                self.infraction(loser, is_shown)
            }
            RecordedEnd::Agreement
            | RecordedEnd::Claim(_)
            | RecordedEnd::OnBoard(_)
            | RecordedEnd::Unfinished => {
                self.mismatch(&Points::win(winner).to_string());
                None
            }
            RecordedEnd::HumanDecision(text) => {
                let text = text.clone();
                self.human_decision(&text);
                None
            }
            RecordedEnd::Other(text) => {
                let text = text.clone();
                self.unknown_end(&text);
                None
            }
        }
    }

    /// A loss by a rules infraction. `is_shown`: the record shows or names an illegal move; otherwise only a person knows
    /// what the infraction was.
    fn infraction(&mut self, loser: Color, is_shown: bool) -> Option<Outcome> {
        let Some(outcome) = self.illegal_move(loser) else {
            let detail =
                "illegal moves alone do not lose under these rules; an arbiter may have decided so";
            self.add(FindingKind::HumanJudgement, detail);
            return None;
        };
        if !is_shown {
            let detail = format!(
                "'rules infraction': the record shows no illegal move; if one ended the game, the result is {}",
                outcome.points
            );
            self.add(FindingKind::HumanJudgement, detail).article = Some(outcome.article);
            return None;
        }
        self.compare_with_event(FindingKind::ResultContradictsIllegalMoveRule, &outcome);
        Some(outcome)
    }

    /// The last move of the record is illegal, and it is the winner's.
    fn illegal_move_of_winner(&mut self, winner: Color) {
        let detail =
            format!("{winner:#} is recorded as the winner, but the illegal move is {winner:#}'s");
        match self.illegal_move(winner) {
            Some(outcome) => {
                let kind = FindingKind::ResultContradictsIllegalMoveRule;
                self.contradiction(kind, detail, &outcome);
            }
            None => {
                self.add(FindingKind::HumanJudgement, detail);
            }
        }
    }

    /// A loss without a recorded reason. Under rules by which every event draws if the opponent cannot mate, the loss
    /// is wrong in that case.
    fn any_loss(&mut self, loser: Color) {
        let rules = self.replay.rules;
        if rules.resignation_excused && self.replay.cannot_mate(!loser) {
            let article = rules.end_article(OutcomeKind::Resignation);
            let proof = self.replay.winnability(!loser).proof();
            let detail = format!(
                "{} is recorded, but {:#} cannot mate: whether {loser:#} resigned or lost on time or by an illegal move, \
                 the game is drawn",
                Points::win(!loser),
                !loser
            );
            let finding = self.add(FindingKind::ResultContradictsResignationRule, detail);
            finding.article = Some(article);
            finding.proof = Some(proof);
        }
    }

    /// Compares the recorded result with the outcome of the event.
    fn compare_with_event(&mut self, kind: FindingKind, outcome: &Outcome) {
        let Some(recorded) = self.recorded.points else {
            return;
        };
        let event = event(outcome.kind);
        let condition = self.condition();
        if let Some(Proof::Opponent(open @ Winnability::Undetermined { .. })) = &outcome.proof {
            let detail = format!(
                "it is undetermined whether the winner {}, so {recorded} stands: {event} normally loses",
                condition.is_met()
            );
            let finding = self.add(FindingKind::Undetermined, detail);
            finding.article = Some(outcome.article);
            finding.proof = Some(open.proof());
        }
        if outcome.points != recorded {
            let detail = format!(
                "{recorded} is recorded, but the winner {}, so {event} draws the game",
                condition.is_not_met()
            );
            self.contradiction(kind, detail, outcome);
        }
    }

    /// The outcome if the last illegal move was the one that loses; the record does not say how many there were. `None`
    /// if no number of them loses.
    pub(super) fn illegal_move(&mut self, loser: Color) -> Option<Outcome> {
        let rules = self.replay.rules;
        let rules = self.period().map_or(rules, |period| rules.during(period));
        let mut offences = IllegalMoves::default();
        for _ in 1..rules.illegal_moves.loses_at.unwrap_or(0) {
            offences.count(self.replay.game.ply(), rules.illegal_moves);
        }
        match self.replay.illegal_move(&rules, loser, None, &mut offences) {
            Penalty::Ends(outcome) => Some(outcome),
            Penalty::Bonus(_) => None,
        }
    }
}
