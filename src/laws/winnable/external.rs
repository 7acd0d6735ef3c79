//! The solver of helpmates in the crate `chasolver`, asked last.
//!
//! A line that it finds is replayed on our own board before it is believed. It knows the castling of ordinary chess
//! only: other rights are left out, which takes nothing away from a mate that is found without them, but then an
//! impossibility proves nothing.

use super::goal::after;
use crate::board::{Board, CastlingSide};
use crate::types::{Bitboard, Color, Move, Piece};

/// What the solver says.
pub(super) enum Answer {
    /// Legal moves that end in the mate.
    Line(Vec<Move>),
    /// There is no mate.
    Impossible,
}

/// Asks the solver whether `color` can give mate; `None` if it gives up or says what cannot be believed.
///
/// Takes up to about a second and cannot be interrupted.
pub(super) fn ask(board: &Board, color: Color) -> Option<Answer> {
    let exact = !board.is_chess960();
    let asked = if exact {
        *board
    } else {
        without_rights(board)?
    };
    let foreign: chess::Board = asked.to_string().parse().ok()?;
    let winner = match color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    match chasolver::winnability(&foreign, winner)? {
        chasolver::Winnability::Unwinnable => exact.then_some(Answer::Impossible),
        chasolver::Winnability::Winnable { helpmate } => {
            replay(board, color, &helpmate).map(Answer::Line)
        }
    }
}

fn without_rights(board: &Board) -> Option<Board> {
    let mut setup = board.setup();
    setup.castling_rights = Bitboard::EMPTY;
    setup.board().ok()
}

/// The moves as our own, if they are legal and end with mate by `color`.
fn replay(board: &Board, color: Color, moves: &[chess::ChessMove]) -> Option<Vec<Move>> {
    let mut board = *board;
    let mut line = Vec::with_capacity(moves.len());
    for &foreign in moves {
        let mv = board
            .legal_moves()
            .into_iter()
            .find(|&mv| is_same(&board, mv, foreign))?;
        board = after(&board, mv);
        line.push(mv);
    }
    let mated = board.in_check() && board.stm() != color && !board.has_legal_move();
    mated.then_some(line)
}

fn is_same(board: &Board, mv: Move, foreign: chess::ChessMove) -> bool {
    let to = if mv.is_castling() {
        CastlingSide::of(mv.from(), mv.to()).king_target(board.stm())
    } else {
        mv.to()
    };
    let promotion = mv.promotion().map(|piece| match piece {
        Piece::Pawn => chess::Piece::Pawn,
        Piece::Knight => chess::Piece::Knight,
        Piece::Bishop => chess::Piece::Bishop,
        Piece::Rook => chess::Piece::Rook,
        Piece::Queen => chess::Piece::Queen,
        Piece::King => chess::Piece::King,
    });
    mv.from().index() == foreign.get_source().to_index()
        && to.index() == foreign.get_dest().to_index()
        && promotion == foreign.get_promotion()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().expect("valid FEN")
    }

    #[test]
    fn lines_are_replayed_and_impossibility_is_told() {
        let open = board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        let Some(Answer::Line(moves)) = ask(&open, Color::White) else {
            panic!("a line");
        };
        let end = moves.iter().fold(open, |board, &mv| {
            assert!(board.is_legal(mv));
            after(&board, mv)
        });
        assert!(end.in_check() && !end.has_legal_move() && end.stm() == Color::Black);
        assert!(matches!(ask(&open, Color::Black), Some(Answer::Impossible)));
    }

    #[test]
    fn chess960_impossibility_is_not_believed() {
        let rights = board("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
        assert!(rights.is_chess960());
        assert!(matches!(ask(&rights, Color::White), Some(Answer::Line(_))));
        assert!(ask(&rights, Color::Black).is_none());
    }

    #[test]
    fn foreign_castling_is_the_king_taking_his_rook() {
        let board = board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        let foreign = |from: u8, to: u8| {
            chess::ChessMove::new(
                chess::ALL_SQUARES[from as usize],
                chess::ALL_SQUARES[to as usize],
                None,
            )
        };
        let names = |foreign| {
            let moves = board.legal_moves().into_iter();
            moves
                .filter(|&mv| is_same(&board, mv, foreign))
                .map(|mv| mv.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(foreign(4, 6)), ["e1h1"]);
        assert_eq!(names(foreign(4, 2)), ["e1a1"]);
        assert_eq!(names(foreign(4, 5)), ["e1f1"]);
    }
}
