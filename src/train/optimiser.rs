//! `AdamW` (Loshchilov and Hutter 2019), clipping, and a moving average of the parameters.

use super::model::{F32x16, LANES, ParameterLayout, TrainModel};
use crate::util::math::power;
use rayon::prelude::*;

/// How fast the mean of the gradients forgets.
const BETA_1: f64 = 0.9;
/// How fast the mean of their squares forgets.
const BETA_2: f64 = 0.999;
/// Keeps the quotient of both finite.
const EPSILON: f32 = 1e-8;
/// How fast parameters shrink by themselves, in multiples of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;
/// How fast the moving average forgets, in the long run.
const EMA_DECAY: f32 = 0.001;
/// The largest magnitude of a parameter, so that quantised ones and their products fit 16 bits.
pub const BOUND: f32 = 1.98;
/// What the positive (or the negative) output weights of a bucket may sum up to when quantised.
const OUTPUT_SUM: f32 = 33_025.0 / 64.0;

/// Rows that one thread goes through at a time.
const PORTION: usize = 256;

/// The state of the optimiser besides the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimiser {
    /// Steps taken.
    pub steps: u64,
    /// The mean of the gradients.
    pub first: Vec<F32x16>,
    /// The mean of their squares.
    pub second: Vec<F32x16>,
    /// The moving average of the parameters.
    pub average: TrainModel,
}

/// The factors of a step, the same for all parameters.
#[derive(Clone, Copy)]
struct StepFactors {
    rate: f32,
    first: f32,
    second: f32,
    average: f32,
}

impl Optimiser {
    /// An optimiser that has seen nothing.
    pub fn new(model: &TrainModel) -> Self {
        let zero = vec![F32x16::ZERO; model.rows().len()];
        Self {
            steps: 0,
            first: zero.clone(),
            second: zero,
            average: model.clone(),
        }
    }

    /// Takes a step against the sum of some gradients, which are added in the order in which they are given.
    ///
    /// Each parameter is the work of one thread, so the number of threads changes nothing.
    pub fn step(&mut self, model: &mut TrainModel, gradients: &[&[F32x16]], rate: f32) {
        self.steps += 1;
        let factors = StepFactors {
            rate,
            first: (1.0 / (1.0 - power(BETA_1, self.steps))) as f32,
            second: (1.0 / (1.0 - power(BETA_2, self.steps))) as f32,
            // It forgets more at the beginning, so that the parameters drawn by lot do not linger.
            average: (9.0 / (self.steps + 9) as f32).max(EMA_DECAY),
        };
        let layout = model.layout();
        (
            model.rows_mut().par_chunks_mut(PORTION),
            self.first.par_chunks_mut(PORTION),
            self.second.par_chunks_mut(PORTION),
            self.average.rows_mut().par_chunks_mut(PORTION),
        )
            .into_par_iter()
            .enumerate()
            .for_each(|(portion, (parameters, first, second, average))| {
                let start = portion * PORTION;
                for row in 0..parameters.len() {
                    let mut gradient = F32x16::ZERO;
                    for part in gradients {
                        gradient.add(&part[start + row]);
                    }
                    let (first, second) = (&mut first[row], &mut second[row]);
                    let parameters = &mut parameters[row];
                    update(parameters, first, second, &gradient, factors);
                    ema_update(&mut average[row], parameters, factors.average);
                }
            });
        for model in [model, &mut self.average] {
            for bucket in 0..layout.shape().buckets {
                clip_output_sums(&mut model.rows_mut()[layout.output(bucket)], layout);
            }
        }
    }
}

/// One step of `AdamW` on a row.
#[inline(always)]
fn update(
    parameters: &mut F32x16,
    first: &mut F32x16,
    second: &mut F32x16,
    gradient: &F32x16,
    by: StepFactors,
) {
    for lane in 0..LANES {
        let gradient = gradient.0[lane];
        let mean = &mut first.0[lane];
        let square = &mut second.0[lane];
        *mean = BETA_1 as f32 * *mean + (1.0 - BETA_1) as f32 * gradient;
        *square = BETA_2 as f32 * *square + (1.0 - BETA_2) as f32 * (gradient * gradient);
        let way = (*mean * by.first) / ((*square * by.second).sqrt() + EPSILON);
        let parameter = &mut parameters.0[lane];
        let moved = *parameter - by.rate * (way + WEIGHT_DECAY * *parameter);
        *parameter = moved.clamp(-BOUND, BOUND);
    }
}

/// Moves a row by a share of the way towards another.
#[inline(always)]
fn ema_update(row: &mut F32x16, goal: &F32x16, share: f32) {
    *row = F32x16::each(|lane| row.0[lane] + share * (goal.0[lane] - row.0[lane]));
}

/// Shrinks the positive, and the negative, output weights of a bucket where their sum could overflow once quantised.
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
            // In two parts, as slices give them.
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
        // Without a gradient parameters only decay.
        let (before, after) = (start.rows()[9].0[0], model.rows()[9].0[0]);
        assert!((after - before * (1.0 - 1e-5_f32 * 20.0)).abs() < 1e-6);
    }

    #[test]
    fn the_average_follows() {
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
        assert!(model.rows()[0].0.iter().all(|&weight| weight == BOUND));
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
