//! A reference implementation of the loss in f64.

use compongo::nnue::{L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, Perspective, Shape, Threats};
use compongo::train::model::TrainModel;
use compongo::train::sample::TrainingSample;
use compongo::types::Color;

/// The weights neuron by neuron: feature weights, feature biases, what follows the accumulators in each bucket, output biases.
pub struct Reference {
    shape: Shape,
    pub groups: [Vec<f64>; 4],
}

impl Reference {
    pub fn of(model: &TrainModel) -> Self {
        let shape = model.layout().shape();
        let rows = (0..shape.inputs()).flat_map(|feature| model.feature(feature));
        let output = (0..shape.buckets).flat_map(|bucket| model.output(bucket));
        Self {
            shape,
            groups: [
                rows.map(f64::from).collect(),
                model.feature_bias().map(f64::from).collect(),
                output.map(f64::from).collect(),
                model.output_bias().iter().copied().map(f64::from).collect(),
            ],
        }
    }

    /// The accumulators of the side to move and of the opponent.
    fn neurons(&self, sample: &TrainingSample) -> Vec<f64> {
        let board = sample.board().expect("samples come from boards");
        let [rows, bias, ..] = &self.groups;
        let hidden = self.shape.hidden;
        let threats = Threats::of(&board);
        let level = |square| {
            if self.shape.threats {
                threats.level(square)
            } else {
                0
            }
        };
        let mut neurons = Vec::new();
        for color in [Color::White, Color::Black] {
            let perspective = Perspective::of(&board, color);
            for (neuron, bias) in bias.iter().enumerate() {
                let present = board.occupied().into_iter().filter_map(|square| {
                    let piece = board.colored_piece_at(square)?;
                    Some(perspective.index(piece, square, level(square)))
                });
                let sum: f64 = present.map(|feature| rows[feature * hidden + neuron]).sum();
                neurons.push(bias + sum);
            }
        }
        neurons
    }

    pub fn output(&self, sample: &TrainingSample) -> f64 {
        let [.., weights, biases] = &self.groups;
        let bucket = self.shape.bucket(sample.count());
        let [neurons, .., last] = self.values(sample);
        let (neurons, count) = if self.shape.is_layered() {
            (last, L2_OUTPUTS)
        } else {
            (neurons, 2 * self.shape.hidden)
        };
        let length = weights.len() / self.shape.buckets;
        let weights = &weights[length * bucket..][..length];
        let sum: f64 = neurons
            .iter()
            .zip(&weights[length - count..])
            .map(|(neuron, weight)| neuron.clamp(0.0, 1.0).powi(2) * weight)
            .sum();
        biases[bucket] + sum
    }

    /// The values before each activation: the accumulators, and the sums of the first and of the second layer, if there are any.
    fn values(&self, sample: &TrainingSample) -> [Vec<f64>; 3] {
        let neurons = self.neurons(sample);
        if !self.shape.is_layered() {
            return [neurons, Vec::new(), Vec::new()];
        }
        let hidden = self.shape.hidden;
        let weights = &self.groups[2];
        let length = weights.len() / self.shape.buckets;
        let weights = &weights[length * self.shape.bucket(sample.count())..];
        let (first, weights) = weights.split_at(L1_OUTPUTS * hidden);
        let (first_bias, weights) = weights.split_at(L1_OUTPUTS);
        let (second, weights) = weights.split_at(L2_INPUTS * L2_OUTPUTS);
        let second_bias = &weights[..L2_OUTPUTS];
        let clamped = |value: f64| value.clamp(0.0, 1.0);
        let product = |index: usize| {
            let start = index / (hidden / 2) * hidden + index % (hidden / 2);
            clamped(neurons[start]) * clamped(neurons[start + hidden / 2])
        };
        let sum = |weights: &[f64]| -> f64 {
            let terms = weights.iter().enumerate();
            terms.map(|(index, weight)| weight * product(index)).sum()
        };
        let rows = first.chunks_exact(hidden).zip(first_bias);
        let first: Vec<f64> = rows.map(|(row, bias)| bias + sum(row)).collect();
        let input = |index: usize| {
            let value = first[index % L1_OUTPUTS];
            clamped(if index < L1_OUTPUTS {
                value
            } else {
                value * value
            })
        };
        let output = |output: usize| -> f64 {
            let terms =
                (0..L2_INPUTS).map(|index| second[index * L2_OUTPUTS + output] * input(index));
            second_bias[output] + terms.sum::<f64>()
        };
        let second = (0..L2_OUTPUTS).map(output).collect();
        [neurons, first, second]
    }

    /// The mean loss of outputs that fade with the halfmove clock.
    pub fn loss(&self, samples: &[TrainingSample], lambda: f32) -> f64 {
        let losses = samples.iter().map(|sample| {
            let board = sample.board().expect("samples come from boards");
            let fade = (200.0 - f64::from(board.halfmove_clock().min(100))) / 200.0;
            let points = 1.0 / (1.0 + (-self.output(sample) * fade).exp());
            (points - f64::from(sample.target(lambda))).powi(2)
        });
        losses.sum::<f64>() / samples.len() as f64
    }

    /// The smallest distance of a value from the kinks of its activation.
    pub fn distance_from_kinks(&self, samples: &[TrainingSample]) -> f64 {
        samples
            .iter()
            .flat_map(|sample| self.values(sample).concat())
            .map(|value| value.abs().min((value.abs() - 1.0).abs()))
            .fold(f64::INFINITY, f64::min)
    }
}
