//! Won endings are won: games between two searches from positions that endgame tables call won.

use crate::support::position::board;
use compongo::time::SearchLimits;
use compongo::{Board, Engine, Game};

/// Won positions, the stronger side to move, grouped by ending: the FEN and the name.
const WON_ENDINGS: &str = include_str!("../data/won_endings.epd");

/// The most plies of a game, several times what a win takes.
const MAX_GAME_PLIES: usize = 400;

/// Plays from a position to its end, so many nodes a move; the plies until the side to move has given mate, or what else has
/// happened.
fn play_out(start: &Board, nodes: u64) -> Result<usize, &'static str> {
    let mut players = [Engine::new(), Engine::new()];
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    let mut game = Game::new(*start);
    for ply in 0..MAX_GAME_PLIES {
        let board = game.board();
        if !board.has_legal_move() {
            let mated = board.in_check() && board.stm() != start.stm();
            return if mated { Ok(ply) } else { Err("stalemate") };
        }
        if board.halfmove_clock() >= 100 {
            return Err("fifty moves");
        }
        if game.occurrence() >= 3 {
            return Err("threefold repetition");
        }
        let player = &mut players[ply % 2];
        player.set_game(game.clone());
        let answer = player.search_blocking(&limits).expect("an answer");
        let mv = answer.best_move.expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    Err("no end")
}

fn won_endings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = WON_ENDINGS.lines();
    lines.map(|line| line.split_once(" ; ").expect("a FEN and a name"))
}

#[test]
fn won_endings_of_the_tables_are_won() {
    // Each ending has 25 positions: to play them all takes minutes.
    for (fen, name) in won_endings().step_by(19) {
        let played = play_out(&board(fen), 20_000);
        assert!(played.is_ok(), "{name} {fen}: {played:?}");
    }
}
