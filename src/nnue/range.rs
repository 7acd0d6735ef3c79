//! The ranges of weights and sums: no sum may overflow in any position.

use super::{LayerRanges, NetError, QA, Shape};
use std::ops::RangeInclusive;

const MAX_PIECES: i32 = 32;

/// The largest magnitude of an accumulator value, which has 16 bits.
pub const MAX_REACH: i32 = i16::MAX as i32;

/// The largest output weight: its product with a clamped activation (255) fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The largest sum of the positive (or of the negative) output weights of a bucket: its product with 255² fits 32 bits.
pub const MAX_OUTPUT_SUM: i32 = 33_025;

/// The largest magnitude of an output bias: the most that the output weights can add up to, so that a score fits 32
/// bits.
pub const MAX_OUTPUT_BIAS: i32 = MAX_OUTPUT_SUM * QA;

/// The ranges of a network's weights and the largest magnitudes of its sums.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightRanges {
    /// The smallest and largest feature weight.
    pub feature_weights: RangeInclusive<i16>,
    /// The smallest and largest feature bias.
    pub feature_bias: RangeInclusive<i16>,
    /// The neuron with the largest possible accumulator value, and that magnitude; at most [`MAX_REACH`].
    pub reach: (usize, i32),
    /// The ranges behind the accumulators.
    pub output: OutputRanges,
}

/// The ranges behind the accumulators.
#[derive(Clone, Debug, PartialEq)]
pub enum OutputRanges {
    /// The output layer alone.
    Single {
        /// The smallest and largest output weight.
        weights: RangeInclusive<i16>,
        /// The smallest and largest output bias.
        bias: RangeInclusive<i32>,
        /// The bucket with the largest sum of weights of one sign, and that sum; at most [`MAX_OUTPUT_SUM`] in magnitude.
        sum: (usize, i32),
    },
    /// The ranges of three layers.
    Layers(LayerRanges),
}

impl WeightRanges {
    /// The ranges of parameter lists that match the shape.
    pub(super) fn of(
        shape: Shape,
        feature_weights: &[i16],
        feature_bias: &[i16],
        output: OutputRanges,
    ) -> Self {
        let neurons = reaches(shape.hidden, feature_weights, feature_bias);
        Self {
            feature_weights: span(feature_weights),
            feature_bias: span(feature_bias),
            reach: largest(neurons.into_iter()),
            output,
        }
    }

    /// Checks that no sum can overflow.
    pub(super) fn check(&self) -> Result<(), NetError> {
        let (neuron, reach) = self.reach;
        if reach > MAX_REACH {
            return Err(NetError::Accumulator { neuron, reach });
        }
        self.output.check()
    }
}

impl OutputRanges {
    pub(super) fn single(shape: Shape, weights: &[i16], bias: &[i32]) -> Self {
        let buckets = weights.chunks_exact(2 * shape.hidden).map(largest_sum);
        Self::Single {
            weights: span(weights),
            bias: span(bias),
            sum: largest(buckets),
        }
    }

    fn check(&self) -> Result<(), NetError> {
        let (weights, bias, (bucket, sum)) = match self {
            Self::Layers(ranges) => return ranges.check(),
            Self::Single { weights, bias, sum } => (weights, bias, *sum),
        };
        for weight in [*weights.start(), *weights.end()] {
            if weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs() {
                return Err(NetError::OutputWeight { weight });
            }
        }
        if sum.abs() > MAX_OUTPUT_SUM {
            return Err(NetError::Output { bucket, sum });
        }
        for bias in [*bias.start(), *bias.end()] {
            if bias.unsigned_abs() > MAX_OUTPUT_BIAS.unsigned_abs() {
                return Err(NetError::OutputBias { bias });
            }
        }
        Ok(())
    }
}

/// The largest magnitude of each neuron's accumulator value.
fn reaches(hidden: usize, weights: &[i16], bias: &[i16]) -> Vec<i32> {
    let mut largest = vec![0; hidden];
    for row in weights.chunks_exact(hidden) {
        for (largest, weight) in largest.iter_mut().zip(row) {
            *largest = i32::from(weight.unsigned_abs()).max(*largest);
        }
    }
    largest
        .into_iter()
        .zip(bias)
        .map(|(largest, bias)| MAX_PIECES * largest + i32::from(bias.unsigned_abs()))
        .collect()
}

/// The sum of the positive or of the negative weights, whichever is larger in magnitude.
fn largest_sum(weights: &[i16]) -> i32 {
    let sum = |part: fn(i16, i16) -> i16| -> i32 {
        weights
            .iter()
            .map(|&weight| i32::from(part(weight, 0)))
            .sum()
    };
    let (positive, negative) = (sum(i16::max), sum(i16::min));
    if positive >= -negative {
        positive
    } else {
        negative
    }
}

/// The number of the largest magnitude, and its index.
fn largest(numbers: impl Iterator<Item = i32>) -> (usize, i32) {
    numbers.enumerate().fold((0, 0), |best, (index, number)| {
        if number.abs() > best.1.abs() {
            (index, number)
        } else {
            best
        }
    })
}

fn span<T: Copy + Ord + Default>(numbers: &[T]) -> RangeInclusive<T> {
    let least = numbers.iter().min().copied().unwrap_or_default();
    let most = numbers.iter().max().copied().unwrap_or_default();
    least..=most
}
