//! Limits: nodes, depth, wanted moves, a stop.

use super::support::{
    Engine, assert_sound, depth, nodes, request, search_fen, search_game, stop_token, walk,
};
use crate::support::position::{board, mv};
use compongo::board::Board;
use compongo::engine::bench;
use compongo::eval::Evaluation;
use compongo::search::params::{HALFMOVE_SCALE, MATERIAL_SCALE_BASE, MATERIAL_SCALE_FACTOR};
use compongo::time::SearchLimits;
use compongo::types::{MAX_DEPTH, Score};
use std::time::{Duration, Instant};

#[test]
fn node_limits_are_exact() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Repetitions and checks all over.
        "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1",
        "8/5k2/8/8/8/2R5/1K6/8 w - - 96 120",
        "8/8/3k4/8/8/8/1r2R3/4K3 w - - 20 60",
    ];
    for fen in positions {
        let root = board(fen);
        let mut engine = Engine::new(1);
        let mut limits: Vec<u64> = (1..=40).collect();
        limits.extend([
            100, 555, 1000, 1023, 1024, 1025, 2048, 2049, 4097, 7777, 20_000,
        ]);
        limits.extend((0..20).map(|step| 1500 + 37 * step));
        for limit in limits {
            engine.clear();
            let found = engine.search(&request(&root, nodes(limit)));
            assert_eq!(found.outcome.nodes, limit, "{fen}");
            assert!(root.is_legal(found.answer()));
            walk(&root, &found.outcome.pv);
        }
    }
}

#[test]
fn a_search_that_ends_at_once_gives_the_scaled_evaluation() {
    // A knight less in the opening, and a rook more in an ending without progress.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 40 60",
    ] {
        let root = board(fen);
        let clock = i32::from(root.halfmove_clock());
        let material = root.material() as i32;
        let eval = Evaluation::default().evaluate(&root).value();
        let by_clock = eval * (HALFMOVE_SCALE - clock) / HALFMOVE_SCALE;
        let scaled = by_clock * (MATERIAL_SCALE_BASE + MATERIAL_SCALE_FACTOR * material) / 1024;
        let found = search_fen(fen, nodes(1));
        assert_eq!(found.score(), Score::new(scaled), "{fen}");
    }
}

#[test]
fn soft_node_limits_end_the_search_after_an_iteration() {
    let nodes = |fen, soft_nodes, soft_nodes_noisy| {
        let limits = SearchLimits {
            soft_nodes: Some(soft_nodes),
            soft_nodes_noisy,
            ..SearchLimits::default()
        };
        search_fen(fen, limits).outcome.nodes
    };
    let quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // White takes a queen.
    let capture = "4k3/pp3ppp/8/3q4/4P3/2N5/PP3PPP/4K3 w - - 0 1";
    for fen in [quiet, capture] {
        let (few, many) = (nodes(fen, 500, None), nodes(fen, 20_000, None));
        assert!((500..5000).contains(&few) && many >= 20_000, "{few} {many}");
        let noisy = nodes(fen, 20_000, Some(500));
        assert_eq!(noisy, if fen == quiet { many } else { few });
    }
}

#[test]
fn only_the_wanted_moves_are_considered() {
    let root = Board::start();
    for wanted in [&["a2a3"][..], &["h2h4", "b1a3"], &["g2g4", "f2f3", "e2e4"]] {
        let mut request = request(&root, depth(7));
        request.root_moves = wanted.iter().map(|text| mv(&root, text)).collect();
        request.multi_pv = 5;
        let found = Engine::new(1).search(&request);
        assert_eq!(found.lines.len(), wanted.len());
        for line in &found.lines {
            assert!(request.root_moves.contains(&line.mv));
        }
        assert!(request.root_moves.contains(&found.answer()));
    }
    // The mate is not among them.
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let found = search_game(fen, &[], &["g1f1"], depth(1));
    assert_eq!(found.best(), "g1f1");
    assert!(found.score() < Score::mate_in(1));
}

#[test]
fn without_moves_there_is_no_answer() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Score::mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::ZERO),
    ] {
        let found = search_fen(fen, depth(5));
        assert_eq!(
            (found.outcome.best_move, found.score()),
            (None, score),
            "{fen}"
        );
        assert_eq!(
            (found.outcome.nodes, found.outcome.pv.len()),
            (0, 0),
            "{fen}"
        );
    }
}

#[test]
fn a_stop_before_the_start_is_obeyed_with_a_move() {
    for threads in [1, 2] {
        for fen in [
            bench::POSITIONS[0],
            bench::POSITIONS[6],
            bench::POSITIONS[25],
        ] {
            let root = board(fen);
            let stop_token = stop_token();
            stop_token.stop();
            let found = Engine::new(threads)
                .search_with(&request(&root, SearchLimits::default()), &stop_token);
            assert!(found.outcome.nodes < 100_000, "{}", found.outcome.nodes);
            assert!(root.is_legal(found.answer()));
            assert!(!found.score().is_decisive());
            walk(&root, &found.outcome.pv);
            // The first iteration is completed all the same.
            assert!(found.outcome.depth >= 1 && found.outcome.nodes > 0);
        }
    }
}

#[test]
fn two_threads_answer_a_stop() {
    let mut engine = Engine::new(2);
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[7],
        bench::POSITIONS[19],
    ] {
        let root = board(fen);
        let stop_token = stop_token();
        let stopper = stop_token.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            stopper.stop();
            Instant::now()
        });
        let found = engine.search_with(&request(&root, SearchLimits::default()), &stop_token);
        let ended = Instant::now();
        let stopped = thread.join().expect("no panic");
        assert!(ended.saturating_duration_since(stopped) < Duration::from_secs(10));
        assert!(root.is_legal(found.answer()));
        assert_sound(&root, &found);
        assert!(found.outcome.depth > 0);
    }
}

#[test]
fn no_line_is_too_long() {
    for fen in [
        "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/8/4K3/8 w - - 0 1",
        "8/8/1p1k4/p1p1p1p1/P1P1P1P1/3K4/8/8 w - - 0 1",
        // One check after the other.
        "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1",
    ] {
        for wanted in [MAX_DEPTH, u16::MAX] {
            let limits = SearchLimits {
                depth: Some(wanted),
                nodes: Some(300_000),
                ..SearchLimits::default()
            };
            let root = board(fen);
            let found = search_fen(fen, limits);
            assert!(found.outcome.depth <= MAX_DEPTH, "{fen}");
            assert!(found.outcome.nodes <= 300_000, "{fen}");
            assert_sound(&root, &found);
        }
    }
}
