//! The engine wins what is won, against the most stubborn defence that the tables know.

use super::probing::expected;
use super::{FOLDER, tables};
use crate::support::position::board;
use compongo::board::Board;
use compongo::engine::Engine;
use compongo::engine::options::OptionId;
use compongo::laws::game::Game;
use compongo::syzygy::root::{RootPosition, TableRules, rank_moves};
use compongo::syzygy::{TableWdl, Tablebase};
use compongo::time::SearchLimits;
use compongo::types::{Key, Move};

/// Nodes for a move: fewer than the search needs to find its own way.
const NODES: u64 = 60;

/// The most stubborn move: the one that delays the next capture, pawn move or mate longest.
fn defence(tables: &Tablebase, board: &Board, history: &[Key]) -> Move {
    let moves = board.legal_moves();
    let ranked = rank_moves(
        tables,
        &RootPosition {
            board,
            history,
            moves: &moves,
            rules: TableRules {
                fifty_moves: true,
                automatic_draws: false,
            },
        },
    );
    let Some(ranked) = ranked else {
        return moves[0];
    };
    let best = ranked.moves.iter().min_by_key(|ranked| {
        let dtz = ranked.dtz.unwrap_or_default();
        // A draw first of all.
        (std::cmp::Reverse(ranked.rank.wdl), dtz)
    });
    best.map_or(moves[0], |ranked| ranked.mv)
}

/// Plays a won position to its end. The highest halfmove clock on the way; fails if the game is not won.
fn win(engine: &mut Engine, tables: &Tablebase, fen: &str) -> u16 {
    let limits = SearchLimits {
        nodes: Some(NODES),
        ..SearchLimits::default()
    };
    let mut game = Game::new(board(fen));
    let mut highest = 0;
    engine.new_game();
    for ply in 0..400 {
        let mv = if ply % 2 == 0 {
            engine.set_game(game.clone());
            let answer = engine.search_blocking(&limits).expect("an answer");
            answer.best_move.expect("a legal move")
        } else {
            defence(tables, game.board(), &game.key_history())
        };
        game.play(mv).expect("legal");
        let (position, line) = (game.board(), game.moves());
        if !position.has_legal_move() {
            assert!(position.in_check(), "stalemate: {fen} {line:?}");
            assert_eq!(ply % 2, 0, "the wrong side is mated: {fen} {line:?}");
            return highest;
        }
        highest = highest.max(position.halfmove_clock());
        assert!(highest < 100, "a draw can be claimed: {fen} {line:?}");
        assert!(game.occurrence() < 3, "three times: {fen} {line:?}");
    }
    panic!("no end: {fen} {:?}", game.moves());
}

fn engine(edition: &str) -> Engine {
    let mut engine = Engine::new();
    for (id, value) in [
        (OptionId::SyzygyPath, FOLDER),
        (OptionId::LawsEdition, edition),
        (OptionId::Hash, "1"),
    ] {
        assert_eq!(engine.set(id, value), Ok(Vec::new()));
    }
    engine
}

/// The longest wins of the positions of the tables: positions and distances.
fn longest_wins(count: usize) -> Vec<(String, i32)> {
    let mut wins: Vec<(String, i32)> = expected()
        .filter(|&(_, wdl, _)| wdl == 2)
        .map(|(fen, _, dtz)| (fen, dtz))
        .collect();
    wins.sort_by_key(|&(_, dtz)| std::cmp::Reverse(dtz));
    wins.truncate(count);
    wins
}

#[test]
fn the_longest_wins_are_won() {
    let tables = tables();
    let mut engine = engine("Fide2023");
    let mut wins = longest_wins(4);
    // The longest of each kind.
    for pieces in ["Qr", "qR", "KPk", "kpK", "RPk", "rpK"] {
        let mut all = longest_wins(usize::MAX).into_iter();
        let of_kind = |fen: &str| {
            let letters: String = fen.split(' ').next().expect("a board").to_owned();
            pieces.chars().all(|letter| letters.contains(letter))
        };
        wins.extend(all.find(|(fen, _)| of_kind(fen)));
    }
    assert!(wins[0].1 > 50, "{wins:?}");
    for (fen, _) in wins {
        win(&mut engine, &tables, &fen);
    }
}

#[test]
fn wins_are_in_time_with_a_high_halfmove_clock_in_every_edition() {
    let tables = tables();
    for (edition, kept) in [("Fide2023", 0), ("Fide1997", 1)] {
        let mut engine = engine(edition);
        let all = longest_wins(usize::MAX);
        let wins = all.iter().filter(|&&(_, dtz)| dtz > 1 && dtz < 10);
        for (fen, dtz) in wins.skip(kept).step_by(16) {
            // The last clock at which the win is certain.
            let fen = fen.replace(" 0 1", &format!(" {} 90", 99 - dtz));
            win(&mut engine, &tables, &fen);
        }
    }
}

#[test]
fn a_frustrated_win_is_a_draw_unless_the_rule_is_switched_off() {
    let mut engine = engine("Fide2001");
    let fen = "8/8/8/8/8/3k4/4r3/K6Q w - - 95 90";
    let limits = SearchLimits {
        nodes: Some(500),
        ..SearchLimits::default()
    };
    engine.set_board(board(fen));
    let draw = engine.search_blocking(&limits).expect("an answer");
    assert_eq!(draw.score.value(), 0);
    engine
        .set(OptionId::SyzygyFiftyMoves, "false")
        .expect("an option");
    let win = engine.search_blocking(&limits).expect("an answer");
    assert!(win.score.is_win(), "{:?}", win.score);
    assert_eq!(
        engine.probe_tables().map(|(wdl, _)| wdl),
        Some(TableWdl::Win)
    );
}
