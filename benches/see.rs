//! Static exchange evaluation of all captures of some positions.

use compongo::board::{Board, MoveStage};
use compongo::engine::bench::POSITIONS;
use compongo::search::see_ge;
use compongo::types::{Move, MoveList};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn exchanges(criterion: &mut Criterion) {
    let captures: Vec<(Board, Move)> = POSITIONS
        .iter()
        .map(|fen| fen.parse::<Board>().expect("every bench position is valid"))
        .flat_map(|board| {
            let mut moves = MoveList::new();
            board.generate(MoveStage::Noisy, &mut moves);
            moves.into_iter().map(move |mv| (board, mv))
        })
        .collect();
    let mut group = criterion.benchmark_group("see");
    group.throughput(Throughput::Elements(captures.len() as u64));
    for threshold in [-100, 0, 100] {
        group.bench_function(format!("threshold {threshold}"), |bench| {
            bench.iter(|| {
                captures
                    .iter()
                    .filter(|(board, mv)| see_ge(black_box(board), *mv, threshold))
                    .count()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, exchanges);
criterion_main!(benches);
