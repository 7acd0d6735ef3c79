//! Positions and moves from text.

use compongo::board::Board;
use compongo::notation::uci_move;
use compongo::types::Move;

/// The position of a FEN.
#[track_caller]
pub fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A legal move in UCI notation.
#[track_caller]
pub fn mv(board: &Board, text: &str) -> Move {
    uci_move::parse(board, text).unwrap_or_else(|error| panic!("{board}: {text}: {error}"))
}
