//! Many samples at once, on all threads, with the same result on any number of them.
//!
//! A batch is cut into a fixed number of slices. Each has a gradient of its own and is the work of one thread, sample
//! after sample; slices are added up in their order.

use super::model::{F32x16, ParameterLayout, TrainModel};
use super::optimiser::Optimiser;
use super::pass::{GROUPS, LossSum, Pass};
use super::sample::TrainingSample;
use rayon::prelude::*;

/// The slices of a batch: more than this many threads have nothing to do.
const SLICES: usize = 8;
/// Samples that one thread takes at a time where only the loss is wanted.
const PORTION: usize = 4096;

/// Room for the gradients of a batch.
pub struct BatchTrainer(Vec<BatchSlice>);

struct BatchSlice {
    pass: Pass,
    gradient: Vec<F32x16>,
}

impl BatchTrainer {
    /// Room for a network of this layout.
    pub fn new(layout: ParameterLayout) -> Self {
        let slice = || BatchSlice {
            pass: Pass::new(layout),
            gradient: vec![F32x16::ZERO; layout.rows()],
        };
        Self(std::iter::repeat_with(slice).take(SLICES).collect())
    }

    /// Takes a step of the optimiser on a batch. Returns the losses before it.
    pub fn learn(
        &mut self,
        model: &mut TrainModel,
        optimiser: &mut Optimiser,
        batch: &[TrainingSample],
        lambda: f32,
        rate: f32,
    ) -> LossSum {
        let share = 1.0 / batch.len() as f32;
        let before = &*model;
        let tallies: Vec<LossSum> = self
            .0
            .par_iter_mut()
            .enumerate()
            .with_max_len(1)
            .map(|(index, slice)| {
                let [start, end] = [index, index + 1].map(|cut| cut * batch.len() / SLICES);
                slice.gradient.fill(F32x16::ZERO);
                let BatchSlice { pass, gradient } = slice;
                pass.learn(before, &batch[start..end], lambda, share, gradient)
            })
            .collect();
        let gradients: Vec<&[F32x16]> = self.0.iter().map(|slice| &*slice.gradient).collect();
        optimiser.step(model, &gradients, rate);
        tallies.into_iter().sum()
    }
}

/// The losses of a model on some samples, by the number of pieces.
pub fn losses(model: &TrainModel, samples: &[TrainingSample], lambda: f32) -> [LossSum; GROUPS] {
    let portions: Vec<[LossSum; GROUPS]> = samples
        .par_chunks(PORTION)
        .map_init(
            || Pass::new(model.layout()),
            |pass, portion| pass.losses(model, portion, lambda),
        )
        .collect();
    let mut sums = [LossSum::default(); GROUPS];
    for portion in portions {
        for (sum, tally) in sums.iter_mut().zip(portion) {
            *sum += tally;
        }
    }
    sums
}
