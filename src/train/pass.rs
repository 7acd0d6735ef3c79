//! The forward and backward pass for samples on one thread.
//!
//! Samples are processed in blocks. For each tile of the hidden layer, from a copy of its feature weights in the L2 cache,
//! the accumulators and their contributions to the outputs are computed; then outputs and losses, sample by sample;
//! then, again tile by tile, the gradients of the accumulators, which are added to the gradients of the feature
//! weights. Three layers behind the accumulators are computed sample by sample (`layers`).
//!
//! Every sum has a fixed order: lanes in parallel, samples one after another. The passes are compiled for several
//! instruction sets; the best one is selected at run time, and all give the same numbers. They are not methods, because
//! `multiversion` does not support those.

use super::layers::{LayerPass, LayerValues};
use super::model::{F32x16, ParameterLayout, TrainModel};
use super::sample::TrainingSample;
use crate::nnue::{PIECE_SQUARES, Threats, crelu};
use crate::util::math::sigmoid;
use multiversion::multiversion;
use std::iter::Sum;
use std::ops::AddAssign;

/// The inputs of a network with threats.
const WITH_THREATS: usize = Threats::LEVELS * PIECE_SQUARES;
/// Samples per block. Each block reads all feature weights from memory, and their gradients, some MiB.
const BLOCK: usize = 2048;
/// The number of groups of positions by piece count: four counts each, three in the last (30 to 32).
pub const GROUPS: usize = 8;

/// A sum of losses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossSum {
    /// The sum of the losses.
    pub loss: f64,
    /// The number of samples.
    pub samples: f64,
}

impl LossSum {
    /// The mean loss; `None` without samples.
    pub fn mean(self) -> Option<f64> {
        (self.samples > 0.0).then(|| self.loss / self.samples)
    }

    /// The loss of a sample for an output.
    pub fn of(sample: &TrainingSample, output: f32, lambda: f32) -> Self {
        Self::of_error(sigmoid(output * sample.fade()) - sample.target(lambda))
    }

    fn of_error(error: f32) -> Self {
        Self {
            loss: f64::from(error * error),
            samples: 1.0,
        }
    }
}

impl AddAssign for LossSum {
    fn add_assign(&mut self, other: Self) {
        self.loss += other.loss;
        self.samples += other.samples;
    }
}

impl Sum for LossSum {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), |mut sum, loss| {
            sum += loss;
            sum
        })
    }
}

/// The buffers of a block of samples.
pub struct Pass {
    layout: ParameterLayout,
    /// The features of all samples, and the index where each sample's features end.
    features: Vec<[u16; 2]>,
    ends: Vec<usize>,
    /// The output bucket of each sample.
    buckets: Vec<usize>,
    /// For each sample and tile, the accumulators of the side to move and of the opponent; with three layers, their
    /// gradients once the backward pass through the layers is done.
    neurons: Vec<[F32x16; 2]>,
    /// Three layers, and their intermediate results for each sample.
    layers: Option<(LayerPass, Vec<LayerValues>)>,
    /// The feature weights of a tile, or their gradients: a copy that stays in the cache.
    tile: Vec<F32x16>,
    /// For each sample the sum of all contributions to the output, lane by lane.
    sums: Vec<F32x16>,
    /// For each sample the derivative of the loss with respect to the output.
    output_gradients: Vec<f32>,
}

impl Pass {
    /// Buffers for a network of this layout.
    pub fn new(layout: ParameterLayout) -> Self {
        Self {
            layout,
            features: Vec::with_capacity(BLOCK * 32),
            ends: Vec::with_capacity(BLOCK),
            buckets: Vec::with_capacity(BLOCK),
            neurons: vec![[F32x16::ZERO; 2]; layout.tiles() * BLOCK],
            layers: layout.shape().is_layered().then(|| {
                let values = vec![LayerValues::default(); BLOCK];
                (LayerPass::new(layout.tiles()), values)
            }),
            tile: vec![F32x16::ZERO; layout.features(0).len()],
            sums: vec![F32x16::ZERO; BLOCK],
            output_gradients: Vec::with_capacity(BLOCK),
        }
    }

    /// Adds the gradient of the mean loss over a batch, in which each sample has the weight `share`. Returns the loss.
    pub fn accumulate_gradient(
        &mut self,
        model: &TrainModel,
        samples: &[TrainingSample],
        lambda: f32,
        share: f32,
        gradient: &mut [F32x16],
    ) -> LossSum {
        let mut loss = LossSum::default();
        for block in samples.chunks(BLOCK) {
            forward(self, model, block);
            self.output_gradients.clear();
            for (place, sample) in block.iter().enumerate() {
                let fade = sample.fade();
                let points = sigmoid(self.output(model, place) * fade);
                let error = points - sample.target(lambda);
                loss += LossSum::of_error(error);
                let output_gradient = 2.0 * error * points * (1.0 - points) * fade * share;
                self.output_gradients.push(output_gradient);
            }
            backward(self, model, gradient);
        }
        loss
    }

    /// The losses by the number of pieces.
    pub fn losses(
        &mut self,
        model: &TrainModel,
        samples: &[TrainingSample],
        lambda: f32,
    ) -> [LossSum; GROUPS] {
        let mut sums = [LossSum::default(); GROUPS];
        self.for_each_output(model, samples, |sample, output| {
            let group = (sample.count() as usize - 2) / 4;
            sums[group] += LossSum::of(sample, output, lambda);
        });
        sums
    }

    /// Calls `visit` with the output for each sample; 1.0 is [`crate::nnue::SCALE`] internal units.
    pub fn for_each_output(
        &mut self,
        model: &TrainModel,
        samples: &[TrainingSample],
        mut visit: impl FnMut(&TrainingSample, f32),
    ) {
        for block in samples.chunks(BLOCK) {
            forward(self, model, block);
            for (place, sample) in block.iter().enumerate() {
                visit(sample, self.output(model, place));
            }
        }
    }

    /// The output for a sample of the block.
    #[inline(always)]
    fn output(&self, model: &TrainModel, place: usize) -> f32 {
        self.sums[place].total() + model.output_bias()[self.buckets[place]]
    }
}

/// Computes accumulators and output sums of a block.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn forward(pass: &mut Pass, model: &TrainModel, block: &[TrainingSample]) {
    let layout = pass.layout;
    pass.features.clear();
    pass.ends.clear();
    pass.buckets.clear();
    for sample in block {
        pass.features.extend(sample.inputs(layout.shape()));
        pass.ends.push(pass.features.len());
        pass.buckets.push(layout.shape().bucket(sample.count()));
    }
    pass.sums.fill(F32x16::ZERO);
    if layout.shape().threats {
        accumulate::<WITH_THREATS>(pass, model);
    } else {
        accumulate::<PIECE_SQUARES>(pass, model);
    }
    let Some((layers, values)) = &mut pass.layers else {
        return;
    };
    let samples = pass.neurons.chunks_exact(layout.tiles());
    for (place, (neurons, &bucket)) in samples.zip(&pass.buckets).enumerate() {
        (values[place], pass.sums[place]) = layers.forward(model, bucket, neurons);
    }
}

/// Computes the accumulators, and with a single layer the output sums, with this number of inputs.
#[inline(always)]
fn accumulate<const INPUTS: usize>(pass: &mut Pass, model: &TrainModel) {
    let layout = pass.layout;
    for tile in 0..layout.tiles() {
        pass.tile
            .copy_from_slice(&model.rows()[layout.features(tile)]);
        let rows = tile_of::<INPUTS>(&pass.tile);
        let bias = model.rows()[layout.feature_bias().start + tile];
        let mut start = 0;
        for (place, (&end, &bucket)) in pass.ends.iter().zip(&pass.buckets).enumerate() {
            let [mut mover, mut opponent] = [bias; 2];
            for &[own, other] in &pass.features[start..end] {
                mover.add(&rows[usize::from(own)]);
                opponent.add(&rows[usize::from(other)]);
            }
            start = end;
            if pass.layers.is_none() {
                let [own, other] = layout.output_rows(bucket, tile);
                let sum = &mut pass.sums[place];
                accumulate_screlu(sum, &mover, &model.rows()[own]);
                accumulate_screlu(sum, &opponent, &model.rows()[other]);
            }
            pass.neurons[place * layout.tiles() + tile] = [mover, opponent];
        }
    }
}

/// Adds the gradient of a block, from its output gradients.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn backward(pass: &mut Pass, model: &TrainModel, gradient: &mut [F32x16]) {
    let layout = pass.layout;
    for (&output_gradient, &bucket) in pass.output_gradients.iter().zip(&pass.buckets) {
        gradient[layout.output_bias()].0[bucket] += output_gradient;
    }
    let (features, others) = gradient.split_at_mut(layout.feature_bias().start);
    // Biases and output weights are indexed from here.
    let shift = features.len();
    if let Some((layers, values)) = &mut pass.layers {
        let samples = pass.neurons.chunks_exact_mut(layout.tiles());
        for (place, (neurons, &bucket)) in samples.zip(&pass.buckets).enumerate() {
            let output_gradient = pass.output_gradients[place];
            let to = (&mut *others, shift);
            layers.backward(model, bucket, &values[place], output_gradient, neurons, to);
        }
    }
    if layout.shape().threats {
        spread::<WITH_THREATS>(pass, model, features, others);
    } else {
        spread::<PIECE_SQUARES>(pass, model, features, others);
    }
}

/// Adds the gradients of the accumulators to those of the features and biases, and with a single layer those of the
/// output weights. The rows of `others` follow those of `features`.
#[inline(always)]
fn spread<const INPUTS: usize>(
    pass: &mut Pass,
    model: &TrainModel,
    features: &mut [F32x16],
    others: &mut [F32x16],
) {
    let (layout, shift) = (pass.layout, features.len());
    for tile in 0..layout.tiles() {
        pass.tile.fill(F32x16::ZERO);
        let rows = tile_of_mut::<INPUTS>(&mut pass.tile);
        let mut bias = others[tile];
        let mut start = 0;
        for (place, &end) in pass.ends.iter().enumerate() {
            let mut neurons = pass.neurons[place * layout.tiles() + tile];
            if pass.layers.is_none() {
                let output_gradient = pass.output_gradients[place];
                let rows = layout.output_rows(pass.buckets[place], tile);
                for (neurons, row) in neurons.iter_mut().zip(rows) {
                    let (weights, to) = (&model.rows()[row], &mut others[row - shift]);
                    *neurons = backprop_screlu(neurons, weights, to, output_gradient);
                }
            }
            let [mover, opponent] = neurons;
            for &[own, other] in &pass.features[start..end] {
                rows[usize::from(own)].add(&mover);
                rows[usize::from(other)].add(&opponent);
            }
            start = end;
            bias.add(&mover);
            bias.add(&opponent);
        }
        for (sum, row) in features[layout.features(tile)].iter_mut().zip(rows) {
            sum.add(row);
        }
        others[tile] = bias;
    }
}

/// Adds weight x clamp² (`SCReLU`).
#[inline(always)]
pub fn accumulate_screlu(sum: &mut F32x16, neurons: &F32x16, weights: &F32x16) {
    *sum = F32x16::each(|lane| {
        let value = crelu(neurons.0[lane]);
        sum.0[lane] + value * value * weights.0[lane]
    });
}

/// Backpropagation through `SCReLU` and output weights: adds the gradient of the weights, and returns the gradient of
/// the accumulator.
#[inline(always)]
pub fn backprop_screlu(
    neurons: &F32x16,
    weights: &F32x16,
    gradient: &mut F32x16,
    output_gradient: f32,
) -> F32x16 {
    *gradient = F32x16::each(|lane| {
        let value = crelu(neurons.0[lane]);
        gradient.0[lane] + output_gradient * (value * value)
    });
    F32x16::each(|lane| {
        let value = crelu(neurons.0[lane]);
        let through = output_gradient * weights.0[lane] * (2.0 * value);
        // The gradient is zero where the activation was clamped.
        let follows = value.to_bits() == neurons.0[lane].to_bits();
        if follows { through } else { 0.0 }
    })
}

/// The feature weights of a tile as an array, which saves bounds checks.
#[inline(always)]
fn tile_of<const INPUTS: usize>(rows: &[F32x16]) -> &[F32x16; INPUTS] {
    rows.try_into().expect("a tile has a row for each feature")
}

#[inline(always)]
fn tile_of_mut<const INPUTS: usize>(rows: &mut [F32x16]) -> &mut [F32x16; INPUTS] {
    rows.try_into().expect("a tile has a row for each feature")
}
