//! The optimiser: `AdamW` (Loshchilov and Hutter 2019) with weight clipping, and an exponential moving average of the
//! weights.

use super::model::{F32x16, LANES, ParameterLayout, TrainModel};
use crate::util::math::power;
use rayon::prelude::*;

/// The decay rate of the first moment.
const BETA_1: f64 = 0.9;
/// The decay rate of the second moment.
const BETA_2: f64 = 0.999;
/// Avoids a division by zero.
const EPSILON: f32 = 1e-8;
/// Weight decay, as a multiple of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;
/// The share of the new weights in their moving average (EMA) at each step, in the long run.
const EMA_DECAY: f32 = 0.001;
/// Weights are clipped to this magnitude, so that quantised ones and their products fit 16 bits.
pub const MAX_WEIGHT: f32 = 1.98;
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

/// The coefficients of a step.
#[derive(Clone, Copy)]
struct StepCoefficients {
    rate: f32,
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

    /// Takes a step with the sum of gradients, which are added in the order given. Each weight is updated by one
    /// thread, so the number of threads does not change the result.
    pub fn step(&mut self, model: &mut TrainModel, gradients: &[&[F32x16]], rate: f32) {
        self.steps += 1;
        let coefficients = StepCoefficients {
            rate,
            first: (1.0 / (1.0 - power(BETA_1, self.steps))) as f32,
            second: (1.0 / (1.0 - power(BETA_2, self.steps))) as f32,
            // A larger share at first, so that the initial weights fade quickly.
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
                    update(parameters, first, second, &gradient, coefficients);
                    ema_update(&mut average[row], parameters, coefficients.average);
                }
            });
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
        let moved = *parameter - by.rate * (direction + WEIGHT_DECAY * *parameter);
        *parameter = moved.clamp(-MAX_WEIGHT, MAX_WEIGHT);
    }
}

/// Moves the moving average towards the weights by `share`.
#[inline(always)]
fn ema_update(average: &mut F32x16, weights: &F32x16, share: f32) {
    *average = F32x16::each(|lane| average.0[lane] + share * (weights.0[lane] - average.0[lane]));
}

/// Scales down the positive, and the negative, output weights of a bucket where their sum could overflow once
/// quantised.
fn clip_output_sums(weights: &mut [F32x16], layout: ParameterLayout) {
    // Rounding can add half a unit to each of the 2H weights.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::Shape;

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
            optimiser.step(&mut model, &[&half, &half], rate as f32);
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
            optimiser.step(&mut model, &[&gradient], 1e-2);
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
            optimiser.step(&mut model, &[&gradient], 0.1);
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
}
