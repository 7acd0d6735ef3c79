//! Start positions of Chess960 (09 F.2; 18 and 23 Guideline II.2).

use super::answer::{Ruling, RulingQuestion};
use crate::board::{Board, CHESS960_STARTPOS_COUNT, chess960_startpos};
use crate::laws::edition::{Rules, clause};
use crate::laws::initial_position::{arrangement_errors, chess960_number, is_arrangement};

const QUESTION: RulingQuestion = RulingQuestion::Chess960;

/// The start position with a number below 960.
pub fn numbered_start(number: usize, rules: &Rules) -> Ruling {
    let number = number % CHESS960_STARTPOS_COUNT;
    let board = chess960_startpos(number);
    described(format!("Start position {number}."), &board, rules).fact("number", number)
}

/// The number of a start position, and whether it meets the rules for one.
pub fn checked_start(board: &Board, rules: &Rules) -> Ruling {
    if let Some(number) = chess960_number(board).filter(|_| is_arrangement(board)) {
        let start = chess960_startpos(number);
        let ruling = format!("The position is start position {number}.");
        let ruling = described(ruling, board, rules).fact("number", number);
        if board.castling_rights() != start.castling_rights() {
            return ruling.left_open("the castling rights: some are missing in the FEN");
        }
        return ruling;
    }
    let errors = if is_arrangement(board) {
        let errors = arrangement_errors(board, Some(true));
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("; ")
    } else {
        "moves have been made, or pieces are missing or not on their ranks".to_owned()
    };
    described(
        "The position is not a start position of Chess960.".to_owned(),
        board,
        rules,
    )
    .because(errors)
}

fn described(text: String, board: &Board, rules: &Rules) -> Ruling {
    let mut ruling =
        Ruling::new(QUESTION, rules, text).under(rules.article(clause::CHESS960_START));
    let fen = board.to_string();
    if let Some((ranks, _)) = fen.split_once(' ')
        && let Some((_, first)) = ranks.rsplit_once('/')
    {
        ruling = ruling.fact("rank", first);
    }
    ruling = ruling.fact("fen", &fen);
    ruling.fen = Some(fen);
    match rules.article(clause::CHESS960_START) {
        Some(_) => ruling,
        None => ruling.left_open(format!("{} has no rules for Chess960", rules.edition)),
    }
}
