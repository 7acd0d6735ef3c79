//! Recorded draws that did not end on the board: a claim, an agreement, or an event that draws because the opponent
//! cannot mate.

use super::{ResultCheck, event};
use crate::judge::claim_interval::of_kind;
use crate::judge::finding::FindingKind;
use crate::judge::recorded_end::RecordedEnd;
use crate::judge::replay::GameReplay;
use crate::laws::edition::{Edition, QuickplayFinish};
use crate::laws::flagfall::BothFlagsRuling;
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::notation::san;
use crate::types::Color;
use crate::util::format::counted;

impl ResultCheck<'_> {
    pub(super) fn draw(&mut self) -> Option<Outcome> {
        match self.recorded.end.clone() {
            RecordedEnd::Unknown => {
                self.agreed_or_claimed(GameReplay::flag);
                None
            }
            RecordedEnd::Normal => self.agreed_or_claimed(GameReplay::resignation),
            RecordedEnd::Agreement => {
                (!self.is_too_early()).then(|| self.now(OutcomeKind::Agreement))
            }
            RecordedEnd::Claim(kind) => self.claimed(kind),
            RecordedEnd::Flag => self.flag_draw(),
            RecordedEnd::BothFlags => self.both_flags(),
            RecordedEnd::Resignation => {
                let kind = FindingKind::ResultContradictsResignationRule;
                self.event_draw(kind, GameReplay::resignation)
            }
            RecordedEnd::Infraction { .. } => {
                let losers = self.possible_losers();
                let drawn = losers
                    .into_iter()
                    .filter_map(|loser| self.illegal_move(loser))
                    .find(|outcome| outcome.points == Points::DRAW);
                // Any other draw after an infraction is the arbiter's decision.
                if drawn.is_none() {
                    self.human_decision("rules infraction");
                }
                drawn
            }
            RecordedEnd::HumanDecision(text) => {
                self.human_decision(&text);
                None
            }
            RecordedEnd::Other(text) => {
                self.unknown_end(&text);
                None
            }
            RecordedEnd::OnBoard(_) | RecordedEnd::Unfinished => {
                self.mismatch("1/2-1/2");
                None
            }
        }
    }

    /// A draw without a recorded reason: a claim if one was possible, otherwise an agreement. If it is too early for an
    /// agreement, `event` may explain the draw instead, if the opponent cannot mate.
    fn agreed_or_claimed(
        &mut self,
        event: fn(&mut GameReplay, Color) -> Outcome,
    ) -> Option<Outcome> {
        if self.replay.claims.is_empty() {
            if self.is_before_agreement()
                && let Some(drawn) = self.outcomes(event).into_iter().find(is_draw)
            {
                return Some(drawn);
            }
            return (!self.is_too_early()).then(|| self.now(OutcomeKind::Agreement));
        }
        let claims = &self.replay.claims;
        let board = self.replay.game.board();
        let mut ways = Vec::new();
        for kind in [OutcomeKind::Threefold, OutcomeKind::FiftyMoves] {
            ways.extend(of_kind(claims, kind).first().map(|claim| {
                let way = match claim.mv {
                    None => format!("{kind} with the position on the board"),
                    Some(mv) => {
                        let mv = san::numbered(board, &san::write(board, mv));
                        format!("{kind} with {mv}, announced and not played")
                    }
                };
                (claim.article, way)
            }));
        }
        let (articles, ways): (Vec<_>, Vec<_>) = ways.into_iter().unzip();
        let detail = format!("the draw may be based on a claim: {}", ways.join(", or "));
        self.add(FindingKind::ClaimExplainsDraw, detail).article = articles.first().copied();
        None
    }

    /// True if it is too early for the players to agree on a draw. A game that does not start at move 1 may have had
    /// earlier moves.
    fn is_before_agreement(&self) -> bool {
        let GameReplay { game, rules, .. } = &*self.replay;
        let made = game.board().game_ply() / 2;
        game.start().game_ply() == 0 && made < rules.moves_before_agreement
    }

    /// Like [`Self::is_before_agreement`], but adds a finding if it is true.
    fn is_too_early(&mut self) -> bool {
        // Some databases have lost the moves.
        let is_lost = self.recorded.end == RecordedEnd::Unknown && self.replay.game.ply() == 0;
        let too_early = self.is_before_agreement() && !is_lost;
        if too_early {
            let GameReplay { game, rules, .. } = &*self.replay;
            let needed = rules.moves_before_agreement;
            let article = rules.early_agreement_article();
            let consent = if rules.bans_agreement() {
                " or with the arbiter's consent"
            } else {
                ""
            };
            let detail = format!(
                "a draw can be agreed after {} by each player{consent}, not after {} in all",
                counted(needed, "move"),
                counted(game.ply(), "half-move")
            );
            self.add(FindingKind::AgreementTooEarly, detail).article = Some(article);
        }
        too_early
    }

    /// A draw by an event that loses if the opponent can mate. Often the file does not say whose event it was.
    fn event_draw(
        &mut self,
        kind: FindingKind,
        rule: fn(&mut GameReplay, Color) -> Outcome,
    ) -> Option<Outcome> {
        let outcomes = self.outcomes(rule);
        if let Some(outcome) = outcomes.iter().find(|outcome| is_draw(outcome)) {
            return Some(outcome.clone());
        }
        let loss = &outcomes[0];
        let who = match self.recorded.loser {
            Some(loser) => format!("{:#}", !loser),
            None => "each player".to_owned(),
        };
        let detail = format!(
            "1/2-1/2 is recorded, but {who} {}, so {} loses",
            self.condition().is_met(),
            event(loss.kind)
        );
        self.contradiction(kind, detail, loss);
        None
    }

    /// The player whose event it was, if the file names one. Otherwise both players, the one to move first: usually it was
    /// this one, but a flag may also fall between a move and the press of the clock.
    fn possible_losers(&self) -> Vec<Color> {
        let stm = self.replay.game.board().stm();
        match self.recorded.loser {
            Some(loser) => vec![loser],
            None => vec![stm, !stm],
        }
    }

    /// The outcomes of an event of each possible loser.
    fn outcomes(&mut self, rule: fn(&mut GameReplay, Color) -> Outcome) -> Vec<Outcome> {
        let losers = self.possible_losers();
        losers
            .into_iter()
            .map(|loser| rule(self.replay, loser))
            .collect()
    }

    /// A draw by flag fall: the opponent cannot mate, or both flags had fallen. In the editions of 2018 and 2023 the
    /// latter is only in a guideline, so under them the file must say that both fell.
    fn flag_draw(&mut self) -> Option<Outcome> {
        let loses = Color::ALL.map(|loser| self.replay.flag(loser).points != Points::DRAW);
        let may_be_both = self.recorded.loser.is_none();
        if may_be_both && loses == [true; 2] && self.replay.rules.edition < Edition::Fide2018 {
            return self.both_flags();
        }
        self.event_draw(FindingKind::ResultContradictsFlagRule, GameReplay::flag)
    }

    /// A draw because both flags had fallen and it is not known which fell first.
    fn both_flags(&mut self) -> Option<Outcome> {
        let period = self.period().copied();
        match self.replay.both_flags(period.as_ref()) {
            BothFlagsRuling::Ends(outcome) => {
                let announced = match self.replay.rules.quickplay_finish {
                    QuickplayFinish::IfAnnounced => ", and the event has announced Guideline III",
                    _ => "",
                };
                let detail = format!(
                    "the game is drawn if both flags had fallen and no one knows which fell first{announced}"
                );
                self.add(FindingKind::HumanJudgement, detail).article = Some(outcome.article);
                Some(outcome)
            }
            BothFlagsRuling::GoesOn { article } => {
                let detail = "1/2-1/2 is recorded, but if both flags have fallen before the last period, the game goes on";
                let kind = FindingKind::ResultContradictsFlagRule;
                self.add(kind, detail).article = Some(article);
                None
            }
            BothFlagsRuling::DependsOnPeriod => {
                let detail =
                    "both flags had fallen: whether that is a draw depends on the time control";
                self.add(FindingKind::HumanJudgement, detail);
                None
            }
        }
    }

    /// A draw that is recorded as claimed.
    fn claimed(&mut self, kind: OutcomeKind) -> Option<Outcome> {
        let mut claims = of_kind(&self.replay.claims, kind);
        let outcome = self.now(kind);
        let stm = self.replay.game.board().stm();
        let mut whose = String::new();
        let has_moved = self.recorded.claimant == Some(!stm);
        if has_moved {
            // Some records include the move that was announced with the claim.
            claims.retain(|claim| claim.mv.is_none());
            whose = format!(" by {:#}", !stm);
        }
        let Some(claim) = claims.first() else {
            let detail = format!(
                "the draw is recorded as claimed{whose} ({kind}), but there is no such claim"
            );
            self.contradiction(FindingKind::ResultContradictsClaimRule, detail, &outcome);
            return None;
        };
        let article = if has_moved {
            self.replay.rules.claim_article(kind, true)
        } else {
            claim.article
        };
        Some(Outcome { article, ..outcome })
    }

    /// A draw in the last position.
    fn now(&self, kind: OutcomeKind) -> Outcome {
        Outcome::now(&self.replay.game, &self.replay.rules, kind, Points::DRAW)
    }
}

fn is_draw(outcome: &Outcome) -> bool {
    outcome.points == Points::DRAW
}
