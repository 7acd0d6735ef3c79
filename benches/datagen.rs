//! Self-play on one thread: searched moves per second. The recipe of generation 0, material and 500 soft nodes.

use compongo::datagen::{SelfplayConfig, SelfplayPlayer};
use compongo::eval::Evaluation;
use compongo::search;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::{Duration, Instant};

/// Games of a round.
const GAMES: u64 = 40;

/// Plays a round so many times: the moves of one, and the time of all.
fn play(recipe: &SelfplayConfig, rounds: u64) -> (u64, Duration) {
    std::thread::scope(|scope| {
        let work = || {
            let mut player = SelfplayPlayer::new().expect("memory for a player");
            let mut plies = 0;
            let start = Instant::now();
            for _ in 0..rounds {
                plies = (0..GAMES)
                    .map(|index| player.play(recipe, index).plies.len() as u64)
                    .sum();
            }
            (plies, start.elapsed())
        };
        let thread = search::thread_builder().spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

fn selfplay(criterion: &mut Criterion) {
    let recipe = SelfplayConfig {
        generation: 0,
        evaluation: Evaluation::Material,
        seed: 1,
        nodes: 500,
    };
    let (plies, _) = play(&recipe, 1);
    let mut group = criterion.benchmark_group("selfplay");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(20))
        .throughput(Throughput::Elements(plies));
    group.bench_function("material, 500 soft nodes", |bench| {
        bench.iter_custom(|rounds| play(&recipe, rounds).1);
    });
    group.finish();
}

criterion_group!(benches, selfplay);
criterion_main!(benches);
