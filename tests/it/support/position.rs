//! Positions, moves and games from text.

use compongo::board::Board;
use compongo::laws::game::Game;
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

/// The game of legal moves in UCI notation, separated by blanks, from a FEN.
#[track_caller]
pub fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(board(fen));
    for text in moves.split_whitespace() {
        let mv = mv(game.board(), text);
        game.play_legal(mv);
    }
    game
}
