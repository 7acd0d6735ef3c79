//! Illegal moves (97 7.4, 10.3, B.5, C.3; 01 and 09 7.4; 18 and 23 7.5), found at once or later.

mod binding;
mod found_later;
mod notes;
mod penalty;
mod unpunished;

pub use found_later::FoundLater;
pub(super) use found_later::{move_numbers, shared_times};

use super::answer::{Ruling, RulingQuestion};
use super::case::{CaseError, GameCase};
use super::named_move::NamedMove;
use crate::board::CastlingSide;
use crate::laws::edition::{Edition, Rules, clause};
use crate::laws::procedure::{AttemptedMove, IllegalMoves, Obligation, Remedy, remedy};
use crate::types::Color;
use crate::util::text::quote;
use binding::Binding;
use found_later::{both_in_check, is_unfinished, restored_clocks, standing_move, was_answered};
use notes::{IllegalNotes, note_result, note_times_of_1997};
use penalty::{Offence, penalised};
use unpunished::{legal_with_two_hands, not_completed};

const QUESTION: RulingQuestion = RulingQuestion::Illegal;

/// An illegal move of the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IllegalQuestion {
    /// The player's attempts in this turn, in order; the ruling is about the last one. If empty, it is about the next
    /// move of the record.
    pub attempts: Vec<String>,
    /// Illegal moves of the player in earlier turns; in a quickplay finish with its own rules, only those made in the
    /// finish.
    pub earlier: u32,
    /// Set if the move was not found illegal at once.
    pub found_later: Option<FoundLater>,
    /// The last move was made with both hands: since 2018 an illegal move (7.5.4).
    pub two_hands: bool,
    /// The player has not pressed the clock, so that the move is not completed.
    pub clock_running: bool,
}

/// Rules on an illegal move: the position, the moves that may replace it, the penalty, the clocks and the result.
///
/// # Errors
/// The attempts do not describe one turn, or the move was found illegal before it was made.
pub fn illegal(case: &mut GameCase, question: &IllegalQuestion) -> Result<Ruling, CaseError> {
    let over = match question.found_later {
        Some(_) => case.over_on_board(QUESTION),
        None => case.over(QUESTION),
    };
    if let Some(over) = over {
        return Ok(over);
    }
    let (before, last) = attempts(case, question)?;
    let found = match &question.found_later {
        Some(found) => Some((found, move_numbers(case, found)?)),
        None => None,
    };
    let rules = period_rules(case, 0);
    let binding = Binding::after_all(case, &rules, &before)?;
    // A move made with two hands, or found illegal later, may be illegal in a way that its text does not show.
    let hands = question.two_hands.then(|| rules.article(clause::ONE_HAND));
    let by_hands = question.two_hands && rules.edition >= Edition::Fide2018;
    let known = found.is_some() || by_hands && !question.clock_running;
    let named = case.read_move(&last)?;
    let castles = castling_article(case, &rules, named);
    let Some((attempt, remedy)) = illegal_attempt(case, binding.obligation, named, known) else {
        if let Some(article) = hands {
            return Ok(legal_with_two_hands(case, &rules, article));
        }
        let ruling = format!("'{}' is legal: there is no irregularity.", quote(&last));
        return Ok(case.ruling(QUESTION, ruling).under(castles));
    };
    let answered = found.is_some_and(|(_, numbers)| was_answered(case, numbers));
    if let Some((_, (_, total))) = found
        && answered
        && let Some(stands) = standing_move(case, &rules, (attempt, remedy), total)
    {
        let stands = case.note_uncalled_flags(stands, Color::ALL);
        return Ok(note_result(case, stands));
    }
    let binding = binding.after_last(case, &rules, question, named, (attempt, remedy));
    if found.is_none()
        && let Some(first) = flag_first(case)
    {
        return Ok(first);
    }
    if question.clock_running
        && found.is_none()
        && let Some(article) = completed_article(&rules)
    {
        return Ok(not_completed(case, &last, remedy, binding).under([article]));
    }
    let offence = Offence {
        text: &last,
        attempt,
        remedy,
        binding,
        by_hands: by_hands && matches!(named, NamedMove::Legal(_)),
        answered,
    };
    let mut offences = offences_before(case, &rules, question.earlier, before.len());
    let ruling = penalised(case, &rules, offence, &mut offences);
    let notes = IllegalNotes {
        case,
        rules: &rules,
        named,
        attempt,
        earlier: question.earlier,
        clock_running: question.clock_running,
        answered,
        is_seen: is_unfinished(remedy) || both_in_check(case.board(), attempt),
    };
    let ruling = notes.added_to(ruling, [hands, castles]);
    let mut ruling = case.note_uncalled_flags(ruling, Color::ALL);
    let Some((found, numbers)) = found else {
        return Ok(note_times_of_1997(&rules, case.note_recorded_clock(ruling)));
    };
    let is_flag_down = Color::ALL.into_iter().any(|color| case.is_flag_down(color));
    if is_flag_down && ruling.score.is_none() {
        // Before the illegal move, to which the game goes back, no flag had fallen.
        ruling.clocks = None;
    }
    ruling.open.extend(notes.illegal_answer());
    let ruling = restored_clocks(&rules, found, numbers, ruling);
    Ok(note_result(case, ruling))
}

/// The earlier attempts of the turn, and the last one.
fn attempts(
    case: &GameCase,
    question: &IllegalQuestion,
) -> Result<(Vec<String>, String), CaseError> {
    let mut attempts = question.attempts.clone();
    if attempts.is_empty() {
        attempts.extend(case.texts.get(case.replay.game.ply()).cloned());
    }
    let last = attempts.pop().ok_or_else(|| {
        let problem = "no move is named; name it, as in: compongo ruling illegal Ke3 --fen ...";
        CaseError(problem.to_owned())
    })?;
    Ok((attempts, last))
}

/// The player's illegal moves before the last one: in earlier turns, and in this one.
fn offences_before(case: &GameCase, rules: &Rules, earlier: u32, in_turn: usize) -> IllegalMoves {
    let mut offences = IllegalMoves::default();
    // A ply that no game reaches. Illegal moves before a quickplay finish of 1997 are free.
    let before = period_rules(case, 1).illegal_moves;
    (0..earlier).for_each(|_| offences.count(usize::MAX, before));
    let ply = case.replay.game.ply();
    (0..in_turn).for_each(|_| offences.count(ply, rules.illegal_moves));
    offences
}

/// The Article by which an illegal move is completed only by pressing the clock, so that it costs nothing before; `None` if
/// no Article says so.
fn completed_article(rules: &Rules) -> Option<&'static str> {
    rules
        .answered_move_article()
        .or(rules.article(clause::ILLEGAL_COMPLETED))
}

/// The Article about castling in Chess960, for a move that castles there.
fn castling_article(case: &GameCase, rules: &Rules, named: NamedMove) -> Option<&'static str> {
    let side = match named {
        NamedMove::Legal(mv) if mv.is_castling() => CastlingSide::of(mv.from(), mv.to()),
        NamedMove::Illegal(AttemptedMove::Castling(side)) => side,
        _ => return None,
    };
    let is_chess960 = case.replay.game.start().is_chess960();
    rules
        .article(clause::CHESS960_CASTLING)
        .filter(|_| is_chess960 && !case.bars_side(side))
}

/// The rules of the period that the player is in, or was in `moves_ago` moves ago.
pub(super) fn period_rules(case: &GameCase, moves_ago: u32) -> Rules {
    let rules = *case.rules();
    let made = case.moves_made(case.board().stm());
    let control = case.control.as_ref();
    control.map_or(rules, |control| {
        rules.during(control.period_after(made.saturating_sub(moves_ago)))
    })
}

/// A named move as an illegal one, with its consequence; `None` if it is legal and may be played.
fn illegal_attempt(
    case: &GameCase,
    standing: Obligation,
    named: NamedMove,
    known_illegal: bool,
) -> Option<(AttemptedMove, Remedy)> {
    let board = case.board();
    let attempt = match named {
        NamedMove::Legal(mv) if !known_illegal && standing.allows(board, mv) => return None,
        NamedMove::Legal(mv) => mv.into(),
        NamedMove::Illegal(attempt) => attempt,
    };
    Some((attempt, remedy(board, case.rules(), standing, attempt)))
}

/// Points to the question about a fallen flag of either player, which comes before an illegal move: a move made after
/// the fall of the player's own flag does not count either.
fn flag_first(case: &GameCase) -> Option<Ruling> {
    let stm = case.board().stm();
    [stm, !stm]
        .into_iter()
        .find_map(|color| case.ruled_first(QUESTION, color))
}
