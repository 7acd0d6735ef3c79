//! A draw is recorded although nothing on the board made it: a claim, an agreement, or an event that was excused.

use super::{Ruling, event};
use crate::judge::course::{Course, numbered};
use crate::judge::ending::Ending;
use crate::judge::finding::FindingKind;
use crate::judge::stretch::of_kind;
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::notation::san;
use crate::types::Color;

impl Ruling<'_> {
    pub(super) fn draw(&mut self) -> Option<Outcome> {
        match self.record.ending.clone() {
            Ending::Unsaid => {
                self.agreed_or_claimed();
                None
            }
            Ending::Normal => self.agreed_or_claimed(),
            Ending::Agreement => (!self.is_too_early()).then(|| self.now(OutcomeKind::Agreement)),
            Ending::Claim(kind) => self.claimed(kind),
            Ending::Flag => self.excused(FindingKind::ResultContradictsFlagRule, Self::flag),
            Ending::Resignation => {
                let kind = FindingKind::ResultContradictsResignationRule;
                self.excused(kind, Self::resignation)
            }
            Ending::Infraction => {
                // What else can be drawn after an infraction is for the arbiter to say.
                let loser = Color::ALL
                    .into_iter()
                    .find(|&loser| self.course.cannot_mate(!loser));
                if let Some(loser) = loser {
                    let outcome = self.illegal_move(loser)?;
                    return (outcome.points == Points::DRAW).then_some(outcome);
                }
                self.person("rules infraction");
                None
            }
            Ending::Person(text) => {
                self.person(&text);
                None
            }
            Ending::Unfinished(_) => {
                self.mismatch("1/2-1/2");
                None
            }
        }
    }

    /// A draw without a reason on the board: a claim, if one was possible, or else an agreement.
    fn agreed_or_claimed(&mut self) -> Option<Outcome> {
        let claims = &self.course.claims;
        if claims.is_empty() {
            return (!self.is_too_early()).then(|| self.now(OutcomeKind::Agreement));
        }
        let board = self.course.game.board();
        let mut ways = Vec::new();
        for kind in [OutcomeKind::Threefold, OutcomeKind::FiftyMoves] {
            ways.extend(of_kind(claims, kind).first().map(|claim| {
                let way = match claim.mv {
                    None => format!("{kind} with the position on the board"),
                    Some(mv) => {
                        let mv = numbered(board, &san::write(board, mv));
                        format!("{kind} with {mv}, announced and not played")
                    }
                };
                (claim.article, way)
            }));
        }
        let (articles, ways): (Vec<_>, Vec<_>) = ways.into_iter().unzip();
        let detail = format!("the draw may rest on a claim: {}", ways.join(", or "));
        self.find(FindingKind::ClaimExplainsDraw, detail).article = articles.first().copied();
        None
    }

    /// True, with a finding, if the players may not agree on a draw yet. A game from a position that is not that of
    /// move 1 may have had moves before.
    fn is_too_early(&mut self) -> bool {
        let Course { game, rules, .. } = &*self.course;
        let needed = rules.moves_before_agreement;
        let too_early = game.start().game_ply() == 0 && game.board().game_ply() < 2 * needed;
        if too_early {
            let article = rules.article(OutcomeKind::Agreement);
            let detail = format!(
                "a draw can be agreed after {needed} move of each player, not after {} in all",
                half_moves(game.ply())
            );
            self.find(FindingKind::AgreementTooEarly, detail).article = Some(article);
        }
        too_early
    }

    /// A draw by an event that would have been a loss, had the opponent been able to mate. Who lost is not recorded:
    /// mostly the player to move, but a flag may fall between a move and the press of the clock.
    fn excused(
        &mut self,
        kind: FindingKind,
        rule: fn(&mut Self, Color) -> Outcome,
    ) -> Option<Outcome> {
        let stm = self.course.game.board().stm();
        let outcomes = [stm, !stm].map(|loser| rule(self, loser));
        if let Some(outcome) = outcomes
            .iter()
            .find(|outcome| outcome.points == Points::DRAW)
        {
            return Some(outcome.clone());
        }
        let loss = &outcomes[0];
        let detail = format!(
            "1/2-1/2 is recorded, but each player could still mate: {} the other one loses",
            event(loss.kind)
        );
        self.contradiction(kind, detail, loss);
        None
    }

    /// The file says that a draw was claimed.
    fn claimed(&mut self, kind: OutcomeKind) -> Option<Outcome> {
        let claims = of_kind(&self.course.claims, kind);
        let outcome = self.now(kind);
        let Some(claim) = claims.first() else {
            let detail =
                format!("the draw is recorded as claimed ({kind}), but there is no such claim");
            self.contradiction(FindingKind::ResultContradictsClaimRule, detail, &outcome);
            return None;
        };
        Some(Outcome {
            article: claim.article,
            ..outcome
        })
    }

    /// A draw in the last position.
    fn now(&self, kind: OutcomeKind) -> Outcome {
        Outcome {
            points: Points::DRAW,
            kind,
            article: self.course.rules.article(kind),
            ply: self.course.game.ply(),
            proof: None,
        }
    }
}

/// A number of half-moves in words.
fn half_moves(number: usize) -> String {
    match number {
        1 => "1 half-move".to_owned(),
        number => format!("{number} half-moves"),
    }
}
