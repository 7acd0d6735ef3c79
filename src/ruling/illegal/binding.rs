//! The moves that bind a player after illegal moves in the same turn.

use super::{IllegalQuestion, illegal_attempt};
use crate::laws::edition::Rules;
use crate::laws::procedure::{AttemptedMove, Obligation, Remedy, TouchRule, ruled_as};
use crate::ruling::case::{CaseError, GameCase};
use crate::ruling::named_move::NamedMove;
use crate::util::text::quote;

/// The moves that bind the player after the attempts so far, and the Article for that.
#[derive(Clone, Copy)]
pub(super) struct Binding {
    pub obligation: Obligation,
    pub article: &'static str,
}

impl Binding {
    /// The binding after the earlier attempts of the turn.
    pub fn after_all(
        case: &GameCase,
        rules: &Rules,
        attempts: &[String],
    ) -> Result<Self, CaseError> {
        let mut binding = Self {
            obligation: Obligation::Free,
            article: rules.obligation_article(Obligation::Free),
        };
        for text in attempts {
            let named = case.read_move(text)?;
            let why = match illegal_attempt(case, binding.obligation, named, false) {
                None => "is legal",
                Some((_, Remedy::Stands(_))) => "stands as a promotion to a queen",
                Some((attempt, Remedy::Replace(obligation))) => {
                    binding = binding.after(case, rules, attempt, obligation);
                    continue;
                }
            };
            let text = quote(text);
            let problem = format!("'{text}' {why} and completes the turn");
            return Err(CaseError(problem));
        }
        Ok(binding)
    }

    /// The binding after the last move of the turn, of which the question is.
    pub fn after_last(
        self,
        case: &GameCase,
        rules: &Rules,
        question: &IllegalQuestion,
        named: NamedMove,
        (attempt, remedy): (AttemptedMove, Remedy),
    ) -> Self {
        let is_free = self.obligation == Obligation::Free;
        match (remedy, named) {
            // King and rook were touched, and castling is legal with one hand.
            (_, NamedMove::Legal(mv)) if question.two_hands && mv.is_castling() && is_free => {
                Self {
                    obligation: Obligation::Play(mv),
                    article: rules.touch_article(TouchRule::Castle),
                }
            }
            (Remedy::Replace(obligation), _) => self.after(case, rules, attempt, obligation),
            _ => self,
        }
    }

    /// The binding after one more illegal move: the first one remains.
    fn after(
        self,
        case: &GameCase,
        rules: &Rules,
        attempt: AttemptedMove,
        obligation: Obligation,
    ) -> Self {
        if self.obligation != Obligation::Free {
            return self;
        }
        Self {
            obligation,
            article: rules.obligation_article(ruled_as(case.board(), rules, attempt, obligation)),
        }
    }
}
