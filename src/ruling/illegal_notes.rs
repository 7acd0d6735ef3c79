//! What is noted beside the ruling on an illegal move: who must ask for it, and what the Laws leave open.

use super::answer::Ruling;
use super::case::GameCase;
use super::illegal::period_rules;
use crate::laws::edition::{Edition, Rules};
use crate::laws::procedure::AttemptedMove;
use crate::types::Color;

/// Notes that castling with a misplaced king is illegal only in standard chess.
pub(super) fn note_chess960(
    case: &GameCase,
    attempt: AttemptedMove,
    rules: &Rules,
    ruling: Ruling,
) -> Ruling {
    let castles = matches!(attempt, AttemptedMove::Castling(_));
    if !castles || !case.is_barred() {
        return ruling;
    }
    let ruling = ruling.under(rules.misplaced_king_article());
    if case.chess960.is_some() {
        return ruling;
    }
    ruling.left_open("whether Chess960 is played: there this king may castle")
}

/// Notes if a person must ask for the ruling, or the arbiter must intervene in time: `is_seen` tells that both kings are in
/// check, or a promotion is unfinished.
pub(super) fn note_request(
    ruling: Ruling,
    rules: &Rules,
    opponent: Color,
    (answered, is_seen): (bool, bool),
) -> Ruling {
    if let Some(article) = rules.intervention_article().filter(|_| is_seen) {
        let ruling = ruling.under([article]);
        return if answered {
            ruling.left_open(
                "whether it is possible to intervene: both kings in check, or an unfinished promotion",
            )
        } else {
            ruling.fact("claim", "the arbiter intervenes without one")
        };
    }
    if let Some(article) = rules.answered_move_article() {
        let who = if rules.edition >= Edition::Fide2018 {
            "the arbiter or "
        } else {
            ""
        };
        return ruling.left_open(format!(
            "whether {who}{opponent} claims it before {opponent} moves ({article})"
        ));
    }
    match rules.ruling_on_request_article() {
        Some(article) => {
            ruling.left_open(format!("whether a player asks for a ruling ({article})"))
        }
        None => ruling,
    }
}

/// Notes which earlier illegal moves count: not the ones before a quickplay finish with its own penalties.
pub(super) fn note_earlier(case: &GameCase, earlier: u32, rules: &Rules, ruling: Ruling) -> Ruling {
    let base = case.rules().illegal_moves;
    if earlier == 0 || rules.illegal_moves == base {
        return ruling;
    }
    if period_rules(case, 1).illegal_moves == base {
        return ruling.fact(
            "free",
            format_args!("{earlier}, before the quickplay finish"),
        );
    }
    if period_rules(case, u32::MAX).illegal_moves == base {
        let free = rules.restoration_article();
        return ruling.left_open(format!(
            "whether all earlier illegal moves were made in the quickplay finish: others are free ({free})"
        ));
    }
    ruling
}

/// Leaves a ruling open if the record has a result: what was found after the game has no effect.
pub(super) fn note_result(case: &GameCase, ruling: Ruling) -> Ruling {
    let Some(result) = case.recorded else {
        return ruling;
    };
    let restored = ruling.ruling.clone();
    ruling.undecided(format_args!(
        "the arbiter decides whether the game was over when the move was found. If it was, its result {result} stands. \
         If not: {restored}"
    ))
}
