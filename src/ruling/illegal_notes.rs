//! What is noted beside the ruling on an illegal move: who must ask for it, and what the Laws leave open.

use super::answer::Ruling;
use super::case::GameCase;
use super::found_later::setup_after;
use super::illegal::period_rules;
use super::named_move::{NamedMove, read_named_move};
use crate::board::CastlingSide;
use crate::laws::edition::{Edition, Mode, Rules, clause};
use crate::laws::outcome::OutcomeKind;
use crate::laws::procedure::AttemptedMove;
use crate::types::{Color, Move};
use crate::util::text::quote;

/// Notes that castling with a misplaced king is illegal only in standard chess.
pub(super) fn note_chess960(
    case: &GameCase,
    attempt: AttemptedMove,
    rules: &Rules,
    ruling: Ruling,
) -> Ruling {
    if let Some(article) = castling_by_rook(case, attempt, rules) {
        return ruling.left_open(format!(
            "whether the player castled: the king stands on its square already, and the rook alone moves ({article})"
        ));
    }
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

/// The Article about castling, if a rook went to the square where it stands after a legal castling that does not move the
/// king.
fn castling_by_rook(
    case: &GameCase,
    attempt: AttemptedMove,
    rules: &Rules,
) -> Option<&'static str> {
    let AttemptedMove::FromTo { from, to, .. } = attempt else {
        return None;
    };
    let board = case.board();
    let stm = board.stm();
    let castles = |mv: &&Move| {
        let side = CastlingSide::of(mv.from(), mv.to());
        mv.is_castling()
            && mv.to() == from
            && side.king_target(stm) == mv.from()
            && side.rook_target(stm) == to
    };
    board.legal_moves().iter().find(castles)?;
    rules.article(clause::CHESS960_CASTLING)
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
        let free = rules.article(clause::RESTORATION);
        return ruling.left_open(format!(
            "whether all earlier illegal moves were made in the quickplay finish: others are free ({free})"
        ));
    }
    ruling
}

/// Leaves open whether a move counts before the clock is pressed, in an edition that does not say so.
pub(super) fn note_clock_running(stm: Color, ruling: Ruling) -> Ruling {
    const WHETHER: &str =
        "whether it counts although the clock was not pressed: no Article says so";
    if ruling.score.is_none() {
        return ruling.left_open(WHETHER);
    }
    let then = ruling.ruling.clone();
    ruling.undecided(format_args!(
        "the arbiter decides {WHETHER}. If it counts: {then} If not, {stm} makes another move."
    ))
}

/// Notes the times on the clocks after an illegal move of 1997: there is no bonus, but 7.4 refers to 6.13.
pub(super) fn note_times_of_1997(rules: &Rules, ruling: Ruling) -> Ruling {
    let is_restored = ruling
        .articles
        .contains(&rules.article(clause::RESTORATION));
    if ruling.score.is_some()
        || !is_restored
        || (rules.edition, rules.mode) != (Edition::Fide1997, Mode::Standard)
    {
        return ruling;
    }
    ruling
        .under(rules.article(clause::RESTORED_CLOCKS))
        .left_open("the times on the clocks, by the arbiter's best judgement")
}

/// Notes that a move which is illegal only by the way it was made ends the game, so that nothing after it may count.
pub(super) fn note_mate(
    case: &GameCase,
    named: NamedMove,
    rules: &Rules,
    ruling: Ruling,
) -> Ruling {
    let NamedMove::Legal(mv) = named else {
        return ruling;
    };
    let mut game = case.replay.game.clone();
    if game.play(mv).is_err() || !game.board().legal_moves().is_empty() {
        return ruling;
    }
    let kind = if game.board().in_check() {
        OutcomeKind::Checkmate
    } else {
        OutcomeKind::Stalemate
    };
    ruling.left_open(format!(
        "whether the move, which ends the game ({}), can be illegal by the way it was made",
        rules.end_article(kind)
    ))
}

/// Notes that the opponent's answer to an illegal move was illegal as well.
pub(super) fn note_answer(
    case: &GameCase,
    attempt: AttemptedMove,
    rules: &Rules,
    ruling: Ruling,
) -> Ruling {
    let stm = case.board().stm();
    let answer = case.texts.get(case.replay.game.ply() + 1);
    let Some(answer) = answer.filter(|answer| is_illegal_answer(case, attempt, answer)) else {
        return ruling;
    };
    ruling.left_open(format!(
        "whether the answer '{}' was illegal too, and what {stm} gets for it{}",
        quote(answer),
        match rules.illegal_penalty_article() {
            Some(article) => format!(" ({article})"),
            None => String::new(),
        }
    ))
}

/// True if the answer to an illegal move captures the king, or is illegal in the position that the move leads to, as far as
/// that can be set up.
fn is_illegal_answer(case: &GameCase, attempt: AttemptedMove, answer: &str) -> bool {
    let board = case.board();
    let (Some(mut setup), Some((from, to))) = (setup_after(board, attempt), attempt.squares(board))
    else {
        return false;
    };
    let king = board.king(board.stm());
    let king = if from == king { to } else { king };
    if answer.contains(&king.to_string()) {
        return true;
    }
    setup.stm = !board.stm();
    setup.en_passant = None;
    let named = setup
        .board()
        .ok()
        .map(|after| read_named_move(&after, answer, case.language()));
    matches!(named, Some(Ok(NamedMove::Illegal(_))))
}

/// Leaves a ruling open if the record has a result: what was found after the game has no effect.
pub(super) fn note_result(case: &GameCase, ruling: Ruling) -> Ruling {
    let Some(result) = case.recorded else {
        let mates = case.texts.last().is_some_and(|last| last.ends_with('#'));
        return if mates {
            ruling.left_open("whether the game was over by mate when it was found: then the result of the mate stands")
        } else {
            ruling
        };
    };
    let restored = ruling.ruling.clone();
    ruling.undecided(format_args!(
        "the arbiter decides whether the game was over when the move was found. If it was, its result {result} stands. \
         If not: {restored}"
    ))
}
