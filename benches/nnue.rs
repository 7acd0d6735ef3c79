//! The evaluation network at work, with every kernel of this processor.
//!
//! `output` is a position whose accumulators are known. `move` makes a move, evaluates and takes it back: less `output`
//! and less the move alone (`board`), that is the update of both accumulators.

#[path = "../tests/it/nnue/random_nets.rs"]
#[allow(dead_code, reason = "the tests need other networks as well")]
mod random_nets;

use compongo::board::Board;
use compongo::nnue::simd::SimdLevel;
use compongo::nnue::{Accumulators, HIDDEN, Shape};
use compongo::types::Move;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// A position and moves in it: one piece moves, one is captured, two move, the king leaves its half of the board.
const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MOVES: [(&str, &str); 4] = [
    ("quiet", "c3b1"),
    ("capture", "e5d7"),
    ("castling", "e1h1"),
    ("crossing", "e1d1"),
];

fn find(board: &Board, text: &str) -> Move {
    let moves = board.legal_moves();
    let named = |mv: &&Move| format!("{}{}", mv.from(), mv.to()) == text;
    *moves.iter().find(named).expect("a legal move")
}

fn accumulators(shape: Shape, level: SimdLevel) -> Accumulators {
    Accumulators::new(Arc::new(random_nets::usual(1, shape)), level)
}

/// The shape with this many layers.
fn shape(hidden: usize, layers: usize) -> Shape {
    Shape::with_layers(hidden, 8, layers).expect("a known shape")
}

fn kernels(c: &mut Criterion) {
    let board: Board = FEN.parse().expect("a position");
    for level in SimdLevel::available() {
        // The last one is that of the embedded network.
        let shapes = HIDDEN.map(|hidden| shape(hidden, 1));
        for single in shapes.into_iter().chain([shape(384, 1).with_threats()]) {
            let hidden = single.hidden;
            let mut net = accumulators(single, level);
            net.begin(&board);
            let mut group = c.benchmark_group(format!("nnue/{single}/{level}"));
            // There are many, and all are short.
            group.warm_up_time(Duration::from_millis(200));
            group.measurement_time(Duration::from_secs(1));
            group.bench_function("output", |b| b.iter(|| net.evaluate(black_box(&board))));
            // Three layers need 64 neurons.
            if hidden >= 64 && !single.threats {
                let mut net = accumulators(shape(hidden, 3), level);
                net.begin(&board);
                group.bench_function("layers", |b| b.iter(|| net.evaluate(black_box(&board))));
            }
            let quiet = find(&board, MOVES[0].1);
            group.bench_function("board", |b| {
                b.iter(|| {
                    let mut after = *black_box(&board);
                    after.play(quiet);
                    net.make_move();
                    net.unmake_move();
                    after
                });
            });
            for (name, text) in MOVES {
                let mv = find(&board, text);
                group.bench_function(BenchmarkId::new("move", name), |b| {
                    b.iter(|| {
                        let mut after = *black_box(&board);
                        after.play(mv);
                        net.make_move();
                        let score = net.evaluate(&after);
                        net.unmake_move();
                        score
                    });
                });
            }
            group.finish();
        }
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
