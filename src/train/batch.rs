//! Parallel training steps, bit-identical for any number of threads.
//!
//! A batch is cut into a fixed number of slices. One thread computes the gradient of a slice, sample by sample; the
//! gradients are then summed in slice order.

use super::model::{F32x16, ParameterLayout, TrainModel};
use super::optimiser::{Optimiser, StepSize};
use super::pass::{GROUPS, LossSum, Pass};
use super::sample::TrainingSample;
use rayon::prelude::*;

/// Slices per batch, and so the most threads that a step can use.
const SLICES: usize = 8;
/// Samples per task if only the loss is computed.
const CHUNK: usize = 4096;

/// The gradient buffers of a batch.
pub struct BatchTrainer(Vec<BatchSlice>);

struct BatchSlice {
    pass: Pass,
    gradient: Vec<F32x16>,
}

impl BatchTrainer {
    /// Buffers for a network of this layout.
    pub fn new(layout: ParameterLayout) -> Self {
        let slice = || BatchSlice {
            pass: Pass::new(layout),
            gradient: vec![F32x16::ZERO; layout.rows()],
        };
        Self(std::iter::repeat_with(slice).take(SLICES).collect())
    }

    /// Takes an optimiser step on a batch, with weights that decay towards those of `anchor`. Returns the loss before it.
    pub fn step(
        &mut self,
        model: &mut TrainModel,
        optimiser: &mut Optimiser,
        batch: &[TrainingSample],
        lambda: f32,
        (size, anchor): (StepSize, Option<&TrainModel>),
    ) -> LossSum {
        let share = 1.0 / batch.len() as f32;
        let before = &*model;
        let losses: Vec<LossSum> = self
            .0
            .par_iter_mut()
            .enumerate()
            .with_max_len(1)
            .map(|(index, slice)| {
                let [start, end] = [index, index + 1].map(|cut| cut * batch.len() / SLICES);
                slice.gradient.fill(F32x16::ZERO);
                let BatchSlice { pass, gradient } = slice;
                pass.accumulate_gradient(before, &batch[start..end], lambda, share, gradient)
            })
            .collect();
        let gradients: Vec<&[F32x16]> = self.0.iter().map(|slice| &*slice.gradient).collect();
        optimiser.step(model, &gradients, size, anchor);
        losses.into_iter().sum()
    }
}

/// The losses of a model, by the number of pieces.
pub fn losses(model: &TrainModel, samples: &[TrainingSample], lambda: f32) -> [LossSum; GROUPS] {
    let chunks: Vec<[LossSum; GROUPS]> = samples
        .par_chunks(CHUNK)
        .map_init(
            || Pass::new(model.layout()),
            |pass, chunk| pass.losses(model, chunk, lambda),
        )
        .collect();
    let mut sums = [LossSum::default(); GROUPS];
    for chunk in chunks {
        for (sum, loss) in sums.iter_mut().zip(chunk) {
            *sum += loss;
        }
    }
    sums
}
