//! The search at a fixed depth over the bench positions, with one thread and with two.

use compongo::engine::bench::{BenchSettings, run};
use compongo::time::StopToken;
use criterion::{Criterion, criterion_group, criterion_main};
use std::time::{Duration, Instant};

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(20));
    for threads in [1, 2] {
        let settings = BenchSettings {
            depth: 13,
            threads,
            hash: 64,
            ..BenchSettings::default()
        };
        group.bench_function(format!("depth 13, threads {threads}"), |bench| {
            bench.iter_custom(|rounds| {
                let stop = StopToken::new(Instant::now(), false);
                (0..rounds)
                    .map(|_| {
                        run(&settings, &stop, |_, _, _| {})
                            .expect("memory and threads")
                            .time
                    })
                    .sum()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
