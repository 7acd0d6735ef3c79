//! Draw offers (Article 9.1).

use super::referee::Referee;
use crate::laws::edition::Waiver;
use crate::laws::procedure::AttemptedMove;
use crate::match_runner::uci_engine::EnginePlayer;
use crate::types::Color;

impl<P: EnginePlayer> Referee<'_, P> {
    /// Records a draw offer by the player to move, which stays open until the opponent answers, moves or, since 2001,
    /// touches a piece. An offer is too early, and has no effect, if both players will not have made the moves that an
    /// agreement needs even after the move of this turn.
    pub(super) fn offer_draw(&mut self, stm: Color) {
        let too_early = if self.game.ply() + 1 >= self.agreement_ply() {
            self.offer = Some(stm);
            String::new()
        } else {
            format!(
                " too early (Article {})",
                self.rules.early_agreement_article()
            )
        };
        self.remark(None, format!("{} offers a draw{too_early}", stm.title()));
    }

    /// True if both players have made the moves that an agreement needs (18 and 23 5.2.3; 09 9.1.a).
    pub(super) fn may_agree(&self) -> bool {
        self.game.ply() >= self.agreement_ply()
    }

    fn agreement_ply(&self) -> usize {
        self.task.opening.moves.len() + 2 * self.rules.moves_before_agreement as usize
    }

    /// A move of the player to move refuses the opponent's offer.
    pub(super) fn refuse_by_move(&mut self) {
        if self.offer == Some(!self.game.board().stm()) {
            self.offer = None;
        }
    }

    /// Notes whether an illegal move touches a piece, which refuses the opponent's offer since 2001.
    pub(super) fn note_touch(&mut self, attempt: AttemptedMove) {
        let touches = attempt.touched(self.game.board()).is_some();
        self.has_touched |= touches;
        if touches && self.rules.refusal == Waiver::Touching {
            self.refuse_by_move();
        }
    }
}
