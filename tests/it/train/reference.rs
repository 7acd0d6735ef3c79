//! A reference implementation of the loss in f64.

use compongo::nnue::{INPUTS, Perspective, Shape};
use compongo::train::model::TrainModel;
use compongo::train::sample::TrainingSample;
use compongo::types::Color;

/// The weights neuron by neuron: feature weights, feature biases, output weights, output biases.
pub struct Reference {
    shape: Shape,
    pub groups: [Vec<f64>; 4],
}

impl Reference {
    pub fn of(model: &TrainModel) -> Self {
        let shape = model.layout().shape();
        let rows = (0..INPUTS).flat_map(|feature| model.feature(feature));
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
        let mut neurons = Vec::new();
        for color in [Color::White, Color::Black] {
            let perspective = Perspective::of(&board, color);
            for (neuron, bias) in bias.iter().enumerate() {
                let present = board.occupied().into_iter().filter_map(|square| {
                    Some(perspective.index(board.colored_piece_at(square)?, square))
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
        let weights = &weights[2 * self.shape.hidden * bucket..];
        let neurons = self.neurons(sample);
        let sum: f64 = neurons
            .iter()
            .zip(weights)
            .map(|(neuron, weight)| neuron.clamp(0.0, 1.0).powi(2) * weight)
            .sum();
        biases[bucket] + sum
    }

    /// The mean loss.
    pub fn loss(&self, samples: &[TrainingSample], lambda: f32) -> f64 {
        let losses = samples.iter().map(|sample| {
            let points = 1.0 / (1.0 + (-self.output(sample)).exp());
            (points - f64::from(sample.target(lambda))).powi(2)
        });
        losses.sum::<f64>() / samples.len() as f64
    }

    /// The smallest distance of an accumulator value from the kinks of the activation.
    pub fn distance_from_kinks(&self, samples: &[TrainingSample]) -> f64 {
        samples
            .iter()
            .flat_map(|sample| self.neurons(sample))
            .map(|neuron| neuron.abs().min((neuron - 1.0).abs()))
            .fold(f64::INFINITY, f64::min)
    }
}
