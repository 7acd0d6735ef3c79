//! The helpmate solver of the crate `chasolver`, for what cheap methods leave open: blocked positions by composers,
//! most of which it decides faster than our own long searches.
//!
//! A line that it finds is replayed on our own board. The solver supports only standard castling, so Chess960 rights
//! are removed before the call. A mate found without them is still a mate, but "unwinnable" then proves nothing.

use super::goal::{after, is_mated};
use super::winnability::{UnwinnableProof, Winnability, WinnableProof};
use crate::board::{Board, CastlingSide};
use crate::types::{Bitboard, Color, Move, Piece};

/// Asks the solver whether `color` can give mate, by a line to mate; `None` if it gives up or its answer is not valid.
///
/// Takes up to several seconds and cannot be cancelled.
pub(super) fn ask(board: &Board, color: Color) -> Option<Winnability> {
    let exact = !board.is_chess960();
    let asked = if exact {
        *board
    } else {
        without_castling_rights(board)?
    };
    match chasolver::winnability(&converted(&asked)?, converted_color(color))? {
        chasolver::Winnability::Unwinnable => {
            exact.then_some(Winnability::Unwinnable(UnwinnableProof::External))
        }
        chasolver::Winnability::Winnable { helpmate } => {
            let line = replay(board, color, &helpmate)?;
            Some(Winnability::Winnable(WinnableProof::Line(line)))
        }
    }
}

/// Whether the solver's static check, which takes a fraction of the time of a full search, says that `color` cannot
/// give mate.
pub(super) fn is_unwinnable(board: &Board, color: Color) -> bool {
    !board.is_chess960()
        && converted(board)
            .is_some_and(|foreign| chasolver::is_unwinnable_fast(&foreign, converted_color(color)))
}

fn converted(board: &Board) -> Option<chess::Board> {
    board.to_string().parse().ok()
}

const fn converted_color(color: Color) -> chess::Color {
    match color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    }
}

fn without_castling_rights(board: &Board) -> Option<Board> {
    let mut setup = board.setup();
    setup.castling_rights = Bitboard::EMPTY;
    setup.board().ok()
}

/// Converts the moves, if they are legal and end with mate by `color`.
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
    let mated = board.stm() != color && is_mated(&board);
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
    fn lines_are_replayed_and_unwinnable_is_reported() {
        let open = board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        let Some(Winnability::Winnable(WinnableProof::Line(moves))) = ask(&open, Color::White)
        else {
            panic!("a line");
        };
        let end = moves.iter().fold(open, |board, &mv| {
            assert!(board.is_legal(mv));
            after(&board, mv)
        });
        assert!(end.in_check() && !end.has_legal_move() && end.stm() == Color::Black);
        let unwinnable = Winnability::Unwinnable(UnwinnableProof::External);
        assert_eq!(ask(&open, Color::Black), Some(unwinnable));
    }

    #[test]
    fn chess960_unwinnable_is_not_trusted() {
        let rights = board("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
        assert!(rights.is_chess960());
        assert!(matches!(
            ask(&rights, Color::White),
            Some(Winnability::Winnable(_))
        ));
        assert!(ask(&rights, Color::Black).is_none());
    }

    #[test]
    fn castling_is_converted_to_king_takes_rook() {
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
