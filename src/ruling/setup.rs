//! Wrong starts: the initial position, the board, the colours (97 to 09 7.1 and 7.2; 18 and 23 7.2 and 7.3).

use super::answer::{Ruling, RulingQuestion};
use super::case::GameCase;
use crate::laws::edition::{Edition, clause};
use crate::laws::initial_position::{
    ArrangementError, BarredCastling, arrangement_errors, chess960_number, incomplete_sides,
    is_arrangement,
};
use crate::types::Color;

const QUESTION: RulingQuestion = RulingQuestion::Setup;
/// The number of the initial position of standard chess among the start positions of Chess960.
const STANDARD_NUMBER: usize = 518;

/// The errors at the start of a game. A wrong arrangement of the pieces is detected automatically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupQuestion {
    /// The board was placed with a dark square in each player's right-hand corner.
    pub board_turned: bool,
    /// The players had the wrong colours.
    pub colors_reversed: bool,
    /// Chess960 is played; `None` if the record shows it, or it is not known.
    pub chess960: Option<bool>,
    /// The moves that each player has completed; `None` to take them from the record.
    pub moves: Option<u32>,
}

/// Rules on errors at the start of a game.
pub fn setup(case: &GameCase, question: &SetupQuestion) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let start = case.replay.game.start();
    let chess960 = question.chess960.or(case.chess960);
    let mut errors = arrangement_errors(start, chess960);
    errors.extend(incomplete_sides(start, chess960 == Some(true)));
    let recorded = case.moves_made(Color::Black);
    let moves = question.moves.unwrap_or(recorded);
    let ruling = found_errors(case, question, &errors, moves);
    // Clocks of the record are those after its moves.
    let clocks = if moves == recorded {
        case.clocks
    } else {
        [None; 2]
    };
    let ruling = ruling.at(case.board(), clocks).fact("moves", moves);
    if is_arrangement(start) {
        let number = chess960_number(start).filter(|_| chess960.is_none());
        let depends_on_variant = number.is_some_and(|number| number != STANDARD_NUMBER);
        let variant = if errors.is_empty() {
            "whether Chess960 is played (--chess960): in standard chess this initial position is wrong"
        } else {
            "whether Chess960 is played (--chess960): there this position is correct"
        };
        ruling.left_open_if(depends_on_variant, variant)
    } else if !errors.is_empty() {
        ruling.left_open("whether the game began from this position")
    } else {
        ruling.left_open("the initial arrangement: the record does not begin with it")
    }
}

/// The ruling on all errors together.
fn found_errors(
    case: &GameCase,
    question: &SetupQuestion,
    errors: &[ArrangementError],
    moves: u32,
) -> Ruling {
    let rules = case.rules();
    let stands = rules.setup_stands_after.is_some_and(|limit| moves >= limit);
    let is_cancelled = !errors.is_empty() && !stands;
    let restarts = rules
        .reversed_colors_restart_below
        .is_some_and(|limit| moves < limit);
    let new_game = is_cancelled || (question.colors_reversed && restarts);
    let array = (!errors.is_empty()).then(|| wrong_array(case, question, errors, moves));
    let colors = question
        .colors_reversed
        .then(|| reversed_colors(case, moves, is_cancelled));
    let board = question
        .board_turned
        .then(|| turned_board(case, question, moves, new_game));
    let found = [array, colors, board].into_iter().flatten();
    found.reduce(together).unwrap_or_else(|| no_error(case))
}

fn together(first: Ruling, second: Ruling) -> Ruling {
    let reasons: Vec<String> = first.reason.into_iter().chain(second.reason).collect();
    let mut both = Ruling {
        ruling: format!("{} {}", first.ruling, second.ruling),
        reason: None,
        ..first
    }
    .under(second.articles);
    both.reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    both.facts.extend(second.facts);
    both.open.extend(second.open);
    both
}

/// A wrong initial position: a new game, or in rapid and blitz, after some moves, no claim.
fn wrong_array(
    case: &GameCase,
    question: &SetupQuestion,
    errors: &[ArrangementError],
    moves: u32,
) -> Ruling {
    let rules = case.rules();
    let names: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let about_chess960 = question.chess960.or(case.chess960) == Some(true);
    let incomplete = errors.iter().any(|error| {
        matches!(
            error,
            ArrangementError::Incomplete(_) | ArrangementError::WrongRanks
        )
    });
    let pieces = [clause::ARRAY, clause::ARRAY_SQUARES].map(|clause| rules.article(clause));
    let ruling = match rules.setup_stands_after.filter(|&limit| moves >= limit) {
        Some(limit) => {
            let ruling = format!(
                "The position stands: each player has made {limit} moves. The game goes on."
            );
            let swapped = errors
                .iter()
                .any(|error| matches!(error, ArrangementError::KingAndQueenSwapped(_)));
            let barred = BarredCastling::new(
                case.replay.game.start(),
                question.chess960.or(case.chess960),
                rules,
            );
            let ruling = case
                .ruling(QUESTION, ruling)
                .under([rules.article(clause::STANDING_SETUP)]);
            if barred == BarredCastling::default() {
                ruling
            } else if swapped {
                ruling.fact("castling", "the king that stands wrongly may not castle")
            } else {
                ruling.fact(
                    "castling",
                    "a king that stands wrongly may not castle, nor one with a rook that stands wrongly",
                )
            }
        }
        None => case
            .ruling(QUESTION, "The game is cancelled, and a new game is played.")
            .under([rules.article(clause::INITIAL_POSITION)])
            .under(
                rules
                    .article(clause::CHESS960_START)
                    .filter(|_| about_chess960),
            )
            .under(pieces.into_iter().filter(|_| incomplete)),
    };
    ruling.because(names.join("; "))
}

/// A turned board: the position is transferred, or it is too late, or there is a new game anyway.
fn turned_board(case: &GameCase, question: &SetupQuestion, moves: u32, new_game: bool) -> Ruling {
    let rules = case.rules();
    let too_late = rules.setup_stands_after.filter(|&limit| moves >= limit);
    let ruling = if new_game {
        case.ruling(QUESTION, "The board of the new game is placed correctly.")
            .under([rules.article(clause::TURNED_BOARD)])
    } else if let Some(limit) = too_late {
        let ruling = format!("The game goes on as it is: each player has made {limit} moves.");
        case.ruling(QUESTION, ruling)
            .under([rules.article(clause::STANDING_SETUP)])
    } else {
        let ruling = "The position is transferred to a board placed correctly; the game goes on.";
        // The text of 2009 no longer asks for it.
        let is_only_error = rules.edition >= Edition::Fide2009 || !question.colors_reversed;
        let article = rules.article(clause::TURNED_BOARD);
        case.ruling(QUESTION, ruling).under([article]).left_open_if(
            !is_only_error,
            format!("whether {article} applies: it covers a turned board that is the only error"),
        )
    };
    ruling.because("the square at the right corner of each player is dark")
}

/// The ruling if no error is known.
fn no_error(case: &GameCase) -> Ruling {
    let start = case.replay.game.start();
    let ruling = if is_arrangement(start) {
        "The initial position is correct; the game goes on."
    } else {
        "No error in the start of the game is known; the game goes on."
    };
    let ruling = case.ruling(QUESTION, ruling);
    match chess960_number(start) {
        Some(number) => ruling.fact("number", number),
        None => ruling,
    }
}

/// Reversed colours: a new game with the right ones, or the game goes on, unless it is cancelled anyway.
fn reversed_colors(case: &GameCase, moves: u32, is_cancelled: bool) -> Ruling {
    let rules = case.rules();
    let article = rules.article(clause::REVERSED_COLORS);
    let new = |text: &str| case.ruling(QUESTION, text).under([article]);
    if is_cancelled {
        return new("The new game has the right colours.")
            .because("the players had the wrong colours");
    }
    match rules.reversed_colors_restart_below {
        Some(limit) if moves < limit => {
            new("The game is stopped, and a new game is played with the right colours.")
                .because(format!("fewer than {limit} moves by each player"))
        }
        Some(limit) => new("The game goes on with reversed colours.")
            .because(format!("at least {limit} moves by each player")),
        None => new("The game goes on with reversed colours.")
            .left_open("the arbiter may decide otherwise"),
    }
}
