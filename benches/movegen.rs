//! Listing the legal moves of many positions, and playing each of them on a copy, beside other crates.

use arrayvec::ArrayVec;
use compongo::notation::epd;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::Position;
use std::hint::black_box;

const POSITIONS: &str = include_str!("../tests/data/perft_standard.epd");

/// The same positions for every crate.
#[derive(Default)]
struct Boards {
    ours: Vec<compongo::board::Board>,
    cozy: Vec<cozy_chess::Board>,
    shakmaty: Vec<shakmaty::Chess>,
    chess: Vec<chess::Board>,
}

impl Boards {
    /// The positions that all crates accept.
    fn new() -> Self {
        let mut boards = Self::default();
        for (_, epd) in epd::parse_lines(POSITIONS) {
            let board = epd.expect("a valid line").0.board;
            let fen = board.to_string();
            let shakmaty = fen
                .parse::<shakmaty::fen::Fen>()
                .expect("a FEN")
                .into_position(shakmaty::CastlingMode::Standard);
            let (Ok(cozy), Ok(shakmaty), Ok(chess)) = (fen.parse(), shakmaty, fen.parse()) else {
                continue;
            };
            boards.ours.push(board);
            boards.cozy.push(cozy);
            boards.shakmaty.push(shakmaty);
            boards.chess.push(chess);
        }
        assert!(boards.ours.len() > 40, "{}", boards.ours.len());
        boards
    }
}

fn cozy_moves(board: &cozy_chess::Board) -> ArrayVec<cozy_chess::Move, 256> {
    let mut list = ArrayVec::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

/// Measures a function that returns the number of moves it has seen.
fn run(criterion: &mut Criterion, group: &str, peers: &[(&str, &dyn Fn() -> usize)]) {
    let expected = peers[0].1();
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(expected as u64));
    for (name, count) in peers {
        assert_eq!(count(), expected, "{name}");
        group.bench_function(*name, |bench| bench.iter(count));
    }
    group.finish();
}

fn list(criterion: &mut Criterion) {
    let boards = Boards::new();
    run(
        criterion,
        "list moves",
        &[
            ("compongo", &|| {
                let moves = boards
                    .ours
                    .iter()
                    .map(|board| black_box(board.legal_moves()).len());
                moves.sum()
            }),
            ("cozy-chess", &|| {
                let moves = boards
                    .cozy
                    .iter()
                    .map(|board| black_box(cozy_moves(board)).len());
                moves.sum()
            }),
            ("shakmaty", &|| {
                let moves = boards
                    .shakmaty
                    .iter()
                    .map(|board| black_box(board.legal_moves()).len());
                moves.sum()
            }),
            ("chess", &|| {
                let moves = boards.chess.iter().map(|board| {
                    let list: ArrayVec<_, 256> = chess::MoveGen::new_legal(board).collect();
                    black_box(list).len()
                });
                moves.sum()
            }),
        ],
    );
}

fn play(criterion: &mut Criterion) {
    let boards = Boards::new();
    run(
        criterion,
        "play moves",
        &[
            ("compongo", &|| {
                let mut count = 0;
                for board in &boards.ours {
                    for mv in board.legal_moves() {
                        let mut after = *board;
                        after.play(mv);
                        black_box(after);
                        count += 1;
                    }
                }
                count
            }),
            ("cozy-chess", &|| {
                let mut count = 0;
                for board in &boards.cozy {
                    for mv in cozy_moves(board) {
                        let mut after = board.clone();
                        after.play_unchecked(mv);
                        black_box(after);
                        count += 1;
                    }
                }
                count
            }),
            ("shakmaty", &|| {
                let mut count = 0;
                for board in &boards.shakmaty {
                    for mv in board.legal_moves() {
                        let mut after = board.clone();
                        after.play_unchecked(mv);
                        black_box(after);
                        count += 1;
                    }
                }
                count
            }),
            ("chess", &|| {
                let mut count = 0;
                for board in &boards.chess {
                    for mv in chess::MoveGen::new_legal(board) {
                        black_box(board.make_move_new(mv));
                        count += 1;
                    }
                }
                count
            }),
        ],
    );
}

criterion_group!(benches, list, play);
criterion_main!(benches);
