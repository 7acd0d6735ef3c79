//! Positions of which the rules prove the value: what is learned of them need not be guessed.

use super::GameResult;
use super::tables::{EndgameTables, TableResult};
use crate::board::Board;
use crate::laws::material;
use crate::laws::winnable::tree::forced_dead;
use crate::types::Color;

/// Half-moves without capture and pawn move after which a game is drawn (Article 9.3).
const FIFTY_MOVES: u16 = 100;

/// The result of perfect play, where it is proved; `None` where it is not, which says nothing.
///
/// A stalemate and a dead position are drawn (Articles 5.2.1 and 5.2.2). With few pieces the tables know, as long as fifty
/// moves do not get in the way: what is won in time is won, and a draw is a draw on any clock. Repetitions are not looked
/// at.
pub fn result(board: &Board, tables: &EndgameTables) -> Option<GameResult> {
    if !board.has_legal_move() {
        return Some(if board.in_check() {
            won_by(!board.stm())
        } else {
            GameResult::Draw
        });
    }
    if material::is_dead(board) || forced_dead(board) {
        return Some(GameResult::Draw);
    }
    by_tables(board, tables)
}

/// What the tables prove by themselves.
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
    fn what_is_proved_is_proved() {
        let tables = EndgameTables::solve(3);
        for (fen, expected) in [
            // Stalemate, mate, and pieces that cannot mate.
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(GameResult::Draw)),
            (
                "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 90",
                Some(GameResult::Black),
            ),
            (
                "4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1",
                Some(GameResult::Draw),
            ),
            // A queen has to be taken.
            ("8/8/8/8/8/8/5Q1p/5k1K b - - 0 1", Some(GameResult::Draw)),
            // Few pieces: a pawn that gets through, one that does not, and more than are known.
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
            // The rook mates at once.
            let mate: Board = format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 90")
                .parse()
                .expect("valid FEN");
            // The king and the rook need sixteen moves.
            let long: Board = format!("8/8/8/8/4k3/8/8/KR6 w - - {clock} 90")
                .parse()
                .expect("valid FEN");
            [result(&mate, &tables), result(&long, &tables)].map(|found| found.is_some())
        };
        assert_eq!(at(0), [true, true]);
        assert_eq!(at(60), [true, true]);
        assert_eq!(at(90), [true, false]);
        assert_eq!(at(99), [true, false]);
        // The clock does not help who has nothing.
        let drawn: Board = "8/8/8/4k3/8/8/4n3/4K3 w - - 99 90"
            .parse()
            .expect("valid FEN");
        assert_eq!(result(&drawn, &tables), Some(GameResult::Draw));
    }
}
