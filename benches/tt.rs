//! The transposition table: probes and writes of random keys, which miss every cache.

use compongo::tt::{Bound, TranspositionTable, TtWrite};
use compongo::types::{Key, Score};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const KEYS: u64 = 4096;

fn keys(round: u64) -> impl Iterator<Item = Key> {
    (round * KEYS..(round + 1) * KEYS).map(|n| Key(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

fn table(criterion: &mut Criterion) {
    let table = TranspositionTable::new(64).expect("64 MiB");
    let finding = TtWrite {
        mv: None,
        score: Score::new(12),
        eval: Some(Score::new(7)),
        depth: 5,
        bound: Bound::Lower,
        pv: false,
    };
    let mut group = criterion.benchmark_group("tt");
    group.throughput(Throughput::Elements(KEYS));
    let mut round = 0;
    group.bench_function("store", |bench| {
        bench.iter(|| {
            round = (round + 1) % 256;
            keys(round).for_each(|key| table.store(black_box(key), 3, &finding));
        });
    });
    group.bench_function("probe", |bench| {
        bench.iter(|| {
            round = (round + 1) % 256;
            keys(round)
                .filter(|&key| table.probe(black_box(key)).is_some())
                .count()
        });
    });
    group.bench_function("prefetch, then probe", |bench| {
        bench.iter(|| {
            round = (round + 1) % 256;
            keys(round).for_each(|key| table.prefetch(key));
            keys(round)
                .filter(|&key| table.probe(black_box(key)).is_some())
                .count()
        });
    });
    group.finish();
}

criterion_group!(benches, table);
criterion_main!(benches);
