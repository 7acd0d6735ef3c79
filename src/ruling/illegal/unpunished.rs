//! Irregular moves without a penalty: not completed, or made with two hands where that is not illegal.

use super::QUESTION;
use super::binding::Binding;
use super::found_later::is_unfinished;
use crate::laws::edition::{Edition, Rules, clause};
use crate::laws::procedure::Remedy;
use crate::ruling::answer::Ruling;
use crate::ruling::case::GameCase;
use crate::ruling::claim::moves_of;
use crate::types::Move;
use crate::util::text::quote;

/// A legal move made with two hands that is not illegal: before 2018, and before the clock is pressed.
pub(super) fn legal_with_two_hands(
    case: &GameCase,
    rules: &Rules,
    article: &'static str,
) -> Ruling {
    let penalty = rules.article(clause::PENALTIES);
    let why = if rules.edition >= Edition::Fide2018 {
        "two hands make it illegal only once the clock is pressed".to_owned()
    } else {
        format!("two hands are forbidden ({article}), but make a move illegal only since 2018")
    };
    case.ruling(QUESTION, String::new())
        .undecided(format_args!(
            "the arbiter decides on a penalty ({penalty}). The move stands: {why}."
        ))
        .under([article, penalty])
}

/// An illegal move before the clock was pressed: touch-move binds, and there is no penalty. A pawn that was released on
/// the last rank must be promoted there.
pub(super) fn not_completed(
    case: &GameCase,
    text: &str,
    remedy: Remedy,
    binding: Binding,
) -> Ruling {
    let (text, stm) = (quote(text), case.board().stm());
    let (then, article) = if is_unfinished(remedy) {
        let article = case.rules().article(clause::RELEASED_PAWN);
        ("completes the promotion", article)
    } else {
        ("makes another move", binding.article)
    };
    let ruling = format!("'{text}' is not completed: there is no penalty, and {stm:#} {then}.");
    case.ruling(QUESTION, ruling)
        .because("the clock was not pressed")
        .under([article])
        .obliging(case.board(), &moves_to_finish(case, remedy, binding))
}

/// The moves of which one must complete the turn.
fn moves_to_finish(case: &GameCase, remedy: Remedy, binding: Binding) -> Vec<Move> {
    match remedy {
        Remedy::Stands(queen) => {
            let legal = case.board().legal_moves().into_iter();
            legal
                .filter(|mv| (mv.from(), mv.to()) == (queen.from(), queen.to()))
                .collect()
        }
        Remedy::Replace(_) => moves_of(case, binding.obligation),
    }
}
