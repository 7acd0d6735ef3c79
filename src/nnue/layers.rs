//! The layers behind the accumulators of a layered network: pairwise products -> 16 -> 32 -> 1.
//!
//! The neurons of an accumulator are clamped to 0..=500; neuron i times neuron i + H/2 gives a product, H products from
//! both accumulators. The first layer uses integers. The later layers use single precision and add in a fixed order, so
//! that every kernel computes the same bits.

use super::{LAYERED_QA, NetError, SCALE};
use bytemuck::{Pod, Zeroable};
use serde::Serialize;
use std::ops::RangeInclusive;

/// The outputs of the first layer.
pub const L1_OUTPUTS: usize = 16;

/// The inputs of the second layer: each output of the first layer clamped to 0..=1, and its square clamped likewise.
pub const L2_INPUTS: usize = 2 * L1_OUTPUTS;

/// The outputs of the second layer.
pub const L2_OUTPUTS: usize = 32;

/// The largest magnitude of a weight or bias in single precision.
pub const MAX_LAYER_WEIGHT: f32 = 16.0;

/// The first factor of a product is multiplied by this power of two. The product is then divided by 2^15, rounded to
/// nearest, by a single instruction; the result has seven bits.
pub(super) const FACTOR_SHIFT: i32 = 4;

/// The largest product. It is small enough for the sum of two weighted products to fit 16 bits.
const MAX_PRODUCT: i32 = (((LAYERED_QA * LAYERED_QA) << FACTOR_SHIFT) + (1 << 14)) >> 15;
const _: () = assert!(2 * MAX_PRODUCT * 128 <= i16::MAX as i32);

/// How many inputs of the first layer are adjacent in memory.
pub(super) const GROUP: usize = 4;

/// The integer for a product of 1.0.
const PRODUCT_SCALE: f32 = ((LAYERED_QA * LAYERED_QA) << FACTOR_SHIFT) as f32 / (1 << 15) as f32;

/// The weights of the layers of one output bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerWeights {
    /// For each output of the first layer, one weight per product of the side to move, then of the opponent.
    pub first: Vec<i8>,
    /// The parameters in single precision.
    pub floats: LayerFloats,
}

/// The single-precision parameters of an output bucket's layers, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize)]
#[repr(C)]
pub struct LayerFloats {
    /// The scale of each output's weights in the first layer: the value of integer 1.
    pub first_scale: [f32; L1_OUTPUTS],
    /// The biases of the first layer.
    pub first_bias: [f32; L1_OUTPUTS],
    /// For each input of the second layer, the weights of all outputs.
    pub second: [[f32; L2_OUTPUTS]; L2_INPUTS],
    /// The biases of the second layer.
    pub second_bias: [f32; L2_OUTPUTS],
    /// The weights of the third layer, the output.
    pub third: [f32; L2_OUTPUTS],
    /// The bias of the output.
    pub third_bias: f32,
}

impl LayerFloats {
    /// The number of parameters.
    pub const COUNT: usize = size_of::<Self>() / size_of::<f32>();

    /// Layers from these numbers; missing ones are zero.
    pub fn new(numbers: impl Iterator<Item = f32>) -> Self {
        let mut all = [0.0; Self::COUNT];
        for (place, number) in all.iter_mut().zip(numbers) {
            *place = number;
        }
        bytemuck::cast(all)
    }

    /// All numbers in order.
    pub fn numbers(&self) -> &[f32; Self::COUNT] {
        bytemuck::cast_ref(self)
    }
}

/// The ranges of the weights of all buckets.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerRanges {
    /// The weights of the first layer.
    pub first: RangeInclusive<i8>,
    /// All single-precision parameters.
    pub floats: RangeInclusive<f32>,
}

impl LayerRanges {
    pub(super) fn of(layers: &[LayerWeights]) -> Self {
        let first = || layers.iter().flat_map(|layers| &layers.first).copied();
        let floats = layers.iter().flat_map(|layers| layers.floats.numbers());
        let (low, high) = floats.fold((f32::MAX, f32::MIN), |(low, high), &number| {
            // A NaN must not leave a finite range.
            let number = if number.is_nan() {
                f32::INFINITY
            } else {
                number
            };
            (low.min(number), high.max(number))
        });
        Self {
            first: first().min().unwrap_or(0)..=first().max().unwrap_or(0),
            floats: low..=high,
        }
    }

    /// Checks the limit on the weights.
    pub(super) fn check(&self) -> Result<(), NetError> {
        for weight in [*self.floats.start(), *self.floats.end()] {
            if weight.abs() > MAX_LAYER_WEIGHT {
                return Err(NetError::LayerWeight);
            }
        }
        Ok(())
    }
}

/// The first layer's weights for [`GROUP`] inputs: four adjacent weights per output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct WeightGroup(pub [i8; GROUP * L1_OUTPUTS]);

/// The layers of an output bucket in the layout that the kernels read.
#[repr(C, align(64))]
pub(super) struct LayerStack {
    floats: LayerFloats,
    /// One group for every four inputs.
    pub first: Box<[WeightGroup]>,
}

impl LayerStack {
    pub fn new(layers: &LayerWeights) -> Self {
        let inputs = layers.first.len() / L1_OUTPUTS;
        let group = |index: usize| {
            WeightGroup(std::array::from_fn(|place| {
                let (output, input) = (place / GROUP, GROUP * index + place % GROUP);
                layers.first[output * inputs + input]
            }))
        };
        Self {
            floats: layers.floats,
            first: (0..inputs / GROUP).map(group).collect(),
        }
    }

    /// The weights in the order of the file.
    pub fn weights(&self) -> LayerWeights {
        let inputs = GROUP * self.first.len();
        let weight = |place: usize| {
            let (output, input) = (place / inputs, place % inputs);
            self.first[input / GROUP].0[GROUP * output + input % GROUP]
        };
        LayerWeights {
            first: (0..L1_OUTPUTS * inputs).map(weight).collect(),
            floats: self.floats,
        }
    }

    /// The sums of the first layer for all products: the reference for the kernels.
    #[inline(always)]
    pub fn first_sums(&self, products: impl Iterator<Item = u8>) -> [i32; L1_OUTPUTS] {
        let mut sums = [0; L1_OUTPUTS];
        for (input, product) in products.enumerate() {
            let group = &self.first[input / GROUP].0;
            for (output, sum) in sums.iter_mut().enumerate() {
                *sum += i32::from(product) * i32::from(group[GROUP * output + input % GROUP]);
            }
        }
        sums
    }

    /// The evaluation in internal units, from the sums of the first layer.
    #[inline(always)]
    pub fn evaluate(&self, sums: [i32; L1_OUTPUTS]) -> i32 {
        let layers = &self.floats;
        let mut inputs = [0.0; L2_INPUTS];
        for output in 0..L1_OUTPUTS {
            let sum = sums[output] as f32 * (1.0 / PRODUCT_SCALE);
            let value = sum * layers.first_scale[output] + layers.first_bias[output];
            inputs[output] = crelu(value);
            inputs[L1_OUTPUTS + output] = crelu(value * value);
        }
        // Two independent sums hide the latency of additions.
        let (mut even, mut odd) = (layers.second_bias, [0.0; L2_OUTPUTS]);
        for pair in 0..L2_INPUTS / 2 {
            for output in 0..L2_OUTPUTS {
                even[output] += layers.second[2 * pair][output] * inputs[2 * pair];
                odd[output] += layers.second[2 * pair + 1][output] * inputs[2 * pair + 1];
            }
        }
        let mut lanes = [0.0; L2_OUTPUTS];
        for output in 0..L2_OUTPUTS {
            let value = crelu(even[output] + odd[output]);
            lanes[output] = value * value * layers.third[output];
        }
        let mut half = L2_OUTPUTS / 2;
        while half > 0 {
            for lane in 0..half {
                lanes[lane] += lanes[lane + half];
            }
            half /= 2;
        }
        ((lanes[0] + layers.third_bias) * SCALE as f32) as i32
    }
}

/// Clipped `ReLU`: clamps to 0..=1. Written so that each comparison compiles to one instruction.
#[inline(always)]
pub fn crelu(value: f32) -> f32 {
    let low = if value > 0.0 { value } else { 0.0 };
    if low < 1.0 { low } else { 1.0 }
}

#[inline(always)]
pub(super) fn product(one: i16, other: i16) -> u8 {
    let [one, other] = [one, other].map(|neuron| i32::from(neuron).clamp(0, LAYERED_QA));
    (((one << FACTOR_SHIFT) * other + (1 << 14)) >> 15) as u8
}
