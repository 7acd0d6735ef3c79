//! Mates of problems, at their shortest distance.

use super::support::{Engine, MAX_NODES, assert_sound, can_mate, depth, request, until_mate};
use crate::support::position::board;
use crate::support::table::rows;
use compongo::types::Score;

#[test]
fn mates_in_one_to_five() {
    let table = "
        6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1                                   | 1
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 | 1
        r2q1bnr/ppp1kBpp/2np4/4N3/4P3/2N5/PPPP1PPP/R1BbK2R w KQ - 2 8       | 1
        k7/2Q5/8/1N6/8/8/8/7K w - - 0 1                                     | 1
        Zugzwang.
        kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1                                   | 2
        2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1    | 2
        r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1    | 2
        r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1      | 3
        r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1          | 3
        r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1        | 3
        6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1              | 3
        rn3rk1/p5pp/2p5/3Ppb2/2q5/1Q6/PPPB2PP/R3K1NR b - - 0 1              | 3
        Smothered.
        5rk1/5Npp/8/8/2Q5/8/8/7K w - - 0 1                                  | 3
        2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1                | 3
        6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1        | 5
    ";
    for [fen, moves] in rows(table) {
        let root = board(fen);
        let moves: u8 = moves.parse().expect("a number");
        let plies = 2 * moves - 1;
        let mut engine = Engine::new(1);
        let found = engine.search(&request(&root, until_mate(plies)));
        assert_eq!(found.score(), Score::mate_in(plies.into()), "{fen}");
        assert!(found.outcome.nodes < MAX_NODES, "it goes on: {fen}");
        assert_sound(&root, &found);
        // Longer ones take too long to be looked for move by move.
        if moves <= 3 {
            assert!(can_mate(&root, moves), "{fen}");
            assert!(!can_mate(&root, moves - 1), "{fen}");
        }
        // A longer mate may be asked for.
        let again = engine.search(&request(&root, until_mate(plies + 2)));
        assert_eq!(again.score(), found.score(), "{fen}");
        assert_sound(&root, &again);
    }
}

#[test]
fn two_threads_find_a_mate() {
    let fen = "r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1";
    // Far deeper than the mate is: how two threads share the work differs from run to run.
    let found = Engine::new(2).search(&request(&board(fen), depth(24)));
    assert_eq!(found.score(), Score::mate_in(5));
    assert_sound(&board(fen), &found);
}
