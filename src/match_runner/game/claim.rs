//! Draw claims of engines (Articles 9.2, 9.3 and 9.5).

use super::referee::Referee;
use super::verdict::GameVerdict;
use crate::laws::edition::Waiver;
use crate::laws::outcome::OutcomeKind;
use crate::laws::procedure::{
    AnnouncedMove, AttemptedMove, ClaimRuling, Obligation, claim_cost, rule_claim,
};
use crate::match_runner::uci_engine::{EngineMove, EnginePlayer};
use crate::notation::uci_move;
use std::ops::ControlFlow;

/// A claim of an engine.
pub(super) struct EngineClaim<'a> {
    kind: OutcomeKind,
    /// The announced move; `None` for a claim with the position on the board.
    named: Option<&'a str>,
}

impl<'a> EngineClaim<'a> {
    /// Reads `KIND now` or `KIND move NAMED`; `None` if the words are not a claim.
    pub fn read(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let kind = match words.next()? {
            "threefold" => OutcomeKind::Threefold,
            "fifty" | "fifty_moves" => OutcomeKind::FiftyMoves,
            _ => return None,
        };
        let named = match words.next()? {
            "now" => None,
            "move" => Some(words.next()?),
            _ => return None,
        };
        Some(Self { kind, named })
    }
}

impl<P: EnginePlayer> Referee<'_, P> {
    /// Rules on `claim KIND now` and `claim KIND move M`, sent before `bestmove M`.
    ///
    /// It counts as a claim only if the engine's score is not above zero, because engines announce the right in every
    /// search. A wrong claim may cost time, gives time to the opponent, may count as a draw offer, and obliges the
    /// player to the announced move (Article 9.5). An illegal move earlier in the turn has touched a piece: since 2009 the
    /// right to claim is then lost (Article 9.4), and before that, the announced move must meet the `standing` obligation.
    pub(super) fn rule_engine_claim(
        &mut self,
        engine_move: &EngineMove,
        EngineClaim { kind, named }: EngineClaim<'_>,
        standing: Obligation,
    ) -> ControlFlow<GameVerdict, Obligation> {
        let ahead = engine_move.info.mate.is_some_and(|mate| mate > 0)
            || engine_move.info.cp.is_some_and(|score| score > 0);
        let is_lost = self.has_touched && self.rules.claim_lost_by == Waiver::Touching;
        if ahead || is_lost {
            return ControlFlow::Continue(Obligation::Free);
        }
        let board = self.game.board();
        let announced = match named {
            None => AnnouncedMove::Nothing,
            Some(text) => match uci_move::parse(board, text) {
                Ok(mv) if standing.allows(board, mv) => AnnouncedMove::Move(mv),
                Ok(mv) => AnnouncedMove::Illegal(mv.into()),
                Err(_) => AnnouncedMove::Illegal(AttemptedMove::read(text)),
            },
        };
        let stm = board.stm();
        match rule_claim(&self.game, &self.rules, kind, announced) {
            ClaimRuling::Correct(outcome, _) => {
                let with = named.map_or(String::new(), |mv| format!(" with {mv}"));
                let how = format!("claimed by {}{with}", stm.title());
                ControlFlow::Break(GameVerdict::claimed(kind, outcome.article, &how))
            }
            ClaimRuling::Wrong(obligation) => {
                let (own, other) = (stm.index(), (!stm).index());
                if let Some(clock) = &mut self.players[own].clock {
                    let cost = claim_cost(&self.rules, clock.main());
                    clock.set(cost.remaining);
                    self.players[other].give(cost.bonus);
                }
                let index = self.players[own].index;
                let form = named.map_or("now", |_| "move");
                let text = format!("wrong claim: {kind} {form}");
                self.remark(Some(index), text);
                if self.rules.claim_is_offer {
                    self.offer_draw(stm);
                }
                ControlFlow::Continue(obligation)
            }
        }
    }
}
