//! Castling, and the rights to it.

use super::properties::{play, recomputed_key};
use crate::support::position::board;
use crate::support::table::rows;
use compongo::board::CastlingSide;
use compongo::types::{Bitboard, Color, Piece, Rank};

/// The castling moves of White with the squares of king and rook afterwards.
fn castlings(fen: &str) -> Vec<String> {
    let board = board(fen);
    let mut texts: Vec<String> = board
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_castling())
        .map(|mv| {
            let mut after = board;
            after.play(mv);
            let side = CastlingSide::of(mv.from(), mv.to());
            assert_eq!(board.castling_rook(Color::White, side), Some(mv.to()));
            assert!((after.castling_rights() & Bitboard::rank(Rank::R1)).is_empty());
            let king = after.king(Color::White);
            let rook = side.rook_target(Color::White);
            assert!(after.colored_pieces(Color::White, Piece::Rook).has(rook));
            format!("{mv} K{king} R{rook}")
        })
        .collect();
    texts.sort_unstable();
    texts
}

#[test]
fn article_f_castling_in_chess960() {
    for (rank, right, expected) in [
        // The rook stays, the king stays, or they change places.
        ("4KR2", "F", &["e1f1 Kg1 Rf1"][..]),
        ("3RK3", "D", &["e1d1 Kc1 Rd1"]),
        ("R1K5", "A", &["c1a1 Kc1 Rd1"]),
        ("5KR1", "G", &["f1g1 Kg1 Rf1"]),
        // With the rook gone from b1, the one on a1 attacks c1.
        ("1R1K4", "B", &["d1b1 Kc1 Rd1"]),
        ("rR1K4", "B", &[]),
        // Nothing else may stand between; squares beyond may be occupied.
        ("RK6", "A", &["b1a1 Kc1 Rd1"]),
        ("RK1N4", "A", &[]),
        ("4K1RN", "G", &["e1g1 Kg1 Rf1"]),
        ("1RK1N3", "B", &["c1b1 Kc1 Rd1"]),
        ("5K1R", "H", &["f1h1 Kg1 Rf1"]),
        ("1RKR4", "BD", &["c1d1 Kg1 Rf1"]),
        ("RK5R", "AH", &["b1a1 Kc1 Rd1", "b1h1 Kg1 Rf1"]),
        ("R3K2R", "AH", &["e1a1 Kc1 Rd1", "e1h1 Kg1 Rf1"]),
        ("RN2K1NR", "AH", &[]),
        ("1K5R", "H", &["b1h1 Kg1 Rf1"]),
    ] {
        let fen = format!("4k3/8/8/8/8/8/8/{rank} w {right} - 0 1");
        assert_eq!(castlings(&fen), expected, "{fen}");
    }
    // No square of the king may be attacked.
    assert!(castlings("4k1r1/8/8/8/8/8/8/1K5R w H - 0 1").is_empty());
}

#[test]
fn castling_goes_past_no_attack() {
    assert_eq!(
        castlings("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ["e1a1 Kc1 Rd1"]
    );
    let none = "3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1";
    assert!(castlings(none).is_empty());
    assert_eq!(board(none).count_legal_moves(), 21);
    // The rook may be attacked, and may cross an attacked square; the king may not leave a check.
    assert_eq!(castlings("rr2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1").len(), 2);
    assert!(castlings("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1").is_empty());
}

#[test]
fn rights_end_when_king_or_rook_moves_or_the_rook_is_taken() {
    let table = "
        r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 | g2h1                | r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2
        r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1     | g7h8q               | r3k2Q/8/8/8/8/8/8/4K3 b q - 0 1
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | a1a8                | R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | e1e2 h8g8           | r3k1r1/8/8/8/8/8/4K3/R6R w q - 2 2
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | e1g1 e8c8           | 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | h1h2 a8a7 h2h1 a7a8 | r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3
    ";
    for [start, moves, fen] in rows(table) {
        let mut board = board(start);
        play(&mut board, moves);
        assert_eq!(board.to_string(), fen);
        assert_eq!(board.key(), recomputed_key(&board));
    }
}
