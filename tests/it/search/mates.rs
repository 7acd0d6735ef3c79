//! The mate search on positions from games of the engine against itself.

use super::support::{is_mate, walk};
use crate::support::position::board;
use compongo::board::Board;
use compongo::engine::{Engine, GoResult};
use compongo::notation::epd::{self, Epd};
use compongo::time::SearchLimits;

/// Mates in 2 to 8 moves: `dm`, the shortest mate known.
const SUITE: &str = include_str!("mates.epd");

fn suite() -> impl Iterator<Item = (Epd, i16)> {
    epd::parse_lines(SUITE).map(|(number, epd)| {
        let (epd, _) = epd.unwrap_or_else(|error| panic!("line {number}: {error}"));
        let moves = epd.operand("dm").and_then(|text| text.parse().ok());
        (epd, moves.unwrap_or_else(|| panic!("line {number}: no dm")))
    })
}

fn search(board: &Board, mate: i16, nodes: u64) -> GoResult {
    let mut engine = Engine::new();
    engine.set_board(*board);
    let limits = SearchLimits {
        mate: Some(mate),
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    engine.search_blocking(&limits).expect("an answer")
}

/// A mate score comes with a line of that length that ends in mate.
fn assert_sound(root: &Board, answer: &GoResult) {
    if let Some(plies) = answer.score.mate_plies() {
        assert_eq!(answer.pv.len(), plies.unsigned_abs() as usize, "{root}");
        assert!(is_mate(&walk(root, &answer.pv)), "{root}");
    }
}

#[test]
fn mates_of_the_suite_are_found() {
    let (mut found, mut all) = (0, 0);
    for (epd, moves) in suite().step_by(10) {
        let answer = search(&epd.board, moves, 50_000);
        assert_sound(&epd.board, &answer);
        all += 1;
        found += u32::from(answer.score.mate_moves() == Some(moves.into()));
    }
    assert!(2 * found >= all, "{found} of {all}");
}

#[test]
fn no_mate_is_shorter_than_the_suite_says() {
    for (epd, moves) in suite().filter(|&(_, moves)| moves <= 3).take(6) {
        let answer = search(&epd.board, moves - 1, 1_000_000);
        let shorter = answer.score.mate_moves();
        assert!(shorter.is_none_or(|shorter| shorter >= moves.into()));
        assert!(answer.nodes < 1_000_000, "{}", epd.board);
    }
}

#[test]
fn a_fallback_move_is_found_when_there_is_no_mate() {
    let root = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let answer = search(&root, 2, 1_000_000);
    assert!(answer.best_move.is_some() && !answer.score.is_decisive());
    assert!(answer.nodes < 1_000_000);
}
