//! Games in viriformat, read by the crate of that name.

use crate::datagen::sample::game;
use compongo::datagen::export::viriformat;
use compongo::datagen::{ExpectedScore, GameResult};
use compongo::types::{Color, Score};
use viriformat::dataformat::{Game, WDL};

/// The pieces and the side to move of a FEN.
fn placement(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn others_read_our_games() {
    let mut castled = 0;
    for seed in 0..150 {
        let ours = game(seed, 300);
        let bytes = viriformat(&ours);
        // Reading checks that all moves are legal there.
        let theirs = Game::deserialise_from(&mut &bytes[..], Vec::new()).expect("viriformat");
        let result = match theirs.outcome() {
            WDL::Win => GameResult::White,
            WDL::Draw => GameResult::Draw,
            WDL::Loss => GameResult::Black,
        };
        assert_eq!(result, ours.termination.result(), "{seed}");
        let mut found = Vec::new();
        theirs.visit_positions(|board, score| {
            let clock = u16::from(board.fifty_move_counter());
            found.push((placement(&board.to_string()), clock, score));
        });
        assert_eq!(found.len(), ours.plies.len());
        for ((_, board, ply), (place, clock, score)) in ours.positions().zip(found) {
            assert_eq!(place, placement(&board.to_string()), "{seed}");
            assert_eq!(clock, board.halfmove_clock());
            castled += u32::from(ply.mv.is_castling());
            let expected_score = match score {
                32_000 => ExpectedScore::WHITE_MATES,
                -32_000 => ExpectedScore::BLACK_MATES,
                _ => ExpectedScore::of(Score::new(score), Color::White),
            };
            assert_eq!(expected_score, ply.expected_score, "{seed}");
        }
    }
    assert!(castled > 20, "{castled}");
}
