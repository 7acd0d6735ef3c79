//! Mates found and refuted, through the public entry point.

use crate::board::Board;
use crate::eval::Evaluation;
use crate::search::{
    self, SearchListener, SearchRequest, SearchResult, SearchThreads, thread_builder,
};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::{Key, Move, Score};

#[derive(Default)]
struct Refutations(Vec<i16>);

impl SearchListener for Refutations {
    fn mate_not_found(&mut self, moves: i16) {
        self.0.push(moves);
    }
}

fn request(fen: &str, mate: i16) -> SearchRequest {
    let board: Board = fen.parse().expect("valid FEN");
    let limits = SearchLimits {
        mate: Some(mate),
        nodes: Some(2_000_000),
        ..SearchLimits::default()
    };
    SearchRequest::new(&board, Evaluation::default(), limits)
}

/// The result of a search, and the lengths that it refuted.
fn run(request: &SearchRequest) -> (SearchResult, Vec<i16>) {
    let work = || {
        let table = TranspositionTable::new(4).expect("4 MiB");
        let mut threads = SearchThreads::new(1);
        let time = TimeManager::new(StopToken::default(), None);
        let mut listener = Refutations::default();
        let result = search::run(request, &table, &mut threads, time, &mut listener);
        (result, listener.0)
    };
    std::thread::scope(|scope| {
        let thread = thread_builder().spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

fn assert_mate(request: &SearchRequest, plies: usize) {
    let (result, refuted) = run(request);
    let score = if plies % 2 == 1 {
        Score::mate_in(plies)
    } else {
        Score::mated_in(plies)
    };
    let mut board = request.board;
    assert_eq!(result.score, score, "{board}");
    assert_eq!(result.pv.len(), plies, "{board}");
    assert!(refuted.is_empty(), "{board}");
    for &mv in &result.pv {
        assert!(board.is_legal(mv), "{board} {mv}");
        board.play(mv);
    }
    assert!(board.in_check() && !board.has_legal_move(), "{board}");
}

fn assert_refuted(request: &SearchRequest) {
    let (result, refuted) = run(request);
    let wanted = request.limits.mate.expect("a mate search");
    assert_eq!(refuted, [wanted], "{}", request.board);
    assert!(result.best_move.is_some(), "{}", request.board);
    assert!(result.nodes < 2_000_000, "{}", request.board);
}

const MATES: [(&str, i16); 11] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("k7/2Q5/8/1N6/8/8/8/7K w - - 0 1", 1),
    // Zugzwang.
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    (
        "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1",
        2,
    ),
    (
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
        3,
    ),
    (
        "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1",
        3,
    ),
    ("6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1", 3),
    ("rn3rk1/p5pp/2p5/3Ppb2/2q5/1Q6/PPPB2PP/R3K1NR b - - 0 1", 3),
    ("5rk1/5Npp/8/8/2Q5/8/8/7K w - - 0 1", 3),
    ("2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 3),
    (
        "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
        5,
    ),
];

#[test]
fn shorter_mates_are_refuted() {
    for (fen, moves) in MATES {
        if (2..=3).contains(&moves) {
            assert_refuted(&request(fen, moves - 1));
        }
    }
}

#[test]
fn the_side_to_move_is_mated() {
    assert_mate(&request("7k/5K2/8/8/8/8/8/1R6 b - - 0 1", -1), 2);
    assert_mate(&request("7k/8/5K2/8/8/8/8/1R4R1 b - - 0 1", -2), 4);
    assert_refuted(&request("7k/8/5K2/8/8/8/8/1R4R1 b - - 0 1", -1));
    assert_refuted(&request("7k/5K2/8/8/8/8/8/1R6 w - - 0 1", -3));
}

#[test]
fn quiet_positions_have_no_mate() {
    for (fen, moves) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            2,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            -2,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            2,
        ),
        ("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", 4),
    ] {
        assert_refuted(&request(fen, moves));
    }
}

#[test]
fn stalemate_and_dead_positions_defend() {
    // The pawn is lost, or the king stalemated.
    assert_refuted(&request("5k2/5P2/8/4K3/8/8/8/8 w - - 0 1", 3));
    // A lone king, or one with a bishop, never mates.
    assert_refuted(&request("8/8/8/8/8/4k3/8/4K2B w - - 0 1", 5));
    assert_refuted(&request("8/8/8/8/8/4k3/8/4K2R b - - 0 1", 5));
    // Saavedra: a queen would be stalemate.
    assert_refuted(&request("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", 3));
}

#[test]
fn the_fifty_move_rule_defends() {
    // Mate in two: on the hundredth half-move it counts, after that no more.
    for (clock, mate) in [(97, true), (98, false), (99, false)] {
        let fen = format!("7k/8/8/6K1/8/8/8/1R4R1 w - - {clock} 90");
        if mate {
            assert_mate(&request(&fen, 2), 3);
        } else {
            assert_refuted(&request(&fen, 2));
        }
    }
    // A pawn move or a capture restarts the count.
    assert_mate(&request("7k/8/P5K1/8/8/8/8/8 w - - 99 90", 2), 3);
    // The side to move claims at once.
    assert_refuted(&request("7k/5K2/8/8/8/8/8/1R6 b - - 99 90", -1));
}

#[test]
fn a_third_occurrence_defends() {
    let fen = "7k/8/8/6K1/8/8/8/1R4R1 w - - 20 90";
    let mut request = request(fen, 2);
    assert_mate(&request, 3);
    // All positions after a first move have occurred twice.
    let after = |mv: Move| -> Key {
        let mut next = request.board;
        next.play(mv);
        next.key()
    };
    let keys: Vec<Key> = request.root_moves.iter().map(|&mv| after(mv)).collect();
    request.key_history = [keys.clone(), keys].concat();
    assert_refuted(&request);
}

#[test]
fn only_the_requested_moves_mate() {
    let mut request = request("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2);
    request.root_moves.retain(|mv| mv.to().to_string() != "a8");
    request.limits.mate = Some(1);
    assert_refuted(&request);
}

#[test]
fn limits_end_the_search_with_a_move() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for nodes in [1, 100, 5_000, 30_000] {
        let mut request = request(start, 9);
        request.limits.nodes = Some(nodes);
        let (result, refuted) = run(&request);
        assert!(result.best_move.is_some() && refuted.is_empty());
        assert_eq!(result.nodes, nodes);
    }
    let mut request = request(start, 9);
    request.limits.depth = Some(3);
    assert_eq!(run(&request).1, [2]);
}
