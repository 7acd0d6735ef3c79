//! The ends of a game that are not rulings: by the position or by resignation.

use super::play_end::PlayEnd;
use super::play_note::ARBITER;
use super::play_session::PlaySession;
use crate::laws::flagfall::rule_resignation;
use crate::laws::outcome::{Outcome, Points, Proof, automatic};
use crate::laws::winnable::{ProofBudget, Winnability};
use crate::play::sentence::sentence;
use crate::ruling::proof_in_words;
use crate::types::Color;
use std::time::{Duration, Instant};

impl PlaySession {
    /// Ends the game if the position does.
    pub fn end_by_position(&mut self) {
        let budget = ProofBudget::for_each_move();
        let outcome = automatic(&self.game, &self.terms.rules, &mut self.cache, &budget);
        if let Some(outcome) = outcome {
            self.finish(&outcome, self.stm());
        }
    }

    /// Ends the game by an outcome; `mover` is the player who has the move, or who resigned.
    fn finish(&mut self, outcome: &Outcome, mover: Color) {
        // That a winner could mate needs no proof; that a side cannot is the reason.
        let could_mate = matches!(
            outcome.proof,
            Some(Proof::Opponent(Winnability::Winnable(_)))
        );
        let proof = outcome.proof.as_ref().filter(|_| !could_mate);
        self.decide(PlayEnd {
            score: outcome.points.to_string(),
            title: outcome.sentence(mover, self.terms.rules.loss_condition),
            articles: vec![outcome.article.to_owned()],
            why: proof
                .map(|proof| sentence(&proof_in_words(proof, self.terms.rules.loss_condition))),
            kind: Some(outcome.kind),
            ..PlayEnd::default()
        });
    }

    /// Ends the game by an outcome that is not a ruling, and logs it.
    pub fn decide(&mut self, end: PlayEnd) {
        let note = self.note(ARBITER, format!("{}.", end.title), &[]);
        note.articles.clone_from(&end.articles);
        if let Some(why) = &end.why {
            note.add_fact("proof", why);
        }
        self.end_with(end);
    }

    /// Ends the game without a result, because something failed.
    pub fn abandon(&mut self, failure: &str, why: String) {
        self.decide(PlayEnd {
            score: "*".to_owned(),
            title: format!("{failure}: the game is abandoned"),
            why: Some(why),
            ..PlayEnd::default()
        });
    }

    /// Ends the game and all that was pending in it.
    pub(in crate::play) fn end_with(&mut self, end: PlayEnd) {
        self.since = None;
        self.pending = Duration::ZERO;
        (self.offer, self.next_offer) = (None, None);
        (self.touched, self.must, self.flagged) = (None, None, None);
        self.first_touch = None;
        self.end = Some(end);
    }

    /// The score, if the game is over.
    pub fn points(&self) -> Option<Points> {
        self.end.as_ref()?.score.parse().ok()
    }

    /// A player resigns.
    pub fn resign(&mut self, by: Color, now: Instant) {
        self.settle(now);
        let budget = ProofBudget::for_result();
        let rules = self.terms.rules;
        let outcome = rule_resignation(&self.game, &rules, by, &mut self.cache, &budget);
        self.finish(&outcome, by);
    }
}
