//! Scores of shallow searches, on which self-play and levels depend.

use super::support::{Engine, depth, nodes, request, search_fen};
use crate::support::position::{board, mv};
use compongo::board::Board;
use compongo::notation::epd::{Epd, Operand};
use compongo::search::SearchThreads;
use compongo::types::Score;

/// Positions with the scores of searches with 100,000 nodes.
fn positions() -> Vec<(Board, Score)> {
    let text = include_str!("../../../nets/positions.epd");
    let epds = text.lines().take(600).map(|line| {
        let epd: Epd = line.parse().expect("an EPD");
        let [Operand::Word(score)] = &epd.operation("ce").expect("a score").operands[..] else {
            panic!("{line}");
        };
        let centipawns = score.parse().expect("centipawns");
        (epd.board, Score::from_centipawns(centipawns))
    });
    epds.collect()
}

fn expected_score(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score.value()) / 400.0).exp())
}

/// The mean squared error of expected scores.
fn squared_error(positions: &[(Board, Score)], mut score: impl FnMut(&Board) -> Score) -> f64 {
    let errors = positions.iter().map(|(board, deep)| {
        let error = expected_score(score(board)) - expected_score(*deep);
        error * error
    });
    errors.sum::<f64>() / positions.len() as f64
}

#[test]
fn shallow_searches_know_more_than_the_static_evaluation() {
    let positions = positions();
    let mut engine = Engine::new(1);
    let static_error = squared_error(&positions, |board| {
        engine.clear();
        // A search that ends at once gives the static evaluation.
        engine.search(&request(board, nodes(1))).score()
    });
    for plies in [2, 3] {
        for keeps_histories in [false, true] {
            engine.memory = SearchThreads::new(1);
            let error = squared_error(&positions, |board| {
                engine.table.clear(1);
                if !keeps_histories {
                    engine.memory.clear();
                }
                engine.search(&request(board, depth(plies))).score()
            });
            assert!(
                error < static_error,
                "depth {plies}, {keeps_histories}: {error:.5}, static {static_error:.5}"
            );
        }
    }
}

#[test]
fn a_check_is_not_answered_by_losing_a_piece() {
    // Qf5+ is answered by the king, not by Qe6.
    let fen = "2kr3r/1p4pp/p2q1p2/n1p5/2PP4/5N1P/2Q2PP1/1RR3K1 w - - 0 23";
    let found = search_fen(fen, depth(1));
    assert!(found.score() < Score::new(500), "{:?}", found.score());
}

#[test]
fn a_mate_beyond_the_fifty_move_horizon_is_no_score() {
    for stm in ["w", "b"] {
        let fen = format!("8/8/4k3/8/8/3R4/4K3/8 {stm} - - 0 50");
        for limits in [20, 21, 22].map(depth) {
            let score = search_fen(&fen, limits).score();
            assert!(
                score.is_mate() || score.value().abs() < 5000,
                "{fen} {score:?}"
            );
        }
    }
}

#[test]
fn stalemate_at_the_end_of_the_line() {
    let root = board("7k/5pRp/5P1p/7P/8/8/2q5/K7 w - - 0 1");
    let mut only = request(&root, depth(2));
    only.root_moves = std::iter::once(mv(&root, "g7g8")).collect();
    assert_eq!(Engine::new(1).search(&only).score(), Score::ZERO);
}
