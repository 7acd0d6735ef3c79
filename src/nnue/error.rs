//! Why a network is refused.

/// What is wrong with a network or its file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The file does not begin as one of a network does.
    #[error("this is not a network of Compongo")]
    NotANet,
    /// A format that is not known here.
    #[error("format version {0} is not known")]
    Version(u16),
    /// A size that there are no kernels for.
    #[error("a network of {hidden} neurons and {buckets} output buckets is not known")]
    Shape {
        /// Neurons per view.
        hidden: usize,
        /// Output buckets.
        buckets: usize,
    },
    /// Weights on another scale.
    #[error("the scales {found:?} are not {expected:?}")]
    Scales {
        /// First layer, output weights and output.
        found: [u16; 3],
        /// The same, as they must be.
        expected: [u16; 3],
    },
    /// A name that is empty or too long, or has characters other than letters, digits, `.`, `_` and `-`.
    #[error("the name of the network is empty, too long or has odd characters")]
    Name,
    /// The file is cut short, or something follows it.
    #[error("the file has {found} bytes instead of {expected}")]
    Length {
        /// What the header asks for.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// The bytes are not those that were written.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// A list of parameters is not as long as the shape says.
    #[error("there are {found} {what} instead of {expected}")]
    Count {
        /// Which list.
        what: &'static str,
        /// Its length by the shape.
        expected: usize,
        /// Its length.
        found: usize,
    },
    /// The sum of a neuron could leave 16 bits.
    #[error("neuron {neuron} can reach {reach}, more than 32767")]
    Accumulator {
        /// The neuron.
        neuron: usize,
        /// The largest magnitude that 32 pieces can give it.
        reach: i32,
    },
    /// An output weight whose product with a neuron could leave 16 bits.
    #[error("output weight {weight} is beyond 127")]
    OutputWeight {
        /// The weight.
        weight: i16,
    },
    /// The output could leave 32 bits.
    #[error("the output weights of bucket {bucket} sum up to {sum}, more than 33025")]
    Output {
        /// The bucket.
        bucket: usize,
        /// The sum of its positive weights or of its negative ones, whichever is larger in magnitude.
        sum: i32,
    },
}
