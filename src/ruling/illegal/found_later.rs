//! Illegal moves that were found later: whether they stand, and the clocks (97 6.13, C.3; 01 6.14; 09 6.13, A.4.c, B.3.c; 18
//! A.4.2, A.4.4; 23 A.5.2, A.5.4).

use super::QUESTION;
use super::notes::who_claims;
use crate::board::{Board, Setup, SetupError};
use crate::laws::edition::{Edition, Mode, Rules, clause};
use crate::laws::interpretations1974::restored_time;
use crate::laws::outcome::Points;
use crate::laws::procedure::{AttemptedMove, Obligation, Remedy};
use crate::ruling::answer::{BothClocks, Ruling};
use crate::ruling::case::{CaseError, GameCase};
use crate::ruling::named_move::{NamedMove, read_named_move};
use crate::types::Color;
use crate::util::format::counted;
use crate::util::text::quote;
use std::time::Duration;

/// An illegal move that was found later. The case is the position before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundLater {
    /// The half-move that was illegal, counted from the start of the record, if the record does not show it.
    pub ply: Option<usize>,
    /// The number of moves when it was found, if the record does not show it.
    pub moves: Option<u32>,
    /// The time used by White and Black when it was found.
    pub used: [Option<Duration>; 2],
}

/// The number of the illegal move, and of the moves made when it was found.
///
/// # Errors
/// The move was found before it was made.
pub(in crate::ruling) fn move_numbers(
    case: &GameCase,
    found: &FoundLater,
) -> Result<(u32, u32), CaseError> {
    let error = match found.ply {
        Some(ply) if case.texts.is_empty() => (ply as u32).div_ceil(2),
        _ => move_number(case, case.replay.game.ply() + 1),
    };
    match found.moves {
        Some(moves) if moves < error => Err(CaseError(format!(
            "move {error} cannot be found illegal after {}",
            counted(moves, "move")
        ))),
        Some(moves) => Ok((error, moves)),
        None => Ok((error, move_number(case, case.texts.len()).max(error))),
    }
}

/// The number of the move with the last of so many half-moves of the record.
fn move_number(case: &GameCase, plies: usize) -> u32 {
    (case.replay.game.start().game_ply() + plies as u32).div_ceil(2)
}

/// The times used before an illegal move, in proportion to the moves.
pub(in crate::ruling) fn shared_times(
    found: &FoundLater,
    error: u32,
    total: u32,
) -> Option<BothClocks> {
    let share = |used: Duration| restored_time(used, total, error);
    BothClocks::new(found.used.map(|used| used.and_then(share)))
}

/// True if moves were made after the illegal one.
pub(super) fn was_answered(case: &GameCase, (error, total): (u32, u32)) -> bool {
    case.texts.len() > case.replay.game.ply() + 1 || total > error
}

/// The ruling on an illegal move that the opponent has answered, if it is no longer corrected; `total` moves had been made
/// when it was found. An unfinished promotion, and both kings in check, have their own clauses.
pub(super) fn standing_move(
    case: &GameCase,
    rules: &Rules,
    (attempt, remedy): (AttemptedMove, Remedy),
    total: u32,
) -> Option<Ruling> {
    let article = rules.answered_move_article()?;
    let unfinished = is_unfinished(remedy);
    let in_check = both_in_check(case.board(), attempt);
    // The reply can be claimed until the next move, which the record may not show.
    let plies = case.texts.len();
    let is_last = plies == case.replay.game.ply() + 2 && total <= move_number(case, plies);
    if rules.intervention_article().is_some() && (unfinished || in_check) {
        return (!is_last).then(|| intervention(rules, article, unfinished));
    }
    let drawn = rules.article(clause::ILLEGAL_POSITION);
    if let (true, Some(drawn), AttemptedMove::FromTo { to, .. }) = (unfinished, drawn, attempt)
        && answer_to(case).is_none_or(|answer| !answer.contains(&to.to_string()))
    {
        let ruling = "The position was still illegal after the next move: the game is drawn.";
        let mut ruling = Ruling::new(QUESTION, rules, ruling)
            .because(format!("a pawn was left on {to}"))
            .under([drawn])
            .left_open(format!(
                "whether the pawn still stands on {to}; otherwise the move stands ({article})"
            ));
        ruling.score = Some(Points::DRAW);
        return Some(ruling);
    }
    let ruling = "The illegal move stands: the opponent has moved. The game goes on.";
    let mut ruling = Ruling::new(QUESTION, rules, ruling).under([article]);
    if let Some(answer) = illegal_answer(case, attempt).filter(|_| is_last) {
        let condition = rules.loss_condition;
        let penalty = if rules.illegal_moves.loses_at != Some(1) {
            String::new()
        } else if rules.edition == Edition::Fide1997 {
            format!("; the claim wins if the claimant {}", condition.is_met())
        } else {
            let excuse = condition.is_not_met();
            format!("; the claim wins, or draws if the claimant {excuse}")
        };
        ruling = ruling.left_open(format!(
            "the reply '{}' was illegal as well: whether {} claims that before the next move{penalty}",
            quote(answer),
            who_claims(rules, case.board().stm())
        ));
    }
    if let Some(drawn) = drawn.filter(|_| in_check) {
        ruling = ruling.under([drawn]).undecided(format_args!(
            "the arbiter decides by the position after the reply. If {:#}'s king is in check, the position is still illegal \
             and the game is drawn ({drawn}); if not, the illegal move stands and the game goes on.",
            !case.board().stm()
        ));
    }
    // 09 B.3.c for blitz, 18 A.4.2 and 23 A.5.2 for rapid and blitz.
    if rules.edition >= Edition::Fide2018
        || (rules.edition, rules.mode) == (Edition::Fide2009, Mode::Blitz)
    {
        ruling = ruling.left_open(format!(
            "whether both players agree to correct it without the arbiter ({article})"
        ));
    }
    Some(ruling)
}

/// The ruling if an illegal move that asks for the arbiter's intervention was found only after more moves.
fn intervention(rules: &Rules, article: &'static str, unfinished: bool) -> Ruling {
    let condition = if unfinished {
        "the promotion is still not completed"
    } else {
        "both kings are still in check"
    };
    Ruling::new(QUESTION, rules, "")
        .under([article])
        .undecided(format_args!(
            "the arbiter decides by the position on the board. If {condition}, the arbiter intervenes if possible and \
             restores the position before the illegal move. Otherwise the illegal move stands and the game goes on."
        ))
}

/// True if a pawn was left on the last rank.
pub(super) const fn is_unfinished(remedy: Remedy) -> bool {
    matches!(
        remedy,
        Remedy::Stands(_) | Remedy::Replace(Obligation::Promote { .. })
    )
}

/// The pieces after an illegal move; `None` if it names no squares.
fn setup_after(board: &Board, attempt: AttemptedMove) -> Option<Setup> {
    let (from, to) = attempt.squares(board)?;
    let mut setup = board.setup();
    let piece = setup.pieces[from.index()].take();
    setup.pieces[to.index()] = piece;
    Some(setup)
}

/// True if a move leaves both kings in check.
pub(super) fn both_in_check(board: &Board, attempt: AttemptedMove) -> bool {
    let Some(mut setup) = setup_after(board, attempt) else {
        return false;
    };
    Color::ALL.into_iter().all(|stm| {
        setup.stm = stm;
        matches!(setup.board(), Err(SetupError::OpponentInCheck(_)))
    })
}

/// The move after the illegal one.
fn answer_to(case: &GameCase) -> Option<&str> {
    let answer = case.texts.get(case.replay.game.ply() + 1)?;
    Some(answer.as_str())
}

/// The move after the illegal one, if it is illegal too: it captures the king, or cannot be played in the position that
/// the illegal move leads to, as far as that can be set up.
pub(super) fn illegal_answer(case: &GameCase, attempt: AttemptedMove) -> Option<&str> {
    let (answer, board) = (answer_to(case)?, case.board());
    let mut setup = setup_after(board, attempt)?;
    let (from, to) = attempt.squares(board)?;
    let king = board.king(board.stm());
    let king = if from == king { to } else { king };
    if answer.contains(&king.to_string()) {
        return Some(answer);
    }
    setup.stm = !board.stm();
    setup.en_passant = None;
    let named = read_named_move(&setup.board().ok()?, answer, case.language());
    matches!(named, Ok(NamedMove::Illegal(_))).then_some(answer)
}

/// The clocks after a move was found illegal later: those before the move, if the record shows them, or otherwise times
/// in proportion to the moves, as in the interpretations of 1974. The arbiter's judgement goes first.
pub(super) fn restored_clocks(
    rules: &Rules,
    found: &FoundLater,
    (error, total): (u32, u32),
    ruling: Ruling,
) -> Ruling {
    if ruling.score.is_some() {
        // Nothing is restored in a game that is over.
        return ruling;
    }
    let mut ruling = ruling
        .under([rules.article(clause::RESTORED_CLOCKS)])
        .left_open("the last position that can be identified, if this one cannot");
    if ruling.clocks.is_some() {
        return ruling.left_open("time penalties given after the illegal move stand");
    }
    ruling.used = shared_times(found, error, total);
    if ruling.used.is_none() {
        return ruling.left_open("the times on the clocks, by the arbiter's best judgement");
    }
    ruling.left_open(format!(
        "the times: {error}/{total} of the times used, by the rule of 1974; the arbiter's judgement takes precedence"
    ))
}
