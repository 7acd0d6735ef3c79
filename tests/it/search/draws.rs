//! Draws: the clock, repetition, dead positions, stalemate, and zugzwang, where a null move would see one.

use super::support::{
    Engine, agrees, can_mate, depth, nodes, request, search_fen, search_game, walk,
};
use crate::support::position::{board, mv};
use compongo::types::{Move, Piece, Score};

#[test]
fn the_clock_at_its_end() {
    // Mate on the hundredth half-move wins.
    let found = search_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80", depth(8));
    assert_eq!(found.score(), Score::mate_in(1));
    assert_eq!(found.best(), "a1a8");
    // Without mate on that move the game is drawn, whatever stands on the board.
    for fen in [
        "7k/8/8/6K1/8/8/8/R7 w - - 99 80",
        "3qk3/8/8/8/8/8/8/4K3 b - - 99 80",
        "3qk3/8/8/8/8/8/8/4K3 w - - 99 80",
        "8/5k2/8/8/8/2R5/1K6/8 w - - 96 120",
        "8/5k2/8/8/8/2Q5/1K6/8 w - - 98 120",
    ] {
        for plies in [6, 9, 12] {
            let score = search_fen(fen, depth(plies)).score();
            assert!(agrees(score, Score::ZERO), "{fen}: {score:?}");
        }
    }
    // A pawn move or a capture begins a new count.
    for (fen, best) in [
        ("8/P6k/8/8/8/8/8/K7 w - - 99 90", "a7a8"),
        ("7k/8/8/8/8/2p5/1K6/3R4 w - - 99 90", "b2c3"),
    ] {
        let found = search_fen(fen, depth(8));
        assert_eq!(found.best(), best, "{fen}");
        assert!(
            found.score() > Score::new(200),
            "{fen}: {:?}",
            found.score()
        );
    }
    // The last pawn can be blocked until the count is full.
    let found = search_fen("3qk3/8/8/8/8/8/3p4/4K3 w - - 98 90", depth(8));
    assert!(agrees(found.score(), Score::ZERO), "{:?}", found.score());
    assert_eq!(found.best(), "e1d1");
    // In a lost position, the root completes the count instead of making a capture, also if a repetition would be
    // the third.
    for clock in [99, 100, 120] {
        for fen in [
            "6k1/8/8/3n4/1P6/8/5PPP/R5K1 b",
            "6k1/p7/8/8/8/8/P4PPP/R5K1 b",
        ] {
            let root = format!("{fen} - - {clock} 120");
            let found = search_fen(&root, depth(8));
            assert!(
                agrees(found.score(), Score::ZERO),
                "{root}: {:?}",
                found.score()
            );
            assert!(!board(&root).resets_clock(found.answer()), "{root}");
        }
    }
    let found = search_game(
        "6k1/8/8/3n4/1P6/8/5PPP/R5K1 w - - 91 100",
        &["a1b1", "g8h8", "b1a1", "h8g8", "a1b1", "g8h8", "b1a1"],
        &[],
        depth(8),
    );
    assert!(agrees(found.score(), Score::ZERO), "{:?}", found.score());
    // At a hundred the root still has to be answered.
    let found = search_fen("8/5k2/8/8/8/2Q5/1K6/8 w - - 100 120", depth(6));
    assert!(found.outcome.best_move.is_some());
}

#[test]
fn a_draw_that_may_be_claimed_does_not_end_the_game() {
    // The opponent need not claim, but may mate: after a1b1 Black mates with c2e2.
    let found = search_fen("8/p1P5/1r6/k5p1/7R/8/P1q5/Q3K3 w - - 99 80", depth(6));
    let after = walk(
        &board("8/p1P5/1r6/k5p1/7R/8/P1q5/Q3K3 w - - 99 80"),
        &found.outcome.pv[..1],
    );
    assert!(!can_mate(&after, 1), "{}", found.best());
    // Beyond the limit the winning side keeps its piece: the opponent may forget to claim.
    for clock in [98, 99, 100, 103, 120] {
        for piece in ["Q", "R"] {
            let root = board(&format!("8/8/8/4k3/8/3{piece}K3/8/8 w - - {clock} 90"));
            let found = Engine::new(1).search(&request(&root, depth(6)));
            let after = walk(&root, &found.outcome.pv[..1]);
            let loses = |mv: Move| mv.is_capture();
            assert!(
                !after.legal_moves().into_iter().any(loses),
                "{root}: {}",
                found.best()
            );
        }
    }
    // With a capture at hand the player to move goes on, whatever the clock says.
    let found = search_fen("7k/8/8/8/3r4/8/1K6/3R4 w - - 104 90", depth(6));
    assert_eq!(found.best(), "d1d4");
    assert!(found.score() > Score::new(200), "{:?}", found.score());
}

#[test]
fn after_seventy_five_moves_the_game_is_over() {
    let mut last = request(&board("8/5k2/8/8/8/2Q5/1K6/8 w - - 149 190"), depth(6));
    assert_eq!(Engine::new(1).search(&last).score(), Score::ZERO);
    last.automatic_draws = false;
    assert!(Engine::new(1).search(&last).score() > Score::ZERO);
}

#[test]
fn dead_positions_are_worth_exactly_nothing() {
    for fen in [
        "8/8/4k3/8/8/8/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3N4/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3N4/4K3/8 b - - 0 1",
        "8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1",
        "4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        for plies in [1, 2, 5, 20] {
            let found = search_fen(fen, depth(plies));
            assert_eq!(found.score(), Score::ZERO, "{fen} depth {plies}");
            assert!(found.outcome.best_move.is_some());
        }
    }
    // The only legal move leads to a dead position.
    for fen in [
        "8/8/8/3k4/8/8/3q4/3K4 w - - 0 1",
        "7k/6Q1/8/8/8/5N2/8/K7 b - - 0 1",
        "8/8/8/8/6b1/8/1k1q4/3K4 w - - 0 1",
    ] {
        let root = board(fen);
        assert_eq!(root.count_legal_moves(), 1, "{fen}");
        for plies in 1..=12 {
            let found = search_fen(fen, depth(plies));
            assert_eq!(found.score(), Score::ZERO, "{fen} depth {plies}");
        }
    }
    // Only the capture of the last pawn saves the game.
    for plies in 1..=12 {
        let found = search_fen("7k/8/8/8/8/3N4/1p6/5K2 w - - 0 1", depth(plies));
        assert_eq!(found.score(), Score::ZERO);
        assert_eq!(found.best(), "d3b2");
    }
}

#[test]
fn perpetual_check_is_worth_exactly_nothing() {
    let fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    for plies in 6..=12 {
        let found = search_fen(fen, depth(plies));
        assert_eq!(found.score(), Score::ZERO, "depth {plies}");
        assert_eq!(found.best(), "h5e8");
    }
}

#[test]
fn repetition_counts_from_the_root_on_or_at_the_third_time() {
    let fen = "7k/8/8/8/8/8/8/KR6 w - - 0 1";
    let once = ["b1b2", "h8h7", "b2b1", "h7h8"];
    let twice = [once, once].concat();
    // A move to the third occurrence is worth nothing.
    let third = search_game(fen, &twice, &["b1b2"], depth(8));
    assert!(agrees(third.score(), Score::ZERO), "{:?}", third.score());
    // A move to the second one, the first having been before the root, ends nothing.
    let second = search_game(fen, &once, &["b1b2"], depth(8));
    assert!(second.score() > Score::new(300), "{:?}", second.score());
    // The stronger side does not play what draws.
    let free = search_game(fen, &twice, &[], depth(8));
    assert!(free.score() > Score::new(300), "{:?}", free.score());
    assert_ne!(free.best(), "b1b2");
}

#[test]
fn the_weaker_side_takes_a_repetition() {
    // Black has nothing better than what has been twice already.
    let fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    let moves = ["h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7"];
    let found = search_game(fen, &moves, &[], depth(4));
    assert_eq!(found.score(), Score::ZERO);
    assert_eq!(found.best(), "e8h5");
}

#[test]
fn the_losing_side_repeats_for_the_third_time() {
    let fen = "6k1/5ppp/8/8/8/q7/5PPP/4B2K w - - 0 1";
    let around = ["g8f8", "g1f1", "f8g8", "f1g1"];
    let moves = [&["h1g1"], &around[..], &around[..3]].concat();
    for plies in [1, 6, 12] {
        let found = search_game(fen, &moves, &[], depth(plies));
        assert!(agrees(found.score(), Score::ZERO), "{:?}", found.score());
        assert_eq!(found.best(), "f1g1");
    }
}

#[test]
fn a_repetition_at_the_end_of_the_line_is_a_floor() {
    // White, a queen up, lets Black claim a draw with Kg8: the score says so from the first depth on.
    let fen = "6k1/5ppp/8/8/8/8/1Q3PPP/4R1K1 w - - 0 1";
    let moves = ["b2a2", "g8f8", "a2b2", "f8g8", "b2a2", "g8f8"];
    for plies in 1..=10 {
        let found = search_game(fen, &moves, &["a2b2"], depth(plies));
        assert!(
            agrees(found.score(), Score::ZERO),
            "depth {plies}: {:?}",
            found.score()
        );
    }
}

#[test]
fn stalemate_traps() {
    // Moves that stalemate are worth nothing, and are not played where others win.
    for (fen, trap) in [
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"),
        ("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "f7f8q"),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"),
        ("8/8/8/8/8/6q1/8/4k2K b - - 0 1", "e1f1"),
    ] {
        let root = board(fen);
        let trap = mv(&root, trap);
        let mut child = root;
        child.play(trap);
        assert!(!child.in_check() && !child.has_legal_move(), "{fen}");
        let mut only = request(&root, depth(6));
        only.root_moves = std::iter::once(trap).collect();
        assert_eq!(Engine::new(1).search(&only).score(), Score::ZERO, "{fen}");
        let found = search_fen(fen, depth(10));
        assert!(
            found.score() > Score::new(300),
            "{fen}: {:?}",
            found.score()
        );
        assert_ne!(found.outcome.best_move, Some(trap), "{fen}");
    }
    // Saavedra: the queen would be stalemate, the rook wins.
    let found = search_fen("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", depth(20));
    assert_eq!(found.best(), "c6c7");
    assert!(found.score() > Score::new(300), "{:?}", found.score());
    let root = board("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1");
    let mut promotions = request(&root, depth(12));
    promotions.root_moves = [mv(&root, "c7c8q"), mv(&root, "c7c8r")]
        .into_iter()
        .collect();
    for request in [promotions, request(&root, depth(16))] {
        let found = Engine::new(1).search(&request);
        assert_eq!(found.answer().promotion(), Some(Piece::Rook));
    }
}

#[test]
fn zugzwang_is_seen_in_spite_of_null_moves() {
    for (fen, best) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6"),
    ] {
        let found = search_fen(fen, nodes(300_000));
        assert_eq!(found.best(), best, "{fen}: {:?}", found.score());
    }
    // The side to move loses its pawn.
    for side in ['w', 'b'] {
        let found = search_fen(&format!("8/8/8/3Kp3/4Pk2/8/8/8 {side} - - 0 1"), depth(10));
        assert!(
            found.score() < Score::new(-300),
            "{side}: {:?}",
            found.score()
        );
    }
}
