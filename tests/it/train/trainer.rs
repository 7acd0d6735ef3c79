//! The trainer against a reference implementation.

use super::reference::Reference;
use crate::nnue::random_nets;
use compongo::board::double_chess960_startpos;
use compongo::datagen::{ExpectedScore, GameResult};
use compongo::nnue::{SCALE, Shape};
use compongo::train::Losses;
use compongo::train::batch::{self, BatchTrainer};
use compongo::train::model::{F32x16, TrainModel};
use compongo::train::optimiser::{Optimiser, StepSize};
use compongo::train::pass::{LossSum, Pass};
use compongo::train::quantise::{QuantisationError, quantise};
use compongo::train::sample::TrainingSample;
use compongo::types::Rng;
use rayon::ThreadPoolBuilder;

/// Positions of random games with random labels.
fn samples(count: usize, seed: u64) -> Vec<TrainingSample> {
    const RESULTS: [GameResult; 3] = [GameResult::White, GameResult::Draw, GameResult::Black];
    let mut rng = Rng::new(seed);
    let mut samples = Vec::new();
    while samples.len() < count {
        let mut board = double_chess960_startpos(rng.below(960), rng.below(960));
        for ply in 0..200 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % 7 == 6 {
                let expected_score = ExpectedScore(1 + rng.below(254) as u8);
                let result = RESULTS[rng.below(3)];
                samples.push(TrainingSample::new(&board, expected_score, result));
            }
            board.play(moves[rng.below(moves.len())]);
        }
    }
    samples.truncate(count);
    samples
}

/// The samples with halfmove clocks of 0, 50 and 100.
fn with_clocks(mut samples: Vec<TrainingSample>) -> Vec<TrainingSample> {
    for (sample, clock) in samples.iter_mut().zip([0, 50, 100].into_iter().cycle()) {
        let mut bytes = sample.to_bytes();
        bytes[27] = clock;
        *sample = TrainingSample::from_bytes(&bytes).expect("any clock is sound");
    }
    samples
}

fn shape(hidden: usize, buckets: usize) -> Shape {
    Shape::new(hidden, buckets).expect("a known shape")
}

fn layered(hidden: usize, buckets: usize) -> Shape {
    Shape::with_layers(hidden, buckets, 3).expect("a known shape")
}

fn model(shape: Shape, seed: u64) -> TrainModel {
    let mut model = TrainModel::random(shape, seed);
    let mut rng = Rng::new(seed + 1);
    let layout = model.layout();
    let mut biases: Vec<usize> = layout.feature_bias().collect();
    biases.push(layout.output_bias());
    if shape.is_layered() {
        for bucket in 0..shape.buckets {
            biases.push(layout.first_bias(bucket));
            biases.extend(layout.second_bias(bucket));
        }
    }
    for row in biases {
        for lane in &mut model.rows_mut()[row].0 {
            *lane = rng.below(1000) as f32 / 2000.0 - 0.25;
        }
    }
    model
}

/// A random model that learns.
struct Learner {
    model: TrainModel,
    optimiser: Optimiser,
    trainer: BatchTrainer,
}

impl Learner {
    fn new(shape: Shape, seed: u64) -> Self {
        let model = TrainModel::random(shape, seed);
        Self {
            optimiser: Optimiser::new(&model),
            trainer: BatchTrainer::new(model.layout()),
            model,
        }
    }

    fn step(&mut self, samples: &[TrainingSample], lambda: f32, rate: f32) -> LossSum {
        let (model, optimiser) = (&mut self.model, &mut self.optimiser);
        let size = StepSize {
            rate,
            weight_decay: 0.01,
        };
        self.trainer
            .step(model, optimiser, samples, lambda, (size, None))
    }
}

#[test]
fn gradients_are_those_of_central_differences() {
    const LAMBDA: f32 = 0.3;
    const STEP: f64 = 1e-6;
    for (shape, seed) in [
        (shape(16, 1), 11),
        (shape(32, 8), 21),
        (shape(16, 8).with_threats(), 24),
        (layered(64, 1), 32),
        (layered(64, 8), 42),
    ] {
        let samples = with_clocks(samples(48, seed));
        let model = model(shape, seed);
        let mut gradient = vec![F32x16::ZERO; model.rows().len()];
        let share = 1.0 / samples.len() as f32;
        let sum = Pass::new(model.layout()).accumulate_gradient(
            &model,
            &samples,
            LAMBDA,
            share,
            &mut gradient,
        );
        let gradient = Reference::of(
            &TrainModel::from_rows(shape, gradient).expect("a gradient is as long as a model"),
        );
        let mut reference = Reference::of(&model);
        assert!(
            reference.distance_from_kinks(&samples) > 1e-5,
            "another seed is needed: differences would straddle a kink"
        );
        let loss = reference.loss(&samples, LAMBDA);
        assert!((loss - sum.loss / samples.len() as f64).abs() < 1e-6);
        for group in 0..4 {
            let (mut largest, mut seen) = (0.0_f64, 0);
            for index in 0..reference.groups[group].len() {
                let analytic = gradient.groups[group][index];
                // Most features are absent in so few positions; all that are present are tested.
                if analytic == 0.0 && index % 31 != 0 {
                    continue;
                }
                // Those of many neurons are alike.
                if group == 0 && shape.is_layered() && index % 11 != 0 {
                    continue;
                }
                let value = reference.groups[group][index];
                let mut at = |value| {
                    reference.groups[group][index] = value;
                    reference.loss(&samples, LAMBDA)
                };
                let numeric = (at(value + STEP) - at(value - STEP)) / (2.0 * STEP);
                reference.groups[group][index] = value;
                let error = (analytic - numeric).abs();
                assert!(
                    error < 2e-7 + 2e-4 * numeric.abs(),
                    "group {group}, parameter {index}: {analytic}, not {numeric}"
                );
                largest = largest.max(numeric.abs());
                seen += usize::from(analytic != 0.0);
            }
            assert!(
                seen > 0 && largest > 1e-4,
                "group {group} is hardly tested: {seen}, {largest}"
            );
        }
    }
}

#[test]
fn outputs_and_losses_are_those_of_the_reference() {
    for shape in [
        shape(16, 8),
        shape(64, 1),
        shape(384, 8),
        shape(64, 8).with_threats(),
        layered(64, 1),
        layered(256, 8).with_threats(),
    ] {
        let samples = with_clocks(samples(700, 3));
        let model = model(shape, 4);
        let reference = Reference::of(&model);
        let mut place = 0;
        Pass::new(model.layout()).for_each_output(&model, &samples, |sample, output| {
            assert_eq!(sample, &samples[place]);
            let expected = reference.output(sample);
            assert!(
                (f64::from(output) - expected).abs() < 1e-5,
                "{output}, not {expected}"
            );
            place += 1;
        });
        assert_eq!(place, samples.len());
        let sums = batch::losses(&model, &samples, 0.6);
        let count: f64 = sums.iter().map(|sum| sum.samples).sum();
        assert_eq!(count, samples.len() as f64);
        let loss = reference.loss(&samples, 0.6);
        assert!((Losses::of(&sums).all - loss).abs() < 1e-6);
    }
}

#[test]
fn a_model_of_a_network_evaluates_as_it_does() {
    let samples = samples(300, 8);
    for (from, to) in [
        (shape(16, 1), shape(16, 1)),
        (shape(32, 8), shape(64, 8)),
        (shape(16, 1), shape(32, 8)),
        (shape(32, 8), shape(64, 8).with_threats()),
        (shape(32, 8).with_threats(), shape(32, 8).with_threats()),
        (layered(64, 8), layered(64, 8)),
        (layered(64, 8), layered(64, 8).with_threats()),
    ] {
        let network = random_nets::usual(9, from);
        let model = TrainModel::from_network(&network, to, 1).expect("it fits");
        Pass::new(model.layout()).for_each_output(&model, &samples, |sample, output| {
            let board = sample.board().expect("samples come from boards");
            let (score, expected) = (output * SCALE as f32, network.evaluate(&board) as f32);
            // Products have seven bits.
            let most = if to.is_layered() { 25.0 } else { 2.0 };
            assert!((score - expected).abs() < most, "{score}, not {expected}");
        });
        let random = TrainModel::random(to, 1);
        for feature in [0, 700] {
            let weights = |model: &TrainModel| model.feature(feature).collect::<Vec<_>>();
            let (weights, random) = (weights(&model), weights(&random));
            assert_eq!(weights[from.hidden..], random[from.hidden..]);
        }
    }
    let network = random_nets::usual(9, shape(32, 8));
    assert_eq!(TrainModel::from_network(&network, shape(16, 8), 1), None);
    assert_eq!(TrainModel::from_network(&network, shape(32, 1), 1), None);
    let threats = random_nets::usual(9, shape(32, 8).with_threats());
    assert_eq!(TrainModel::from_network(&threats, shape(32, 8), 1), None);
    // Three layers in the place of one are random.
    let model = TrainModel::from_network(&network, layered(64, 8), 1).expect("it fits");
    let random = TrainModel::random(layered(64, 8), 1);
    assert_eq!(model.layers(7), random.layers(7));
    let weight = network.feature_weights().nth(700 * 32 + 5);
    let weight = weight.map(|weight| f32::from(weight) / 255.0);
    assert_eq!(model.feature(700).nth(5), weight);
    assert_eq!(model.feature(700).nth(40), random.feature(700).nth(40));
    assert!(TrainModel::from_network(&network, layered(64, 1), 1).is_some());
    let network = random_nets::usual(9, layered(64, 8));
    for other in [shape(64, 8), layered(64, 1), layered(128, 8)] {
        assert_eq!(TrainModel::from_network(&network, other, 1), None);
    }
}

#[test]
fn a_tiny_set_is_overfitted() {
    let samples = samples(64, 5);
    let mut learner = Learner::new(shape(16, 1), 6);
    let first = learner.step(&samples, 0.0, 5e-3);
    let mut last = LossSum::default();
    for _ in 0..1500 {
        last = learner.step(&samples, 0.0, 5e-3);
    }
    let [first, last] = [first, last].map(|sum| sum.mean().expect("there are samples"));
    assert!(first > 0.02 && last < 1e-5, "{first} became {last}");
}

#[test]
fn threads_change_no_bit() {
    let samples = samples(1000, 8);
    let learn = |shape, threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be started").install(|| {
            let mut learner = Learner::new(shape, 9);
            let sums = (0..20).map(|_| learner.step(&samples, 0.5, 1e-3));
            let sums: Vec<LossSum> = sums.collect();
            let losses = batch::losses(&learner.model, &samples, 0.5);
            (learner.model, learner.optimiser, sums, losses)
        })
    };
    for shape in [shape(32, 8), shape(32, 8).with_threats(), layered(64, 8)] {
        let (one, three) = (learn(shape, 1), learn(shape, 3));
        assert!(one == three);
    }
}

#[test]
fn quantisation_errors_are_small() {
    for shape in [shape(32, 8), shape(32, 8).with_threats(), layered(64, 8)] {
        quantisation_error_is_small(shape);
    }
}

fn quantisation_error_is_small(shape: Shape) {
    let samples = samples(500, 12);
    let mut learner = Learner::new(shape, 13);
    for _ in 0..200 {
        learner.step(&samples, 0.5, 1e-3);
    }
    let model = learner.model;
    let network = quantise("test", &model, &samples).expect("a network");
    let samples = self::samples(500, 99);
    let error = QuantisationError::measure(&model, &network, &samples, 0.5);
    assert_eq!(error.positions, 500);
    assert!(error.rms > 0.05 && error.rms < 12.0, "{error}");
    assert!((error.loss[0] - Losses::of(&batch::losses(&model, &samples, 0.5)).all).abs() < 1e-6);
    assert!(error.check().is_ok(), "{error}");

    // Another model differs much.
    let other = TrainModel::random(shape, 14);
    let error = QuantisationError::measure(&other, &network, &samples, 0.5);
    assert!(error.rms > 50.0, "{error}");
    let worse = QuantisationError {
        loss: [0.05, 0.052],
        ..error
    };
    assert!(worse.check().is_err());
}
