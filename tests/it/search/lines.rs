//! Several lines, lines at full width, and lines from random positions.

use super::support::{Engine, assert_sound, depth, request};
use crate::support::position::{board, mv};
use compongo::engine::bench;
use compongo::types::{Move, Rng, Score};
use std::collections::HashSet;

#[test]
fn a_search_of_some_moves_is_not_stored_for_the_position() {
    let root = board("6k1/5ppp/8/8/8/8/7P/R5K1 w - - 0 1");
    let mut engine = Engine::new(1);
    let mut some = request(&root, depth(6));
    // After a pawn's move the position cannot occur again.
    some.root_moves = std::iter::once(mv(&root, "h2h3")).collect();
    engine.search(&some);
    assert_eq!(engine.table.probe(root.key()), None);
    engine.search(&request(&root, depth(6)));
    assert!(engine.table.probe(root.key()).is_some());
}

#[test]
fn lines_are_distinct_and_in_order() {
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[6],
        bench::POSITIONS[16],
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "8/8/8/3k4/8/8/3q4/3K4 w - - 0 1",
    ] {
        let root = board(fen);
        for lines in [2, 4, 256] {
            let mut request = request(&root, depth(if lines == 256 { 4 } else { 7 }));
            request.multi_pv = lines;
            let found = Engine::new(1).search(&request);
            assert_eq!(
                found.lines.len(),
                lines.min(request.root_moves.len()),
                "{fen}"
            );
            let moves: HashSet<Move> = found.lines.iter().map(|line| line.mv).collect();
            assert_eq!(moves.len(), found.lines.len(), "{fen}");
            assert!(
                found
                    .lines
                    .windows(2)
                    .all(|pair| pair[0].score >= pair[1].score),
                "{fen}: {:?}",
                found.lines
            );
            assert!(
                found.lines.iter().all(|line| line.score > -Score::INFINITE),
                "{fen}"
            );
            assert_sound(&root, &found);
        }
    }
}

#[test]
fn the_first_of_several_lines_is_the_best_move() {
    for (fen, best) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
        ("4k3/8/8/3q4/8/2N5/5PPP/6K1 w - - 0 1", "c3d5"),
    ] {
        let root = board(fen);
        for lines in [1, 2, 3] {
            let mut request = request(&root, depth(9));
            request.multi_pv = lines;
            let found = Engine::new(1).search(&request);
            assert_eq!(found.best(), best, "{fen}, {lines} lines");
        }
    }
}

#[test]
fn at_full_width_no_reply_is_pruned() {
    // After the capture of the rook the king attacks the other one, which may go away.
    let fen = "8/2K5/R4r2/5b2/8/4k3/8/8 b - - 97 150";
    let root = board(fen);
    let capture = mv(&root, "f6a6");
    let mut request = request(&root, depth(3));
    request.root_moves = std::iter::once(capture).collect();
    let pruned = Engine::new(1).search(&request);
    request.full_width_plies = 4;
    let full = Engine::new(1).search(&request);
    assert!(full.score() > Score::new(600), "{:?}", full.score());
    assert!(full.outcome.nodes > pruned.outcome.nodes);
}

#[test]
fn random_positions_are_answered_soundly() {
    let mut rng = Rng::new(0xA076_1D64_78BD_642F);
    let mut engine = Engine::new(1);
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[6],
        bench::POSITIONS[37],
        bench::POSITIONS[26],
    ] {
        for _ in 0..12 {
            let mut root = board(fen);
            let mut earlier = Vec::new();
            for _ in 0..rng.below(80) {
                let moves = root.legal_moves();
                if moves.is_empty() {
                    break;
                }
                earlier.push(root.key());
                root.play(moves[rng.below(moves.len())]);
                if root.halfmove_clock() == 0 {
                    earlier.clear();
                }
            }
            let mut request = request(&root, depth(7));
            if request.root_moves.is_empty() {
                continue;
            }
            request.key_history = earlier;
            request.multi_pv = 1 + rng.below(2);
            // The table still knows what it has seen of other positions.
            let found = engine.search(&request);
            assert_eq!(found.outcome.depth, 7, "{root}");
            assert_sound(&root, &found);
        }
    }
}
