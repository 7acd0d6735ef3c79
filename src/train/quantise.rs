//! Quantisation: turns floating point weights into a network of integers.

use super::TrainError;
use super::model::TrainModel;
use super::pass::{LossSum, Pass};
use super::rounding::OutputRounding;
use super::sample::TrainingSample;
use crate::nnue::{LayerWeights, Network, QA, QB, SCALE};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest relative increase of the loss by quantisation. About 0.001 is normal; a wrong scale or an overflow
/// exceeds the limit.
const LIMIT: f64 = 0.01;

/// Quantises a model. The weights of the features and of a single output layer are rounded to their scales, the output
/// weights so that the rounding errors cancel in sample positions. Of three layers only the first is rounded.
///
/// # Errors
/// The name is not suitable for a file. Sums cannot overflow, since the optimiser clips the weights and rounding
/// respects the limits.
pub fn quantise(
    name: &str,
    model: &TrainModel,
    samples: &[TrainingSample],
) -> Result<Network, TrainError> {
    let shape = model.layout().shape();
    let round = |value: f32, scale: i32| (value * scale as f32).round();
    let rows: Vec<i16> = (0..shape.inputs())
        .flat_map(|feature| model.feature(feature))
        .map(|weight| round(weight, shape.qa()) as i16)
        .collect();
    let bias: Vec<i16> = model
        .feature_bias()
        .map(|bias| round(bias, shape.qa()) as i16)
        .collect();
    if shape.is_layered() {
        let layers: Vec<LayerWeights> = (0..shape.buckets)
            .map(|bucket| model.layers(bucket))
            .collect();
        let network = Network::layered(name, shape, &rows, &bias, &layers)?;
        return Ok(network);
    }
    let mut output: Vec<i16> = (0..shape.buckets)
        .flat_map(|bucket| model.output(bucket))
        .map(|weight| round(weight, QB) as i16)
        .collect();
    let mut output_bias: Vec<i32> = model
        .output_bias()
        .iter()
        .map(|&bias| round(bias, QA * QB) as i32)
        .collect();
    let mut positions: Vec<_> = (0..shape.buckets)
        .map(|_| OutputRounding::default())
        .collect();
    Pass::new(model.layout()).for_each_output(model, samples, |sample, value| {
        let mut sums = [0, 1].map(|_| bias.iter().map(|&bias| i32::from(bias)).collect::<Vec<_>>());
        for features in sample.inputs(shape) {
            for (sums, feature) in sums.iter_mut().zip(features) {
                let row = &rows[usize::from(feature) * shape.hidden..];
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum += i32::from(weight);
                }
            }
        }
        positions[shape.bucket(sample.count())].push(sums.into_iter().flatten(), value);
    });
    positions
        .par_iter()
        .zip(output.par_chunks_mut(2 * shape.hidden))
        .zip(&mut output_bias)
        .for_each(|((positions, weights), bias)| positions.fit(weights, bias));
    Ok(Network::new(
        name,
        shape,
        &rows,
        &bias,
        &output,
        &output_bias,
    )?)
}

/// The quantisation error of a network, measured on sample positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuantisationError {
    /// Positions measured.
    pub positions: usize,
    /// The mean error in internal units.
    pub mean: f64,
    /// The root mean square error in internal units.
    pub rms: f64,
    /// The median, the 99th percentile and the maximum of the absolute error, in internal units.
    pub quantiles: [f64; 3],
    /// The mean loss before and after quantisation.
    pub loss: [f64; 2],
}

impl QuantisationError {
    /// Measures the error on positions.
    ///
    /// # Panics
    /// There are no positions.
    pub fn measure(
        model: &TrainModel,
        network: &Network,
        samples: &[TrainingSample],
        lambda: f32,
    ) -> Self {
        let mut losses = [LossSum::default(); 2];
        let mut errors = Vec::with_capacity(samples.len());
        Pass::new(model.layout()).for_each_output(model, samples, |sample, output| {
            let board = sample.board().expect("samples come from boards");
            let score = network.evaluate(&board) as f32;
            let outputs = [output, score / SCALE as f32];
            for (loss, output) in losses.iter_mut().zip(outputs) {
                *loss += LossSum::of(sample, output, lambda);
            }
            errors.push(f64::from(score) - f64::from(output) * f64::from(SCALE));
        });
        let count = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / count;
        let rms = (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
        errors.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        Self {
            positions: errors.len(),
            mean,
            rms,
            quantiles: [0.5, 0.99, 1.0].map(|share| errors[(share * (count - 1.0)) as usize].abs()),
            loss: losses.map(|loss| loss.mean().unwrap_or_default()),
        }
    }

    /// Checks the increase of the loss.
    ///
    /// # Errors
    /// [`TrainError::Rounding`] if quantisation increases the loss by more than 1 %.
    pub fn check(self) -> Result<Self, TrainError> {
        let [trained, rounded] = self.loss;
        if rounded <= trained * (1.0 + LIMIT) {
            Ok(self)
        } else {
            Err(TrainError::Rounding(self))
        }
    }
}

impl fmt::Display for QuantisationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most, all] = self.quantiles;
        let [trained, rounded] = self.loss;
        write!(
            f,
            "{} positions deviate by {:.2} internal units rms ({:.2} on average; half of them by less than {half:.1}, 99 of 100 by \
             less than {most:.1}, none by more than {all:.1}), the loss by {:+.3} %",
            self.positions,
            self.rms,
            self.mean,
            100.0 * (rounded / trained - 1.0)
        )
    }
}
