//! Steps of the optimiser on batches of 16,384 positions, on all cores.

#[path = "../tests/it/support/random_games.rs"]
#[allow(dead_code, reason = "shards are for the tests")]
mod random_games;

use compongo::datagen::filter;
use compongo::nnue::Shape;
use compongo::train::batch::BatchTrainer;
use compongo::train::model::TrainModel;
use compongo::train::optimiser::{Optimiser, StepSize};
use compongo::train::sample::TrainingSample;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const BATCH: usize = 16_384;
const STEP: StepSize = StepSize {
    rate: 1e-4,
    weight_decay: 0.01,
};

/// Positions of random games, each with as many pieces as a game of chess has on average.
fn samples() -> Vec<TrainingSample> {
    let mut samples = Vec::new();
    for number in 0.. {
        let game = random_games::game(1, number);
        let result = game.termination.result();
        let kept = game.positions().filter(|(ply, board, played)| {
            // Random moves capture little.
            filter::keeps(*ply, board, played, &game) && board.occupied().count() <= 22
        });
        samples.extend(
            kept.map(|(_, board, played)| {
                TrainingSample::new(&board, played.expected_score, result)
            }),
        );
        if samples.len() >= BATCH {
            break;
        }
    }
    samples.truncate(BATCH);
    samples
}

fn steps(criterion: &mut Criterion) {
    let samples = samples();
    let pieces: u32 = samples.iter().map(TrainingSample::count).sum();
    println!("{:.1} pieces on average", f64::from(pieces) / BATCH as f64);
    let mut group = criterion.benchmark_group("train");
    group.throughput(Throughput::Elements(BATCH as u64));
    group.sample_size(20);
    let sizes = [(32, 1), (64, 1), (128, 1), (256, 1), (384, 1), (256, 3)];
    let known = |(hidden, layers)| Shape::with_layers(hidden, 8, layers).expect("a known shape");
    // The last one is that of the embedded network.
    let threats = known((384, 1)).with_threats();
    for shape in sizes.map(known).into_iter().chain([threats]) {
        let mut model = TrainModel::random(shape, 1);
        let mut optimiser = Optimiser::new(&model);
        let mut trainer = BatchTrainer::new(model.layout());
        group.bench_function(shape.to_string(), |bench| {
            bench.iter(|| trainer.step(&mut model, &mut optimiser, &samples, 0.5, (STEP, None)));
        });
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
