//! The optimiser: `AdamW` (Loshchilov and Hutter 2019) with weight clipping, and an exponential moving average of the
//! weights.

use super::model::{F32x16, LANES, ParameterLayout, TrainModel};
use crate::nnue::LAYERED_QA;
use crate::util::math::power;
use rayon::prelude::*;

/// The decay rate of the first moment.
const BETA_1: f64 = 0.9;
/// The decay rate of the second moment.
const BETA_2: f64 = 0.999;
/// Avoids a division by zero.
const EPSILON: f32 = 1e-8;
/// The weight of the new values in the moving average (EMA) at each step, in the long run.
const EMA_DECAY: f32 = 0.001;
/// Weights are clipped to this magnitude, so that quantised weights and their products fit 16 bits.
pub const MAX_WEIGHT: f32 = 1.98;
// 32 weights and the bias of a neuron, each rounded up.
const _: () = assert!(33.0 * (MAX_WEIGHT * LAYERED_QA as f32 + 0.5) <= i16::MAX as f32);
/// The largest sum of the positive (or negative) output weights of a bucket.
const OUTPUT_SUM: f32 = 33_025.0 / 64.0;

/// Rows per task.
const CHUNK: usize = 256;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimiser {
    /// Steps taken.
    pub steps: u64,
    /// The first moment: the moving average of the gradients.
    pub first: Vec<F32x16>,
    /// The second moment: the moving average of the squared gradients.
    pub second: Vec<F32x16>,
    /// The exponential moving average of the weights.
    pub average: TrainModel,
}

/// The size of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// The learning rate.
    pub rate: f32,
    /// Weight decay, as a multiple of the learning rate.
    pub weight_decay: f32,
}

#[derive(Clone, Copy)]
struct StepCoefficients {
    size: StepSize,
    first: f32,
    second: f32,
    average: f32,
}

impl Optimiser {
    /// An optimiser before its first step.
    pub fn new(model: &TrainModel) -> Self {
        let zero = vec![F32x16::ZERO; model.rows().len()];
        Self {
            steps: 0,
            first: zero.clone(),
            second: zero,
            average: model.clone(),
        }
    }

    /// Takes a step with a sum of gradients, added in the given order. Each weight is updated by one thread, so the
    /// number of threads does not change the result. The weights decay towards those of `anchor`, or else towards zero.
    pub fn step(
        &mut self,
        model: &mut TrainModel,
        gradients: &[&[F32x16]],
        size: StepSize,
        anchor: Option<&TrainModel>,
    ) {
        self.steps += 1;
        let coefficients = StepCoefficients {
            size,
            first: (1.0 / (1.0 - power(BETA_1, self.steps))) as f32,
            second: (1.0 / (1.0 - power(BETA_2, self.steps))) as f32,
            // The share is larger at first, so that the initial weights fade quickly.
            average: (9.0 / (self.steps + 9) as f32).max(EMA_DECAY),
        };
        let layout = model.layout();
        (
            model.rows_mut().par_chunks_mut(CHUNK),
            self.first.par_chunks_mut(CHUNK),
            self.second.par_chunks_mut(CHUNK),
            self.average.rows_mut().par_chunks_mut(CHUNK),
        )
            .into_par_iter()
            .enumerate()
            .for_each(|(chunk, (parameters, first, second, average))| {
                let start = chunk * CHUNK;
                for row in 0..parameters.len() {
                    let mut gradient = F32x16::ZERO;
                    for part in gradients {
                        gradient.add(&part[start + row]);
                    }
                    let (first, second) = (&mut first[row], &mut second[row]);
                    let parameters = &mut parameters[row];
                    let origin = anchor.map_or(&F32x16::ZERO, |anchor| &anchor.rows()[start + row]);
                    update(parameters, first, second, &gradient, origin, coefficients);
                    ema_update(&mut average[row], parameters, coefficients.average);
                }
            });
        if layout.shape().is_layered() {
            return;
        }
        for model in [model, &mut self.average] {
            for bucket in 0..layout.shape().buckets {
                clip_output_sums(&mut model.rows_mut()[layout.output(bucket)], layout);
            }
        }
    }
}

/// One `AdamW` step on a row.
#[inline(always)]
fn update(
    parameters: &mut F32x16,
    first: &mut F32x16,
    second: &mut F32x16,
    gradient: &F32x16,
    origin: &F32x16,
    by: StepCoefficients,
) {
    for lane in 0..LANES {
        let gradient = gradient.0[lane];
        let mean = &mut first.0[lane];
        let square = &mut second.0[lane];
        *mean = BETA_1 as f32 * *mean + (1.0 - BETA_1) as f32 * gradient;
        *square = BETA_2 as f32 * *square + (1.0 - BETA_2) as f32 * (gradient * gradient);
        let direction = (*mean * by.first) / ((*square * by.second).sqrt() + EPSILON);
        let parameter = &mut parameters.0[lane];
        let decay = by.size.weight_decay * (*parameter - origin.0[lane]);
        let moved = *parameter - by.size.rate * (direction + decay);
        *parameter = moved.clamp(-MAX_WEIGHT, MAX_WEIGHT);
    }
}

/// Moves the moving average towards the weights by `share`.
#[inline(always)]
fn ema_update(average: &mut F32x16, weights: &F32x16, share: f32) {
    *average = F32x16::each(|lane| average.0[lane] + share * (weights.0[lane] - average.0[lane]));
}

/// Scales down the positive, and the negative, output weights of a bucket if their sum could overflow after
/// quantisation.
fn clip_output_sums(weights: &mut [F32x16], layout: ParameterLayout) {
    // Rounding to nearest can add half a unit to each of the 2H weights; `OutputRounding` adds no more than the limit
    // allows.
    let limit = OUTPUT_SUM - layout.shape().hidden as f32 / 64.0;
    for sign in [1.0, -1.0] {
        let mut sums = F32x16::ZERO;
        for row in &*weights {
            for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
                *sum += (sign * weight).max(0.0);
            }
        }
        let sum = sums.total();
        if sum > limit {
            for weight in weights.iter_mut().flat_map(|row| &mut row.0) {
                if sign * *weight > 0.0 {
                    *weight *= limit / sum;
                }
            }
        }
    }
}
