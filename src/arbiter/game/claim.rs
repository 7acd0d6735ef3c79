//! Draws that an engine claims itself (Articles 9.2, 9.3 and 9.5).

use super::referee::Referee;
use super::verdict::side;
use super::{EnginePlayer, GameVerdict};
use crate::arbiter::uci_engine::EngineMove;
use crate::laws::outcome::OutcomeKind;
use crate::laws::procedure::{AnnouncedMove, AttemptedMove, ClaimRuling, claim_cost, rule_claim};
use crate::notation::uci_move;
use crate::types::Move;

impl<P: EnginePlayer> Referee<'_, P> {
    /// Judges `claim KIND now` and `claim KIND move M`, which stands before the answer `M`.
    ///
    /// The line states a right. It is a claim if the engine does not hope for more than a draw. A wrong claim costs time
    /// and binds the player to the moves returned.
    pub(super) fn claimed(
        &mut self,
        answer: &EngineMove,
        kind: Option<&str>,
        form: Option<&str>,
        named: Option<&str>,
    ) -> Result<Option<Vec<Move>>, GameVerdict> {
        let hopes = answer.info.mate.is_some_and(|mate| mate > 0)
            || answer.info.cp.is_some_and(|score| score > 0);
        let kind = match kind {
            Some("threefold") => OutcomeKind::Threefold,
            Some("fifty" | "fifty_moves") => OutcomeKind::FiftyMoves,
            _ => return Ok(None),
        };
        if hopes || !matches!(form, Some("now" | "move")) {
            return Ok(None);
        }
        let board = self.game.board();
        let announced = match named {
            None => AnnouncedMove::Nothing,
            Some(text) => match uci_move::parse(board, text) {
                Ok(mv) => AnnouncedMove::Move(mv),
                Err(_) => AnnouncedMove::Illegal(AttemptedMove::read(text)),
            },
        };
        let stm = board.stm();
        match rule_claim(&self.game, &self.rules, kind, announced) {
            ClaimRuling::Correct(outcome) => {
                let with = named.map_or(String::new(), |mv| format!(" with {mv}"));
                let how = format!("claimed by {}{with}", side(stm));
                Err(GameVerdict::claimed(kind, outcome.article, &how))
            }
            ClaimRuling::Wrong { allowed } => {
                let (own, other) = (stm.index(), (!stm).index());
                if let Some(clock) = &mut self.players[own].clock {
                    let cost = claim_cost(&self.rules, clock.main());
                    clock.set(cost.remaining);
                    self.players[other].give(cost.bonus);
                }
                let engine = self.players[own].engine;
                let text = format!("wrong claim: {kind} {}", form.unwrap_or_default());
                self.remark(Some(engine), text);
                Ok(Some(allowed))
            }
        }
    }
}
