//! Draw offers and their answers.

use super::play_end::PlayEnd;
use super::play_session::PlaySession;
use crate::laws::edition::clause;
use crate::laws::outcome::{OutcomeKind, Points};
use crate::play::refusal::PlayRefusal;
use crate::types::Color;
use std::time::Instant;

impl PlaySession {
    /// A player offers a draw, with a move or at another time.
    pub fn make_offer(&mut self, by: Color, with_move: bool) {
        self.offer = Some(by);
        let rules = *self.rules();
        let mut articles = vec![rules.article(clause::OFFER)];
        let text = if with_move {
            format!("{} offers a draw.", by.title())
        } else {
            articles.push(rules.article(clause::DISTURBANCE));
            format!(
                "{} offers a draw. This is valid, although a draw should be offered with a move, before the clock is pressed.",
                by.title()
            )
        };
        self.note(by, text, &articles);
    }

    /// The opponent accepts.
    ///
    /// # Errors
    /// There is no offer of the opponent, or the Laws do not allow the agreement yet.
    pub fn accept(&mut self, by: Color, now: Instant) -> Result<(), PlayRefusal> {
        if self.offer != Some(!by) {
            return Err(PlayRefusal::new("there is no offer to accept"));
        }
        if self.game.board().game_ply() / 2 < self.rules().moves_before_agreement {
            let article = self.rules().end_article(OutcomeKind::Agreement);
            return Err(PlayRefusal(format!(
                "both players must have moved before they agree on a draw (Article {article})"
            )));
        }
        self.settle(now);
        let article = self.rules().end_article(OutcomeKind::Agreement);
        self.decide(PlayEnd {
            score: Points::DRAW.to_string(),
            title: format!("{} offered a draw, {} accepted", (!by).title(), by.title()),
            articles: vec![article.to_owned()],
            kind: Some(OutcomeKind::Agreement),
            ..PlayEnd::default()
        });
        Ok(())
    }

    /// The opponent declines.
    pub fn decline(&mut self, by: Color, how: &str) {
        if self.offer == Some(!by) {
            self.offer = self.next_offer.take();
            let article = self.rules().article(clause::OFFER);
            self.note(by, format!("{} {how}.", by.title()), &[article]);
        }
    }
}
