//! The architecture: (768 -> H)x2 -> 1 with output buckets, and the quantisation scales.

use super::NetError;

/// Inputs of the feature transformer: own and enemy pieces (2) of six types on 64 squares.
pub const INPUTS: usize = 768;

/// The quantisation scale of the feature transformer: 1.0 of its weights and of clamped activations.
pub const QA: i32 = 255;

/// The quantisation scale of the output weights.
pub const QB: i32 = 64;

/// Internal units of an output of 1.0.
pub const SCALE: i32 = 400;

/// The accumulator sizes (neurons per perspective) that there are kernels for.
pub const HIDDEN: [usize; 9] = [16, 32, 64, 128, 256, 384, 512, 768, 1024];

/// The allowed numbers of output buckets.
pub const BUCKETS: [usize; 2] = [1, 8];

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Neurons per perspective, one of [`HIDDEN`].
    pub hidden: usize,
    /// Output buckets, one of [`BUCKETS`]; the number of pieces on the board selects one.
    pub buckets: usize,
}

impl Shape {
    /// A shape of an allowed size.
    ///
    /// # Errors
    /// [`NetError::Shape`] for any other size.
    pub fn new(hidden: usize, buckets: usize) -> Result<Self, NetError> {
        if HIDDEN.contains(&hidden) && BUCKETS.contains(&buckets) {
            Ok(Self { hidden, buckets })
        } else {
            Err(NetError::Shape { hidden, buckets })
        }
    }

    /// The output bucket for a number of pieces, kings included (2 to 32).
    #[inline]
    pub const fn bucket(self, pieces: u32) -> usize {
        if self.buckets == 1 {
            0
        } else {
            (pieces as usize - 2) / 4
        }
    }

    /// The numbers of feature weights, feature biases, output weights and output biases.
    pub const fn parameters(self) -> [usize; 4] {
        let hidden = self.hidden;
        [
            INPUTS * hidden,
            hidden,
            self.buckets * 2 * hidden,
            self.buckets,
        ]
    }
}
