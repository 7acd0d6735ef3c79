//! Perft with bulk counting, one thread, no hash, beside the perft of other move generators.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start6", compongo::board::fen::STARTPOS, 6, 119_060_324),
    (
        "kiwipete5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                count += cozy(&child, depth - 1);
            }
        }
        false
    });
    count
}

fn chess(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .map(|mv| chess(&board.make_move_new(mv), depth - 1))
        .sum()
}

fn run(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    expected: u64,
    mut count: impl FnMut() -> u64,
) {
    assert_eq!(count(), expected, "{name} counts wrong");
    group.bench_function(name, |bench| bench.iter(&mut count));
}

fn perft(criterion: &mut Criterion) {
    for (name, fen, depth, expected) in POSITIONS {
        let mut group = criterion.benchmark_group(name);
        group
            .throughput(Throughput::Elements(expected))
            .sample_size(10)
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(5));

        let ours: compongo::board::Board = fen.parse().expect("valid FEN");
        run(&mut group, "compongo", expected, || {
            compongo::board::perft::perft(black_box(&ours), depth)
        });
        let theirs: cozy_chess::Board = fen.parse().expect("valid FEN");
        run(&mut group, "cozy-chess", expected, || {
            cozy(black_box(&theirs), depth)
        });
        let theirs: shakmaty::Chess = fen
            .parse::<shakmaty::fen::Fen>()
            .expect("valid FEN")
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("valid position");
        run(&mut group, "shakmaty", expected, || {
            shakmaty::perft(black_box(&theirs), depth)
        });
        let theirs: chess::Board = fen.parse().expect("valid FEN");
        run(&mut group, "chess", expected, || {
            chess(black_box(&theirs), depth)
        });
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
