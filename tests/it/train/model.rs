//! The weights in training, and the optimiser that changes them.

use compongo::nnue::{L1_OUTPUTS, L2_INPUTS, PIECE_SQUARES, Shape};
use compongo::train::model::{F32x16, LANES, ParameterLayout, TrainModel};
use compongo::train::optimiser::{MAX_WEIGHT, Optimiser, StepSize};
use compongo::types::Rng;

#[test]
fn groups_follow_each_other_without_gaps() {
    let layout = ParameterLayout::new(Shape::new(64, 8).expect("a known shape"));
    assert_eq!(layout.tiles(), 4);
    assert_eq!(layout.features(3), 2304..3072);
    assert_eq!(layout.feature_bias(), 3072..3076);
    assert_eq!(layout.output(0), 3076..3084);
    assert_eq!(layout.output(7).end, layout.output_bias());
    assert_eq!(layout.rows(), 3076 + 8 * 8 + 1);
    let layout = ParameterLayout::new(layout.shape().with_threats());
    assert_eq!(layout.features(3), 6912..9216);
    assert_eq!(layout.rows(), 9220 + 8 * 8 + 1);
}

#[test]
fn three_layers_follow_each_other_without_gaps() {
    let shape = Shape::with_layers(64, 8, 3).expect("a known shape");
    let layout = ParameterLayout::new(shape);
    assert_eq!(layout.output(0), 3076..3076 + 16 * 4 + 1 + (32 + 2) * 2);
    assert_eq!(layout.first(0, 0).start, layout.output(0).start);
    for output in 1..L1_OUTPUTS {
        assert_eq!(
            layout.first(0, output - 1).end,
            layout.first(0, output).start
        );
    }
    assert_eq!(layout.first(0, L1_OUTPUTS - 1).end, layout.first_bias(0));
    assert_eq!(layout.first_bias(0) + 1, layout.second(0, 0).start);
    assert_eq!(
        layout.second(0, L2_INPUTS - 1).end,
        layout.second_bias(0).start
    );
    assert_eq!(layout.second_bias(0).end, layout.third(0).start);
    assert_eq!(layout.third(0).end, layout.output(1).start);
    assert_eq!(layout.third(7).end, layout.output_bias());
    assert_eq!(layout.rows(), layout.output_bias() + 1);
}

#[test]
fn initial_weights_follow_the_order_of_features_and_neurons() {
    let shape = Shape::new(32, 1).expect("a known shape");
    let model = TrainModel::random(shape, 5);
    let threats = TrainModel::random(shape.with_threats(), 5);
    let mut rng = Rng::new(5);
    let bound = (1.0_f32 / 32.0).sqrt();
    for feature in 0..PIECE_SQUARES {
        for weight in model.feature(feature) {
            let unit = (rng.next() >> 40) as f32 / 16_777_216.0;
            assert_eq!(weight, (2.0 * unit - 1.0) * bound);
        }
        for level in 0..3 {
            let version = threats.feature(PIECE_SQUARES * level + feature);
            assert!(version.eq(model.feature(feature)), "{feature} {level}");
        }
    }
    assert!(model.output(0).all(|weight| weight.abs() <= 0.125));
    assert!(model.output(0).any(|weight| weight.abs() > 0.1));
    assert!(
        model
            .feature_bias()
            .chain(model.output_bias().iter().copied())
            .all(|bias| bias == 0.0)
    );
}

#[test]
fn totals_are_sums() {
    let row = F32x16(std::array::from_fn(|lane| lane as f32));
    assert_eq!(row.total(), 120.0);
}

fn size(rate: f32) -> StepSize {
    StepSize {
        rate,
        weight_decay: 0.01,
    }
}

fn shape(hidden: usize) -> Shape {
    Shape::new(hidden, 1).expect("a known shape")
}

#[test]
fn steps_are_those_of_adamw() {
    let mut model = TrainModel::random(shape(16), 1);
    let start = model.clone();
    let mut optimiser = Optimiser::new(&model);
    let mut gradient = vec![F32x16::ZERO; model.rows().len()];
    gradient[5].0[3] = 0.25;
    let rate = 1e-3;
    let (mut weight, mut first, mut second) = (f64::from(start.rows()[5].0[3]), 0.0, 0.0);
    for step in 1..=20 {
        // In two parts, as from two slices.
        let half: Vec<F32x16> = gradient
            .iter()
            .map(|row| F32x16(row.0.map(|lane| lane / 2.0)))
            .collect();
        optimiser.step(&mut model, &[&half, &half], size(rate as f32), None);
        first = 0.9 * first + 0.1 * 0.25;
        second = 0.999 * second + 0.001 * 0.25 * 0.25;
        let mean = first / (1.0 - 0.9_f64.powi(step));
        let square: f64 = second / (1.0 - 0.999_f64.powi(step));
        weight -= rate * (mean / (square.sqrt() + 1e-8) + 0.01 * weight);
        assert!((f64::from(model.rows()[5].0[3]) - weight).abs() < 1e-6);
    }
    // Without a gradient weights only decay.
    let (before, after) = (start.rows()[9].0[0], model.rows()[9].0[0]);
    assert!((after - before * (1.0 - 1e-5_f32 * 20.0)).abs() < 1e-6);
}

#[test]
fn the_moving_average_follows() {
    let mut model = TrainModel::random(shape(16), 1);
    let mut optimiser = Optimiser::new(&model);
    let gradient = vec![F32x16([-1.0; LANES]); model.rows().len()];
    let weight = |model: &TrainModel| model.rows()[7].0[1];
    let mut expected = weight(&model);
    for step in 1..=50 {
        optimiser.step(&mut model, &[&gradient], size(1e-2), None);
        let share = (9.0 / (step + 9) as f32).max(0.001);
        expected += share * (weight(&model) - expected);
        assert!((weight(&optimiser.average) - expected).abs() < 1e-6);
    }
    assert!(weight(&optimiser.average) < weight(&model));
}

#[test]
fn parameters_stay_within_bounds_and_sums() {
    let mut model = TrainModel::zero(shape(384));
    let layout = model.layout();
    let mut optimiser = Optimiser::new(&model);
    let gradient = vec![F32x16([-1.0; LANES]); model.rows().len()];
    for _ in 0..300 {
        optimiser.step(&mut model, &[&gradient], size(0.1), None);
    }
    assert!(model.rows()[0].0.iter().all(|&weight| weight == MAX_WEIGHT));
    for model in [&model, &optimiser.average] {
        let quantised: i32 = model
            .output(0)
            .map(|weight| (weight * 64.0).round() as i32)
            .sum();
        assert!((30_000..=33_025).contains(&quantised), "{quantised}");
    }
    assert_eq!(layout.output(0).len(), 48);
}

#[test]
fn weights_decay_towards_the_anchor() {
    let start = TrainModel::random(shape(16), 1);
    let anchor = TrainModel::random(shape(16), 2);
    let gradient = vec![F32x16::ZERO; start.rows().len()];
    let decayed = |anchor: Option<&TrainModel>| {
        let mut model = start.clone();
        let step = StepSize {
            rate: 1.0,
            weight_decay: 0.5,
        };
        Optimiser::new(&model).step(&mut model, &[&gradient], step, anchor);
        model.rows()[5].0[3]
    };
    let (from, to) = (start.rows()[5].0[3], anchor.rows()[5].0[3]);
    assert_eq!(decayed(None), from - 0.5 * from);
    assert_eq!(decayed(Some(&anchor)), from - 0.5 * (from - to));
    assert_eq!(decayed(Some(&start)), from);
}
