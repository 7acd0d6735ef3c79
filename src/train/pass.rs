//! Forward and backward through the network, for some samples on one thread.
//!
//! Samples are taken a block at a time. For each tile of the first layer, while it stays in the cache next to the core,
//! the rows of all features present are added up, and what the tile's neurons give to the output. Then outputs and losses
//! are computed sample by sample. Then, tile by tile again, the gradient of the neurons is computed and added to the rows
//! they came from.
//!
//! Every sum has a fixed order: lanes side by side, samples one after the other.

use super::model::{F32x16, ParameterLayout, TrainModel};
use super::sample::TrainingSample;
use crate::nnue::INPUTS;
use crate::util::math::sigmoid;
use std::iter::Sum;
use std::ops::AddAssign;

/// Samples in a block.
const BLOCK: usize = 256;
/// How much an exact label counts.
const PROVEN_WEIGHT: f32 = 2.0;
/// Groups of positions by the number of pieces, four each.
pub const GROUPS: usize = 8;

/// Losses added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossSum {
    /// The sum of the weighted losses.
    pub loss: f64,
    /// The sum of the weights.
    pub weight: f64,
}

impl LossSum {
    /// The mean loss; nothing of nothing.
    pub fn mean(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.loss / self.weight)
    }

    /// The loss of one sample for an output.
    pub fn of(sample: &TrainingSample, output: f32, lambda: f32) -> Self {
        Self::weighted(sigmoid(output) - sample.target(lambda), weight(sample))
    }

    /// The loss of an error, with its weight.
    fn weighted(error: f32, weight: f32) -> Self {
        Self {
            loss: f64::from(weight * (error * error)),
            weight: f64::from(weight),
        }
    }
}

impl AddAssign for LossSum {
    fn add_assign(&mut self, other: Self) {
        self.loss += other.loss;
        self.weight += other.weight;
    }
}

impl Sum for LossSum {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

/// Room for the samples of a block.
pub struct Pass {
    layout: ParameterLayout,
    /// The features of all samples one after the other, and where those of each end.
    features: Vec<[u16; 2]>,
    ends: Vec<usize>,
    /// The output bucket of each sample.
    buckets: Vec<usize>,
    /// For each tile the neurons of each sample, the mover's and the opponent's.
    neurons: Vec<[F32x16; 2]>,
    /// For each sample what all neurons give to the output, lane by lane.
    sums: Vec<F32x16>,
    /// For each sample how its loss changes with the output.
    output_gradients: Vec<f32>,
}

impl Pass {
    /// Room for a network of this layout.
    pub fn new(layout: ParameterLayout) -> Self {
        Self {
            layout,
            features: Vec::with_capacity(BLOCK * 32),
            ends: Vec::with_capacity(BLOCK),
            buckets: Vec::with_capacity(BLOCK),
            neurons: vec![[F32x16::ZERO; 2]; layout.tiles() * BLOCK],
            sums: vec![F32x16::ZERO; BLOCK],
            output_gradients: Vec::with_capacity(BLOCK),
        }
    }

    /// Adds the gradient of the mean loss over a batch: each sample counts for `share` of it. Returns the losses.
    pub fn learn(
        &mut self,
        model: &TrainModel,
        samples: &[TrainingSample],
        lambda: f32,
        share: f32,
        gradient: &mut [F32x16],
    ) -> LossSum {
        let mut tally = LossSum::default();
        for block in samples.chunks(BLOCK) {
            self.forward(model, block);
            self.output_gradients.clear();
            for (place, sample) in block.iter().enumerate() {
                let points = sigmoid(self.output(model, place));
                let weight = weight(sample);
                let error = points - sample.target(lambda);
                tally += LossSum::weighted(error, weight);
                let slope = 2.0 * error * points * (1.0 - points) * weight * share;
                self.output_gradients.push(slope);
            }
            self.backward(model, gradient);
        }
        tally
    }

    /// The losses, by the number of pieces.
    pub fn losses(
        &mut self,
        model: &TrainModel,
        samples: &[TrainingSample],
        lambda: f32,
    ) -> [LossSum; GROUPS] {
        let mut tallies = [LossSum::default(); GROUPS];
        self.for_each_output(model, samples, |sample, output| {
            let group = (sample.count() as usize - 2) / 4;
            tallies[group] += LossSum::of(sample, output, lambda);
        });
        tallies
    }

    /// The output for each sample; 1.0 is [`crate::nnue::SCALE`] centipawns.
    pub fn for_each_output(
        &mut self,
        model: &TrainModel,
        samples: &[TrainingSample],
        mut visit: impl FnMut(&TrainingSample, f32),
    ) {
        for block in samples.chunks(BLOCK) {
            self.forward(model, block);
            for (place, sample) in block.iter().enumerate() {
                visit(sample, self.output(model, place));
            }
        }
    }

    /// Adds up the neurons of a block, and what they give to the output.
    fn forward(&mut self, model: &TrainModel, block: &[TrainingSample]) {
        let layout = self.layout;
        self.features.clear();
        self.ends.clear();
        self.buckets.clear();
        for sample in block {
            self.features.extend(sample.features());
            self.ends.push(self.features.len());
            self.buckets.push(layout.shape().bucket(sample.count()));
        }
        self.sums.fill(F32x16::ZERO);
        for tile in 0..layout.tiles() {
            let rows = tile_of(&model.rows()[layout.features(tile)]);
            let bias = model.rows()[layout.feature_bias().start + tile];
            let mut start = 0;
            for (place, (&end, &bucket)) in self.ends.iter().zip(&self.buckets).enumerate() {
                let [mut mover, mut opponent] = [bias; 2];
                for &[own, other] in &self.features[start..end] {
                    mover.add(&rows[usize::from(own)]);
                    opponent.add(&rows[usize::from(other)]);
                }
                start = end;
                let [own, other] = layout.output_rows(bucket, tile);
                let sum = &mut self.sums[place];
                accumulate_screlu(sum, &mover, &model.rows()[own]);
                accumulate_screlu(sum, &opponent, &model.rows()[other]);
                self.neurons[tile * BLOCK + place] = [mover, opponent];
            }
        }
    }

    /// The output for one sample of the block.
    #[inline(always)]
    fn output(&self, model: &TrainModel, place: usize) -> f32 {
        self.sums[place].total() + model.output_bias()[self.buckets[place]]
    }

    /// Adds the gradient for the samples of the block, from their output_gradients.
    fn backward(&mut self, model: &TrainModel, gradient: &mut [F32x16]) {
        let layout = self.layout;
        for (&slope, &bucket) in self.output_gradients.iter().zip(&self.buckets) {
            gradient[layout.output_bias()].0[bucket] += slope;
        }
        let (features, others) = gradient.split_at_mut(layout.feature_bias().start);
        // The biases and what follows them are counted from there.
        let shift = features.len();
        for tile in 0..layout.tiles() {
            let rows = tile_of_mut(&mut features[layout.features(tile)]);
            let mut bias = F32x16::ZERO;
            let mut start = 0;
            for (place, &end) in self.ends.iter().enumerate() {
                let (slope, bucket) = (self.output_gradients[place], self.buckets[place]);
                let [own, other] = layout.output_rows(bucket, tile);
                let [mover, opponent] = &self.neurons[tile * BLOCK + place];
                let weights = &model.rows()[own];
                let mover = backprop_screlu(mover, weights, &mut others[own - shift], slope);
                let weights = &model.rows()[other];
                let opponent =
                    backprop_screlu(opponent, weights, &mut others[other - shift], slope);
                for &[own, other] in &self.features[start..end] {
                    rows[usize::from(own)].add(&mover);
                    rows[usize::from(other)].add(&opponent);
                }
                start = end;
                bias.add(&mover);
                bias.add(&opponent);
            }
            others[tile].add(&bias);
        }
    }
}

/// How much a sample counts.
#[inline]
fn weight(sample: &TrainingSample) -> f32 {
    if sample.is_exact() {
        PROVEN_WEIGHT
    } else {
        1.0
    }
}

/// A neuron held to 0..=1. Written so that each comparison is one instruction.
#[inline(always)]
fn crelu(neuron: f32) -> f32 {
    let low = if neuron > 0.0 { neuron } else { 0.0 };
    if low < 1.0 { low } else { 1.0 }
}

/// Adds crelu and squared neurons times their weights.
#[inline(always)]
fn accumulate_screlu(sum: &mut F32x16, neurons: &F32x16, weights: &F32x16) {
    *sum = F32x16::each(|lane| {
        let value = crelu(neurons.0[lane]);
        sum.0[lane] + value * value * weights.0[lane]
    });
}

/// From the slope at the output back through weights and squares: adds the gradient of the weights, and returns that of
/// the neurons.
#[inline(always)]
fn backprop_screlu(
    neurons: &F32x16,
    weights: &F32x16,
    gradient: &mut F32x16,
    slope: f32,
) -> F32x16 {
    *gradient = F32x16::each(|lane| {
        let value = crelu(neurons.0[lane]);
        gradient.0[lane] + slope * (value * value)
    });
    F32x16::each(|lane| {
        let value = crelu(neurons.0[lane]);
        let way = slope * weights.0[lane] * (2.0 * value);
        // What the clamp has changed does not follow the neuron.
        let follows = value.to_bits() == neurons.0[lane].to_bits();
        if follows { way } else { 0.0 }
    })
}

/// The rows of a tile as an array, which spares most tests of bounds.
#[inline(always)]
fn tile_of(rows: &[F32x16]) -> &[F32x16; INPUTS] {
    rows.try_into().expect("a tile has a row for each feature")
}

#[inline(always)]
fn tile_of_mut(rows: &mut [F32x16]) -> &mut [F32x16; INPUTS] {
    rows.try_into().expect("a tile has a row for each feature")
}
