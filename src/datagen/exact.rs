//! Positions with a proven game-theoretic value.

use super::GameResult;
use super::tables::{EndgameTables, TableResult};
use crate::board::Board;
use crate::laws::material;
use crate::laws::winnable::tree::dead_after_forced_captures;
use crate::types::Color;

/// The halfmove clock of a draw (Article 9.3).
const FIFTY_MOVES: u16 = 100;

/// The result of perfect play where it is proven; `None` means unknown.
///
/// Mate, stalemate (Article 5.2.1), dead positions (Article 5.2.2) and the endgame tables; table wins count if they
/// come before the fifty-move limit. Repetitions are ignored.
pub fn result(board: &Board, tables: &EndgameTables) -> Option<GameResult> {
    if !board.has_legal_move() {
        return Some(if board.in_check() {
            won_by(!board.stm())
        } else {
            GameResult::Draw
        });
    }
    if material::is_dead(board) || dead_after_forced_captures(board) {
        return Some(GameResult::Draw);
    }
    by_tables(board, tables)
}

/// The result of perfect play by the tables alone.
pub fn by_tables(board: &Board, tables: &EndgameTables) -> Option<GameResult> {
    let in_time = |plies: u8| board.halfmove_clock() + u16::from(plies) <= FIFTY_MOVES;
    match tables.probe(board)? {
        TableResult::Draw => Some(GameResult::Draw),
        TableResult::Win(plies) => in_time(plies).then(|| won_by(board.stm())),
        TableResult::Loss(plies) => in_time(plies).then(|| won_by(!board.stm())),
    }
}

const fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_proven() {
        let tables = EndgameTables::solve(3);
        for (fen, expected) in [
            // Stalemate, mate, insufficient material.
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(GameResult::Draw)),
            (
                "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 90",
                Some(GameResult::Black),
            ),
            (
                "4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1",
                Some(GameResult::Draw),
            ),
            // Capturing the queen is forced.
            ("8/8/8/8/8/8/5Q1p/5k1K b - - 0 1", Some(GameResult::Draw)),
            // Three pieces: a pawn that promotes, one that does not; more than the tables have.
            ("8/8/8/4K3/8/4P3/8/4k3 w - - 0 1", Some(GameResult::White)),
            ("8/8/8/4k3/4p3/4K3/8/8 b - - 0 1", Some(GameResult::Draw)),
            ("8/8/8/4K3/8/4P3/4P3/4k3 w - - 0 1", None),
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            assert_eq!(result(&board, &tables), expected, "{fen}");
            let flipped = match expected {
                Some(GameResult::White) => Some(GameResult::Black),
                Some(GameResult::Black) => Some(GameResult::White),
                other => other,
            };
            assert_eq!(result(&board.flipped(), &tables), flipped, "{fen}");
        }
    }

    #[test]
    fn a_win_must_come_within_fifty_moves() {
        let tables = EndgameTables::solve(3);
        let at = |clock: u16| {
            // Mate in one.
            let mate: Board = format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 90")
                .parse()
                .expect("valid FEN");
            // Mate in sixteen.
            let long: Board = format!("8/8/8/8/4k3/8/8/KR6 w - - {clock} 90")
                .parse()
                .expect("valid FEN");
            [result(&mate, &tables), result(&long, &tables)].map(|found| found.is_some())
        };
        assert_eq!(at(0), [true, true]);
        assert_eq!(at(60), [true, true]);
        assert_eq!(at(90), [true, false]);
        assert_eq!(at(99), [true, false]);
        // A draw is a draw for any clock.
        let drawn: Board = "8/8/8/4k3/8/8/4n3/4K3 w - - 99 90"
            .parse()
            .expect("valid FEN");
        assert_eq!(result(&drawn, &tables), Some(GameResult::Draw));
    }
}
