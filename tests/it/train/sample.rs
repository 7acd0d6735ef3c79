//! Training samples.

use crate::support::position::board;
use compongo::board::{Board, double_chess960_startpos};
use compongo::datagen::{ExpectedScore, GameResult};
use compongo::nnue::{Perspective, Shape, Threats};
use compongo::search::params::HALFMOVE_SCALE;
use compongo::train::sample::{BYTES, TrainingSample};
use compongo::types::{Color, Rng};

fn boards(count: usize) -> Vec<Board> {
    let mut rng = Rng::new(3);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = double_chess960_startpos(rng.below(960), rng.below(960));
        for _ in 0..120 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            boards.push(board);
            board.play(moves[rng.below(moves.len())]);
        }
    }
    boards
}

#[test]
fn features_are_those_of_both_perspectives() {
    for board in boards(3000) {
        let sample = TrainingSample::new(&board, ExpectedScore(100), GameResult::White);
        let [mover, opponent] =
            [board.stm(), !board.stm()].map(|color| Perspective::of(&board, color));
        let shape = Shape::new(16, 1).expect("a known shape");
        for (shape, threats) in [
            (shape, Threats::NONE),
            (shape.with_threats(), Threats::of(&board)),
        ] {
            let mut expected: Vec<[u16; 2]> = board
                .occupied()
                .into_iter()
                .filter_map(|square| Some((board.colored_piece_at(square)?, square)))
                .map(|(piece, square)| {
                    let feature =
                        |side: Perspective| side.index(piece, square, threats.level(square));
                    [mover, opponent].map(|side| feature(side) as u16)
                })
                .collect();
            let mut found: Vec<_> = sample.inputs(shape).collect();
            assert_eq!(found.len() as u32, sample.count());
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{board}");
        }
    }
}

#[test]
fn samples_survive_files_and_boards() {
    for board in boards(3000) {
        let sample = TrainingSample::new(&board, ExpectedScore(7), GameResult::Black);
        assert_eq!(TrainingSample::from_bytes(&sample.to_bytes()), Some(sample));
        let again = sample.board().expect("a position of chess");
        assert_eq!(again.stm(), Color::White);
        assert_eq!(
            again.king(Color::White).file() as u8 & 4,
            0,
            "{board} as {again}"
        );
        let again = TrainingSample::new(&again, ExpectedScore(0), GameResult::Draw);
        assert!(again.piece_squares().eq(sample.piece_squares()));
    }
}

#[test]
fn invalid_samples_are_refused() {
    let good =
        TrainingSample::new(&Board::start(), ExpectedScore(128), GameResult::Draw).to_bytes();
    assert!(TrainingSample::from_bytes(&good).is_some());
    for (place, byte) in [(8, 0x0C), (23, 0xF0), (24, 7), (26, 3)] {
        let mut bad = good;
        bad[place] = byte;
        assert_eq!(TrainingSample::from_bytes(&bad), None, "byte {place}");
    }
    let mut crowded = good;
    crowded[2] = 0xFF;
    assert_eq!(TrainingSample::from_bytes(&crowded), None);
    assert_eq!(TrainingSample::from_bytes(&[0; BYTES]), None);
}

#[test]
fn evaluations_fade_as_in_the_search() {
    for (clock, fade) in [(0, 1.0), (50, 0.75), (100, 0.5), (150, 0.5)] {
        let board = board(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 99"));
        let sample = TrainingSample::new(&board, ExpectedScore(200), GameResult::White);
        assert_eq!(sample.fade(), fade);
        assert_eq!(TrainingSample::from_bytes(&sample.to_bytes()), Some(sample));
    }
    assert_eq!(HALFMOVE_SCALE, 200);
}

#[test]
fn targets_mix_the_result_and_the_search() {
    let mut board = Board::start();
    let of = |board: &Board| TrainingSample::new(board, ExpectedScore(51), GameResult::Black);
    assert_eq!(of(&board).target(1.0), 0.0);
    assert_eq!(of(&board).target(0.0), 0.2);
    assert!((of(&board).target(0.25) - 0.15).abs() < 1e-6);
    let first = board.legal_moves()[0];
    board.play(first);
    assert_eq!(of(&board).target(1.0), 1.0);
    assert_eq!(of(&board).target(0.0), 0.8);
}
