//! Castling in Chess960 (09 Appendix F): what must be empty, what must not be attacked, and who stays.

use super::support::board;
use compongo::board::Board;
use compongo::board::fen::CastlingFieldStyle;
use compongo::notation::uci_move;
use compongo::types::{Color, Move};

/// A position with Black's king on e8.
fn rank_one(rank: &str, right: &str) -> Board {
    board(&format!("4k3/8/8/8/8/8/8/{rank} w {right} - 0 1"))
}

fn castlings(board: &Board) -> Vec<String> {
    let moves = board.legal_moves();
    let castlings = moves.iter().filter(|mv| mv.is_castling());
    castlings.map(Move::to_string).collect()
}

/// White castles with this move, after which rank 1 looks like that.
#[track_caller]
fn assert_castles(board: &Board, text: &str, rank: &str) {
    assert_eq!(castlings(board), [text]);
    let mv = uci_move::parse(board, text).expect("legal");
    assert!(mv.is_castling());
    let mut after = *board;
    after.play(mv);
    let fen = after.fen(CastlingFieldStyle::XFen);
    let pieces = fen.split(' ').next().expect("pieces");
    assert_eq!(pieces.rsplit('/').next(), Some(rank), "{text}");
    assert!((after.castling_rights() & after.colors(Color::White)).is_empty());
}

#[test]
fn article_f_the_rook_may_stay() {
    assert_castles(&rank_one("4KR2", "F"), "e1f1", "5RK1");
    assert_castles(&rank_one("3RK3", "D"), "e1d1", "2KR4");
}

#[test]
fn article_f_the_king_may_stay() {
    assert_castles(&rank_one("R1K5", "A"), "c1a1", "2KR4");
}

#[test]
fn article_f_king_and_rook_may_change_places() {
    assert_castles(&rank_one("5KR1", "G"), "f1g1", "5RK1");
}

#[test]
fn article_f_the_rook_may_not_uncover_a_check() {
    // With the rook gone from b1, the one on a1 attacks c1.
    assert_eq!(castlings(&rank_one("rR1K4", "B")), [""; 0]);
    assert_castles(&rank_one("1R1K4", "B"), "d1b1", "2KR4");
}

#[test]
fn article_f_no_square_from_start_to_end_may_be_attacked() {
    let attacked = board("4k1r1/8/8/8/8/8/8/1K5R w H - 0 1");
    assert_eq!(castlings(&attacked), [""; 0]);
    assert_castles(&rank_one("1K5R", "H"), "b1h1", "5RK1");
}

#[test]
fn article_f_nothing_else_may_stand_between() {
    assert_eq!(castlings(&rank_one("RK1N4", "A")), [""; 0]);
    assert_castles(&rank_one("RK6", "A"), "b1a1", "2KR4");
}

#[test]
fn article_f_squares_beyond_may_be_occupied() {
    assert_castles(&rank_one("4K1RN", "G"), "e1g1", "5RKN");
    assert_castles(&rank_one("1RK1N3", "B"), "c1b1", "2KRN3");
}
