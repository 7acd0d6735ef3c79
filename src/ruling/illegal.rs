//! Illegal moves (97 7.4, 10.3, B.5, C.3; 01 and 09 7.4; 18 and 23 7.5), found at once or later.

use super::ClockTime;
use super::answer::{BothClocks, Ruling};
use super::case::GameCase;
use super::claim::moves_of;
use crate::board::Board;
use crate::laws::edition::{FlagCaller, Rules};
use crate::laws::interpretations1974::restored_time;
use crate::laws::outcome::{Outcome, Points, Proof};
use crate::laws::procedure::{
    AttemptedMove, IllegalMoves, Obligation, Penalty, Remedy, remedy, rule_illegal,
};
use crate::types::{Color, Move};
use crate::util::text::quote;
use std::time::Duration;

const QUESTION: &str = "illegal";

/// An illegal move of the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IllegalQuestion {
    /// What the player played in this turn, in order; the ruling is about the last. Without one it is about the next move of
    /// the record.
    pub attempts: Vec<String>,
    /// Illegal moves of the player in earlier turns.
    pub earlier: u32,
    /// The move was found illegal later than at once.
    pub found_later: Option<FoundLater>,
}

/// An illegal move that was found later. The case is about the position before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundLater {
    /// The half-move that was illegal, counted from the start of the record, where the record does not tell.
    pub ply: Option<usize>,
    /// The number of moves when it was found, where the record does not tell.
    pub moves: Option<u32>,
    /// The time used by White and Black when it was found.
    pub used: [Option<Duration>; 2],
}

/// Why a question about an illegal move cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalQuestionError {
    /// No move is named, and the record has no further one.
    #[error("no move is named")]
    NoMove,
    /// A move before the last is legal, so the turn was over.
    #[error("'{0}' is legal and completes the turn")]
    Legal(String),
    /// An attempt before the last stands as a promotion to a queen.
    #[error("'{0}' stands as a promotion to a queen and completes the turn")]
    Stands(String),
}

/// A move that was played or tried.
enum Tried {
    Legal,
    Illegal(Remedy),
}

/// Rules on an illegal move: the position, the moves that may replace it, the penalty, the clocks and the result.
///
/// # Errors
/// The attempts do not describe one turn.
pub fn illegal(
    case: &mut GameCase,
    question: &IllegalQuestion,
) -> Result<Ruling, IllegalQuestionError> {
    if let Some(over) = case.over(QUESTION) {
        return Ok(over);
    }
    let next = || case.texts.get(case.replay.game.ply()).cloned();
    let mut attempts = question.attempts.clone();
    if attempts.is_empty() {
        attempts.extend(next());
    }
    let Some(last) = attempts.pop() else {
        return Err(IllegalQuestionError::NoMove);
    };
    let rules = period_rules(case);
    let mut offences = IllegalMoves::default();
    // At a ply that no game reaches.
    (0..question.earlier).for_each(|_| offences.count(usize::MAX, rules.illegal_moves));
    let mut standing = Obligation::Free;
    for attempt in attempts {
        match tried(case, standing, &attempt, false) {
            Tried::Legal => return Err(IllegalQuestionError::Legal(quote(&attempt))),
            Tried::Illegal(Remedy::Stands(_)) => {
                return Err(IllegalQuestionError::Stands(quote(&attempt)));
            }
            Tried::Illegal(Remedy::Replace(obligation)) => standing = obligation,
        }
        offences.count(case.replay.game.ply(), rules.illegal_moves);
    }
    // A move that is found illegal later may have been so in a way that its text does not show.
    let is_known_illegal = question.found_later.is_some();
    let Tried::Illegal(remedy) = tried(case, standing, &last, is_known_illegal) else {
        let ruling = format!("'{}' is legal: there is no irregularity.", quote(&last));
        return Ok(Ruling::new(QUESTION, &rules, ruling).at(case.board(), case.clocks));
    };
    let answered = question
        .found_later
        .is_some_and(|found| was_answered(case, &found));
    if let Some(article) = rules.answered_move_article().filter(|_| answered) {
        let ruling = "The illegal move stands: the opponent has moved. The game goes on.";
        return Ok(Ruling::new(QUESTION, &rules, ruling).under([article]));
    }
    Ok(penalised(
        case,
        question,
        &rules,
        (&last, remedy),
        &mut offences,
    ))
}

/// The rules of the period in which the player is.
fn period_rules(case: &GameCase) -> Rules {
    let rules = *case.rules();
    let period = case.period(case.board().stm());
    period.map_or(rules, |period| rules.during(period))
}

/// A text as a legal move that may be played, or as an illegal one.
fn tried(case: &GameCase, standing: Obligation, text: &str, known_illegal: bool) -> Tried {
    let board = case.board();
    let attempt = match case.read_move(text) {
        Ok(mv) if !known_illegal && standing.allows(board, mv) => return Tried::Legal,
        Ok(mv) => mv.into(),
        Err(attempt) => attempt,
    };
    Tried::Illegal(remedy(board, case.rules(), standing, attempt))
}

/// The times used before an illegal move, in proportion to the moves.
pub(super) fn shared_times(found: &FoundLater, error: u32, total: u32) -> Option<BothClocks> {
    let share = |used: Duration| restored_time(used, total, error);
    BothClocks::new(found.used.map(|used| used.and_then(share)))
}

/// True if moves were made after the illegal one.
fn was_answered(case: &GameCase, found: &FoundLater) -> bool {
    let before = case.replay.game.ply();
    let (error, total) = move_numbers(case, found);
    case.texts.len() > before + 1 || total > error
}

/// The number of the illegal move, and of the moves made when it was found.
pub(super) fn move_numbers(case: &GameCase, found: &FoundLater) -> (u32, u32) {
    let start = case.replay.game.start().game_ply();
    let number = |plies: usize| (start + plies as u32).div_ceil(2);
    let error = match found.ply {
        Some(ply) if case.texts.is_empty() => (ply as u32).div_ceil(2),
        _ => number(case.replay.game.ply() + 1),
    };
    let total = found.moves.unwrap_or_else(|| number(case.texts.len()));
    (error, total.max(error))
}

/// The ruling on an illegal move that is corrected.
fn penalised(
    case: &mut GameCase,
    question: &IllegalQuestion,
    rules: &Rules,
    (text, remedy): (&str, Remedy),
    offences: &mut IllegalMoves,
) -> Ruling {
    let board = *case.board();
    let stm = board.stm();
    let budget = case.budget();
    let replay = &mut case.replay;
    let penalty = rule_illegal(
        &replay.game,
        rules,
        stm,
        offences,
        &mut replay.cache,
        &budget,
    );
    let number = offences.total();
    let is_unclear = case.read_move(text) == Err(AttemptedMove::Nothing);
    let text = quote(text);
    let ruling = match &penalty {
        Penalty::Ends(outcome) => ended(case, rules, outcome),
        Penalty::Bonus(bonus) => {
            let ruling = match remedy {
                Remedy::Stands(_) => "The pawn becomes a queen; the game goes on.".to_owned(),
                Remedy::Replace(_) => {
                    format!("The position before '{text}' is restored; {stm} makes another move.")
                }
            };
            let ruling = replaced(
                case,
                rules,
                remedy,
                &board,
                Ruling::new(QUESTION, rules, ruling),
            );
            bonus_for(ruling, rules, !stm, *bonus)
        }
    };
    let bonus = match penalty {
        Penalty::Bonus(bonus) => bonus,
        Penalty::Ends(_) => Duration::ZERO,
    };
    let mut ruling = ruling
        .because(format!("illegal move {number} of {stm}: '{text}'"))
        .fact("number", number);
    if ruling.fen.is_none() {
        ruling.fen = Some(board.to_string());
    }
    ruling.clocks = BothClocks::new(case.clocks_with(!stm, bonus));
    if is_unclear && ruling.score.is_none() {
        ruling = ruling
            .left_open("which piece was touched, and so must be moved or captured (Article 4)");
    }
    match &question.found_later {
        Some(found) => restored_clocks(case, rules, found, ruling),
        None => case.note_recorded_clock(ruling),
    }
}

/// The illegal move loses, or would lose if the opponent could mate.
fn ended(case: &GameCase, rules: &Rules, outcome: &Outcome) -> Ruling {
    let stm = case.board().stm();
    let undetermined = matches!(outcome.proof, Some(Proof::Undetermined { .. }));
    let ruling = match outcome.points {
        Points::DRAW => format!(
            "The illegal move would lose, but {} {}: the game is drawn.",
            !stm,
            rules.loss_condition.is_not_met()
        ),
        _ => format!("The illegal move loses: {} wins.", (!stm).title()),
    };
    let mut ruling = Ruling::new(QUESTION, rules, ruling).ended(outcome);
    ruling.proof = case.mate_proof(!stm, outcome);
    ruling.undetermined = undetermined;
    if rules.flag_caller == FlagCaller::Player {
        ruling = ruling.left_open(format!("whether {} claims it before moving", !stm));
    }
    ruling
}

/// The position and the obligation after an illegal move that does not end the game.
fn replaced(
    case: &GameCase,
    rules: &Rules,
    remedy: Remedy,
    board: &Board,
    ruling: Ruling,
) -> Ruling {
    match remedy {
        Remedy::Stands(queen) => {
            let mut after = *board;
            after.play(queen);
            let mut ruling = ruling.under(["7.5.2"]);
            ruling.fen = Some(after.to_string());
            ruling
        }
        Remedy::Replace(obligation) => {
            let moves: Vec<Move> = moves_of(case, obligation);
            ruling
                .under([
                    rules.restoration_article(),
                    rules.obligation_article(obligation),
                ])
                .obliging(board, &moves)
        }
    }
}

/// Adds the time for the opponent.
fn bonus_for(ruling: Ruling, rules: &Rules, opponent: Color, bonus: Duration) -> Ruling {
    if bonus.is_zero() {
        return ruling;
    }
    ruling
        .under(rules.illegal_penalty_article())
        .fact("bonus", format_args!("{} for {opponent}", ClockTime(bonus)))
}

/// The clocks after a move that was found illegal later: those before the move, from the log of the record; otherwise in
/// proportion to the moves, as the interpretations of 1974 have it, which the arbiter may improve.
fn restored_clocks(case: &GameCase, rules: &Rules, found: &FoundLater, ruling: Ruling) -> Ruling {
    let mut ruling = ruling.under(rules.restored_clocks_article());
    let (error, total) = move_numbers(case, found);
    if found.used.iter().any(Option::is_some) {
        ruling.used = shared_times(found, error, total);
        return ruling.left_open(format!(
            "the times: those used are shares of {error} of {total} moves, the rule of 1974; the arbiter's judgement goes first"
        ));
    }
    if ruling.clocks.is_none() {
        return ruling.left_open("the times on the clocks, by the arbiter's best judgement");
    }
    ruling.left_open("time added or taken as a penalty after the illegal move stays so")
}
