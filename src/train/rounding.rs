//! Rounding of output weights.
//!
//! If each weight is rounded to the nearest integer, its error is small, but in every score hundreds of such errors add
//! up, and so do the errors of the feature weights. So weights are moved by one step if that brings the outputs for
//! sample positions closer to the model's, one weight at a time (coordinate descent on the squared error).

use crate::nnue::{MAX_OUTPUT_SUM, MAX_OUTPUT_WEIGHT, QA, QB};
use crate::util::math::sigmoid;

/// Passes over all weights.
const ROUNDS: usize = 4;

/// Sample positions of one bucket.
#[derive(Default)]
pub struct OutputRounding {
    /// The squared activations of each position, the side to move's, then the opponent's.
    squares: Vec<f32>,
    /// The output of the model for each position.
    outputs: Vec<f32>,
}

impl OutputRounding {
    /// Adds a position: its accumulators, on the scale [`QA`], and the output of the model.
    pub fn push(&mut self, neurons: impl Iterator<Item = i32>, output: f32) {
        let squared = neurons.map(|sum| sum.clamp(0, QA).pow(2) as f32);
        self.squares.extend(squared);
        self.outputs.push(output);
    }

    /// Adjusts rounded weights and the bias. The weights stay in the ranges of a network.
    pub fn fit(&self, weights: &mut [i16], bias: &mut i32) {
        let nearest = weights.to_vec();
        let count = self.outputs.len();
        if count == 0 {
            return;
        }
        // The effect of a weight step on an output, and the importance of an error, which is smaller where the game is
        // decided.
        let step = 1.0 / (QA * QA * QB) as f32;
        let importance: Vec<f32> = self
            .outputs
            .iter()
            .map(|&output| sigmoid_derivative(output))
            .collect();
        // The effects of each weight on all positions.
        let columns: Vec<Vec<f32>> = (0..weights.len())
            .map(|index| {
                let column = self.squares[index..].iter().step_by(weights.len());
                column.map(|square| square * step).collect()
            })
            .collect();
        let mut residual = self.outputs.clone();
        for (&weight, column) in weights.iter().zip(&columns) {
            add_scaled(&mut residual, column, -f32::from(weight));
        }
        let one = vec![1.0 / (QA * QB) as f32; count];
        add_scaled(&mut residual, &one, -*bias as f32);
        let fit_bias = |residual: &mut [f32], bias: &mut i32| {
            let steps = best_step(residual, &one, &importance).round();
            *bias += steps as i32;
            add_scaled(residual, &one, -steps);
        };
        let part = |weight: i16| [weight.max(0), weight.min(0)].map(i32::from);
        let mut sums = [0, 0];
        for &weight in &*weights {
            sums = add(sums, part(weight), 1);
        }
        for _ in 0..ROUNDS {
            fit_bias(&mut residual, bias);
            for (index, column) in columns.iter().enumerate() {
                let steps = best_step(&residual, column, &importance)
                    .round()
                    .clamp(-1.0, 1.0);
                let moved = weights[index] + steps as i16;
                let moved_sums = add(add(sums, part(weights[index]), -1), part(moved), 1);
                if steps != 0.0
                    && (moved - nearest[index]).abs() <= 1
                    && moved.abs() <= MAX_OUTPUT_WEIGHT
                    && moved_sums.iter().all(|sum| sum.abs() <= MAX_OUTPUT_SUM)
                {
                    weights[index] = moved;
                    sums = moved_sums;
                    add_scaled(&mut residual, column, -steps);
                }
            }
        }
        fit_bias(&mut residual, bias);
    }
}

/// The sums of positive and of negative weights, changed by a weight's parts.
fn add(sums: [i32; 2], part: [i32; 2], times: i32) -> [i32; 2] {
    [0, 1].map(|sign| sums[sign] + times * part[sign])
}

/// The derivative of the sigmoid: how fast the expected score changes with the output.
fn sigmoid_derivative(output: f32) -> f32 {
    let expected = sigmoid(output);
    expected * (1.0 - expected)
}

/// The best number of steps along a column (least squares); 0 without effect.
fn best_step(residual: &[f32], column: &[f32], importance: &[f32]) -> f32 {
    let (mut along, mut length) = (0.0, 0.0);
    for ((residual, value), importance) in residual.iter().zip(column).zip(importance) {
        let weighted = value * importance * importance;
        along += residual * weighted;
        length += value * weighted;
    }
    if length > 0.0 { along / length } else { 0.0 }
}

fn add_scaled(sum: &mut [f32], column: &[f32], times: f32) {
    for (sum, value) in sum.iter_mut().zip(column) {
        *sum += value * times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

    #[test]
    fn rounding_stays_in_the_ranges_of_a_network() {
        const WEIGHTS: usize = 2 * 384;
        let mut positions = OutputRounding::default();
        // Twice what the weights make of the first position; the bias cannot correct it without spoiling the second.
        positions.push([16; WEIGHTS].into_iter(), 4.0);
        positions.push([0; WEIGHTS].into_iter(), 0.0);
        let mut weights = [43_i16; WEIGHTS];
        let before: i32 = weights.iter().map(|&weight| i32::from(weight)).sum();
        assert_eq!(MAX_OUTPUT_SUM - before, 1);
        let mut bias = 0;
        positions.fit(&mut weights, &mut bias);
        let after: i32 = weights.iter().map(|&weight| i32::from(weight)).sum();
        assert_eq!(after, MAX_OUTPUT_SUM);
    }

    #[test]
    fn rounding_errors_cancel_each_other() {
        const WEIGHTS: usize = 64;
        let mut rng = Rng::new(1);
        let trained: Vec<f32> = (0..WEIGHTS)
            .map(|_| rng.below(2000) as f32 / 100.0 - 10.0)
            .collect();
        // As in real networks, neurons are correlated.
        let mut neurons = || {
            let shared = [0; 4].map(|_| rng.below(224) as i32);
            let own = (0..WEIGHTS).map(|index| shared[index % 4] + rng.below(32) as i32);
            own.collect::<Vec<_>>()
        };
        let output = |neurons: &[i32], weights: &[f32]| -> f32 {
            let terms = neurons.iter().zip(weights);
            terms.map(|(v, w)| (v * v) as f32 * w).sum::<f32>() / (QA * QA * QB) as f32
        };
        let mut positions = OutputRounding::default();
        for _ in 0..2000 {
            let neurons = neurons();
            positions.push(neurons.iter().copied(), output(&neurons, &trained) + 0.5);
        }
        let nearest: Vec<i16> = trained.iter().map(|weight| weight.round() as i16).collect();
        let (mut weights, mut bias) = (nearest.clone(), 0);
        positions.fit(&mut weights, &mut bias);
        let mut error = |weights: &[i16], bias: i32| {
            let weights: Vec<f32> = weights.iter().map(|&weight| weight.into()).collect();
            let errors = (0..500).map(|_| {
                let neurons = neurons();
                let found = output(&neurons, &weights) + bias as f32 / (QA * QB) as f32;
                (found - output(&neurons, &trained) - 0.5).powi(2)
            });
            errors.sum::<f32>()
        };
        let offset = (QA * QB) / 2;
        let [fitted, rounded] = [error(&weights, bias), error(&nearest, offset)];
        assert!(2.0 * fitted < rounded, "{fitted} {rounded}");
        assert!(
            weights
                .iter()
                .zip(&nearest)
                .all(|(a, b)| a.abs_diff(*b) <= 1)
        );
    }
}
