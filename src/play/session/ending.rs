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

/// Node limit of the dead position test after each move: milliseconds as a rule, a second at worst. No clock runs
/// meanwhile.
const PLY_NODES: u64 = 200_000;
/// Node limit of a proof that the result depends on.
pub(in crate::play) const RESULT_NODES: u64 = 2_000_000;

impl PlaySession {
    /// Ends the game if the position does.
    pub fn end_by_position(&mut self) {
        let budget = ProofBudget::new(PLY_NODES);
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
            title: outcome.sentence(mover),
            articles: vec![outcome.article.to_owned()],
            why: proof
                .map(|proof| sentence(&proof_in_words(proof, self.terms.rules.loss_condition))),
            line: None,
            kind: Some(outcome.kind.as_str().to_owned()),
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

    pub(super) fn end_with(&mut self, end: PlayEnd) {
        self.since = None;
        self.pending = Duration::ZERO;
        (self.offer, self.touched, self.must, self.flagged) = (None, None, None, None);
        self.end = Some(end);
    }

    /// The score, if the game is over.
    pub fn points(&self) -> Option<Points> {
        self.end.as_ref()?.score.parse().ok()
    }

    /// A player resigns.
    pub fn resign(&mut self, by: Color, now: Instant) {
        self.settle(now);
        let budget = ProofBudget::with_solver(RESULT_NODES);
        let rules = self.terms.rules;
        let outcome = rule_resignation(&self.game, &rules, by, &mut self.cache, &budget);
        self.finish(&outcome, by);
    }
}
