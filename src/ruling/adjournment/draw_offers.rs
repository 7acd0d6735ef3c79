//! Offers of a draw in an adjourned game.

use super::events::EnvelopeState;
use super::resumption::Resumption;
use crate::laws::edition::articles::adjourned_games::AdjournmentPoint;
use crate::laws::edition::{RulesText, clause};
use crate::laws::interpretations1974::DrawOfferMoment;
use crate::notation::move_list::offers_draw;
use crate::types::Color;

impl Resumption<'_> {
    /// Rules on an offer of a draw (97 A.2.f and A.4, with Article 9.1; 74 18.1): the offer made after the sealing or,
    /// without one, the offer made before. Returns the player whose offer is open.
    ///
    /// Until the sealed move is made on the board, the player who sealed has the move.
    pub(super) fn draw_offer(&mut self) -> Option<Color> {
        if self.is_over() || self.events.envelope == EnvelopeState::PositionLost {
            return None;
        }
        let after_sealing = self.events.draw_offer;
        let with_sealed_move = self.sealed_offer().then(|| self.offer_with_sealed_move());
        if after_sealing.is_none() && with_sealed_move.is_some() {
            return with_sealed_move;
        }
        let player = after_sealing.or(self.adjourned.draw_offer)?;
        let moment = match after_sealing {
            _ if player == self.adjourned.sealer() => DrawOfferMoment::OnOwnTime,
            Some(_) => DrawOfferMoment::OnOpponentsTime,
            None => DrawOfferMoment::AfterMove,
        };
        let article = match self.adjourned.laws {
            RulesText::Interpretations1974 => moment.article(),
            RulesText::Edition(edition) if after_sealing.is_none() => {
                clause::DRAW_OFFERS.article(edition)
            }
            laws @ RulesText::Edition(_) => AdjournmentPoint::OfferAfterSealing.article(laws),
        };
        let opened = self.game.ply() > self.adjourned.game.ply();
        let (open, what) = match moment {
            DrawOfferMoment::AfterMove if opened => (
                false,
                "was refused when the sealed move was made on the board",
            ),
            DrawOfferMoment::AfterMove => (
                true,
                "is open until the sealed move is made on the board, which refuses it",
            ),
            _ if moment.may_await_move() && !opened => (
                true,
                "is open; the answer may wait until the sealed move is on the board",
            ),
            _ => (true, "is open until it is accepted or refused"),
        };
        let when = if after_sealing.is_some() {
            "after the sealing"
        } else {
            "before the adjournment"
        };
        let text = format!("{}'s offer of a draw {when} {what}", player.title());
        self.step_under(text, Some(article));
        open.then_some(player).or(with_sealed_move)
    }

    /// True if a draw is offered with the sealed move, `Nc6 (=)`, and the move is on the board.
    fn sealed_offer(&self) -> bool {
        let opened = self.game.ply() > self.adjourned.game.ply();
        let sealed = self.answer.sealed_move.as_ref();
        opened
            && sealed.is_some_and(|sealed| {
                let text: String = sealed.text.split_whitespace().collect();
                offers_draw(&text) || text.ends_with('=')
            })
    }

    /// The offer made with the sealed move (97 E.12, 09 C.13), which stands as any other made with a move.
    fn offer_with_sealed_move(&mut self) -> Color {
        let player = self.adjourned.sealer();
        let article = match self.adjourned.laws {
            RulesText::Interpretations1974 => DrawOfferMoment::AfterMove.article(),
            RulesText::Edition(edition) => clause::DRAW_OFFERS.article(edition),
        };
        let text = format!(
            "{}'s offer of a draw with the sealed move is open until it is accepted or refused",
            player.title()
        );
        self.step_under(text, Some(article));
        player
    }
}
