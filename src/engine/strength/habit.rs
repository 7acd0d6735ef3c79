//! Habits of players, independent of any search.

use super::level::has_few_pieces;
use crate::board::Board;
use crate::search::see_ge;
use crate::types::{Move, Piece, Rank, Square};

/// How many of a side's last moves are remembered.
const REMEMBERED_MOVES: usize = 3;

/// The last moves of a game, which habits depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastMoves {
    /// The last moves of the side to move, the latest first.
    own: [Option<Move>; REMEMBERED_MOVES],
    /// The opponent's last move.
    opponent: Option<Move>,
}

impl LastMoves {
    pub fn of(moves: &[Move]) -> Self {
        let mut latest = moves.iter().rev().copied();
        let opponent = latest.next();
        let mut own = latest.step_by(2);
        Self {
            own: std::array::from_fn(|_| own.next()),
            opponent,
        }
    }

    /// The target of the opponent's last move, if it was a capture.
    pub fn captured_on(self) -> Option<Square> {
        self.opponent.filter(|mv| mv.is_capture()).map(Move::to)
    }

    /// True if a move recaptures and does not lose material by it.
    pub fn takes_back(self, board: &Board, mv: Move) -> bool {
        Some(mv.to()) == self.captured_on() && see_ge(board, mv, 0)
    }

    /// The value of a move by habit. It is 1 for castling and for recaptures. Otherwise it is minus the number of these
    /// faults: a king, while the opponent has a queen, walks without being in check or steps forward out of check; the
    /// move gives up a castling right; a piece returns to where it has just been, or retreats to the first rank without
    /// being attacked; a rook or queen wanders.
    pub fn habit(self, board: &Board, mv: Move) -> i8 {
        if mv.is_castling() || self.takes_back(board, mv) {
            return 1;
        }
        let faults = [
            walks_with_king(board, mv),
            gives_castling_up(board, mv),
            self.goes_back(mv) || withdraws(board, mv) || self.wanders(board, mv),
        ];
        -faults.map(i8::from).into_iter().sum::<i8>()
    }

    /// True if the rook or queen that moved last moves again in the middlegame, unattacked and without capturing.
    fn wanders(self, board: &Board, mv: Move) -> bool {
        matches!(board.piece_at(mv.from()), Some(Piece::Rook | Piece::Queen))
            && self.own[0].is_some_and(|last| last.to() == mv.from())
            && !mv.is_capture()
            && !has_few_pieces(board)
            && !board.is_attacked(mv.from(), !board.stm(), board.occupied())
    }

    /// True if the piece left the move's target square within its side's last moves.
    fn goes_back(self, mv: Move) -> bool {
        let mut square = mv.from();
        self.own.into_iter().flatten().any(|earlier| {
            if earlier.to() == square {
                square = earlier.from();
            }
            square == mv.to()
        })
    }
}

/// True if a knight, a bishop or the queen goes to the first rank unattacked and without capturing.
fn withdraws(board: &Board, mv: Move) -> bool {
    let is_first = |square: Square| square.relative_to(board.stm()).rank() == Rank::R1;
    matches!(
        board.piece_at(mv.from()),
        Some(Piece::Knight | Piece::Bishop | Piece::Queen)
    ) && is_first(mv.to())
        && !is_first(mv.from())
        && !mv.is_capture()
        && !has_few_pieces(board)
        && !board.is_attacked(mv.from(), !board.stm(), board.occupied())
}

fn walks_with_king(board: &Board, mv: Move) -> bool {
    let rank = |square: Square| square.relative_to(board.stm()).rank();
    board.piece_at(mv.from()) == Some(Piece::King)
        && !mv.is_capture()
        && (!board.in_check() || rank(mv.to()) > rank(mv.from()))
        && !(board.pieces(Piece::Queen) & board.colors(!board.stm())).is_empty()
}

fn gives_castling_up(board: &Board, mv: Move) -> bool {
    let rights = |board: &Board, color| (board.castling_rights() & board.colors(color)).count();
    let color = board.stm();
    let mut after = *board;
    after.play(mv);
    rights(&after, color) < rights(board, color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci_move;

    fn habit(last: LastMoves, fen: &str, mv: &str) -> i8 {
        let board: Board = fen.parse().expect("a position");
        last.habit(&board, uci_move::parse(&board, mv).expect("a legal move"))
    }

    #[test]
    fn habit_castles_and_keeps_the_king_at_home() {
        let italian = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let castled = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 1 6";
        let checked = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3";
        let no_queens = "8/5pk1/6p1/8/8/6P1/5PK1/3R4 w - - 0 40";
        // Moves of one side, with as many by the other.
        let own = |fen: &str, moves: &[&str]| {
            let mut board: Board = fen.parse().expect("a position");
            let moves: Vec<Move> = moves
                .iter()
                .map(|mv| {
                    let mv = uci_move::parse(&board, mv).expect("a legal move");
                    board.play(mv);
                    mv
                })
                .collect();
            LastMoves::of(&moves)
        };
        let none = LastMoves::default();
        assert_eq!(habit(none, italian, "e1g1"), 1);
        assert_eq!(habit(none, italian, "h1g1"), -1);
        assert_eq!(habit(none, italian, "d2d3"), 0);
        assert_eq!(habit(none, castled, "g1h1"), -1);
        assert_eq!(habit(none, checked, "e1e2"), -2, "castling is lost too");
        let alone = "8/6pp/5p1k/8/7q/2K5/8/5R2 w - - 0 50";
        assert_eq!(habit(none, alone, "c3c2"), -1);
        let checked = "8/6pp/5p1k/8/8/2K3q1/8/5R2 w - - 0 50";
        assert_eq!(habit(none, checked, "c3c2"), 0);
        assert_eq!(habit(none, checked, "c3c4"), -1);
        assert_eq!(habit(none, no_queens, "g2f3"), 0);
        let back = own(castled, &["c4b3", "d7d6"]);
        let after = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/4P3/1B1P1N2/PPP2PPP/RNBQ1RK1 w - - 0 7";
        assert_eq!(habit(back, after, "b3c4"), -1);
        assert_eq!(habit(back, after, "b3a4"), 0);
        let tour = own(after, &["d1d2", "a7a6", "d2c3", "a6a5", "f1e1", "a5a4"]);
        let toured = "r1bq1rk1/1pp2ppp/2np1n2/2b1p3/p3P3/1BQP1N2/PPP2PPP/RNB1R1K1 w - - 0 10";
        assert_eq!(habit(tour, toured, "c3d2"), -1, "two moves ago");
        assert_eq!(habit(tour, toured, "c3d4"), 0);
        assert_eq!(habit(tour, toured, "e1e2"), -1, "the rook wanders");
        assert_eq!(habit(tour, toured, "b1d2"), 0);
    }

    #[test]
    fn habit_takes_back_and_does_not_withdraw() {
        let none = LastMoves::default();
        let developed = "r1bqkb1r/ppp2ppp/2np1n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
        assert_eq!(habit(none, developed, "c4f1"), -1);
        assert_eq!(habit(none, developed, "c3e2"), 0);
        let attacked = "r1bqkb1r/pp3ppp/2n2n2/2p1p3/3pP3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 6";
        assert_eq!(habit(none, attacked, "c3b1"), 0);
        assert_eq!(habit(none, attacked, "f3g1"), -1);
        let board: Board = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
            .parse()
            .expect("a position");
        let capture = uci_move::parse(&board, "c4d5").expect("a legal move");
        let captured = "rnbqkb1r/ppp2ppp/4pn2/3P4/3P4/2N5/PP2PPPP/R1BQKBNR b KQkq - 0 4";
        let last = LastMoves::of(&[capture]);
        assert_eq!(habit(last, captured, "e6d5"), 1);
        assert_eq!(habit(none, captured, "f8b4"), 0);
    }
}
