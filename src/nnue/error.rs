//! Errors of networks and network files.

use super::Shape;

/// The reasons why a network or a network file is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The file does not begin with the magic bytes of a network.
    #[error("this is not a Compongo network")]
    NotANet,
    /// The format version is unknown.
    #[error("format version {0} is not supported")]
    Version(u16),
    /// The size is not supported.
    #[error(
        "a network of {} neurons, {} output buckets and {} layers is not supported (three layers need 64 neurons)",
        .0.hidden, .0.buckets, .0.layers
    )]
    Shape(Shape),
    /// The quantisation scales are not the supported ones.
    #[error("the quantisation scales are {found:?} instead of {expected:?}")]
    Scales {
        /// The scales of the feature transformer, the output weights and the output.
        found: [u16; 3],
        /// The supported scales, in the same order.
        expected: [u16; 3],
    },
    /// The name is empty or longer than 44 characters, begins with `.`, or has characters other than ASCII letters,
    /// digits, `.`, `_` and `-`.
    #[error(
        "the name of a network must be 1 to 44 letters, digits, '.', '_' and '-', and not begin with '.'"
    )]
    Name,
    /// The file is truncated, or has trailing bytes.
    #[error("the file has {found} bytes instead of {expected}")]
    Length {
        /// The length that the header implies.
        expected: usize,
        /// The length of the file.
        found: usize,
    },
    /// The checksum does not match.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// An accumulator could overflow 16 bits.
    #[error("neuron {neuron} can reach {reach}, more than 32767")]
    Accumulator {
        /// The index of the neuron.
        neuron: usize,
        /// The largest magnitude that 32 pieces can give it.
        reach: i32,
    },
    /// The product of an output weight with a clamped activation could overflow 16 bits.
    #[error("output weight {weight} is not from -127 to 127")]
    OutputWeight {
        /// The offending weight.
        weight: i16,
    },
    /// An output bias exceeds the most that the output weights can add up to.
    #[error("output bias {bias} is not from -8421375 to 8421375")]
    OutputBias {
        /// The offending bias.
        bias: i32,
    },
    /// A weight of the three layers is NaN, or exceeds 16 in magnitude.
    #[error("a weight of the layers behind the accumulators is not a number from -16 to 16")]
    LayerWeight,
    /// The output sum could overflow 32 bits.
    #[error("the output weights of bucket {bucket} add up to {sum}, more than 33025")]
    Output {
        /// The index of the bucket.
        bucket: usize,
        /// The sum of its positive or of its negative weights, whichever is larger in magnitude.
        sum: i32,
    },
}
