//! What players do by habit, whatever a search says.

use crate::board::Board;
use crate::types::{Move, Piece, Square};

/// The last moves of a game, which habits depend on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastMoves {
    /// The last move of the side to move.
    pub own: Option<Move>,
    /// The opponent's last move.
    pub opponent: Option<Move>,
}

impl LastMoves {
    /// The last moves of some moves.
    pub fn of(moves: &[Move]) -> Self {
        let mut latest = moves.iter().rev().copied();
        let opponent = latest.next();
        Self {
            own: latest.next(),
            opponent,
        }
    }

    /// The target of the opponent's last move, if that was a capture.
    pub fn captured_on(self) -> Option<Square> {
        self.opponent.filter(|mv| mv.is_capture()).map(Move::to)
    }

    /// How habit speaks for a move: 1 for castling, -1 for a king that leaves its place, or goes forward out of check, while
    /// the opponent has a queen, for giving up a right to castle, and for taking the last move back; otherwise 0.
    pub fn habit(self, board: &Board, mv: Move) -> i8 {
        if mv.is_castling() {
            1
        } else if walks_with_king(board, mv)
            || gives_castling_up(board, mv)
            || self.takes_move_back(mv)
        {
            -1
        } else {
            0
        }
    }

    fn takes_move_back(self, mv: Move) -> bool {
        self.own
            .is_some_and(|own| own.from() == mv.to() && own.to() == mv.from())
    }
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

    #[test]
    fn habit_castles_and_keeps_the_king_at_home() {
        let italian = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let castled = "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 1 6";
        let checked = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3";
        let no_queens = "8/5pk1/6p1/8/8/6P1/5PK1/3R4 w - - 0 40";
        let own = |fen: &str, mv| {
            let board: Board = fen.parse().expect("a position");
            LastMoves {
                own: uci_move::parse(&board, mv).ok(),
                opponent: None,
            }
        };
        let habit = |last: LastMoves, fen: &str, mv: &str| {
            let board: Board = fen.parse().expect("a position");
            last.habit(&board, uci_move::parse(&board, mv).expect("a legal move"))
        };
        let none = LastMoves::default();
        assert_eq!(habit(none, italian, "e1g1"), 1);
        assert_eq!(habit(none, italian, "h1g1"), -1);
        assert_eq!(habit(none, italian, "d2d3"), 0);
        assert_eq!(habit(none, castled, "g1h1"), -1);
        assert_eq!(habit(none, checked, "e1e2"), -1);
        let alone = "8/6pp/5p1k/8/7q/2K5/8/5R2 w - - 0 50";
        assert_eq!(habit(none, alone, "c3c2"), -1);
        let checked = "8/6pp/5p1k/8/8/2K3q1/8/5R2 w - - 0 50";
        assert_eq!(habit(none, checked, "c3c2"), 0);
        assert_eq!(habit(none, checked, "c3c4"), -1);
        assert_eq!(habit(none, no_queens, "g2f3"), 0);
        let back = own(castled, "c4b3");
        let after = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/4P3/1B1P1N2/PPP2PPP/RNBQ1RK1 w - - 0 7";
        assert_eq!(habit(back, after, "b3c4"), -1);
        assert_eq!(habit(back, after, "b3a4"), 0);
    }
}
