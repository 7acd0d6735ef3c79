//! The architecture: (768 or 2304 -> H)x2 -> 1, or three layers behind the accumulators, with output buckets; and the
//! quantisation scales.

use super::layers::{L1_OUTPUTS, L2_OUTPUTS};
use super::{NetError, Threats};
use crate::types::Bitboard;
use std::fmt;

/// Piece-square features: own and enemy pieces (2) of six types on 64 squares.
pub const PIECE_SQUARES: usize = 768;

/// The quantisation scale of the feature transformer: the integer for 1.0 in its weights and in clamped activations.
pub const QA: i32 = 255;

/// The quantisation scale of the feature transformer in a network with three layers behind the accumulators. Training
/// clips each weight and bias so that the sum of 32 weights and a bias fits 16 bits.
pub const LAYERED_QA: i32 = 500;

/// The quantisation scale of the output weights.
pub const QB: i32 = 64;

/// Internal units of an output of 1.0.
pub const SCALE: i32 = 400;

/// The supported accumulator sizes, in neurons per perspective.
pub const HIDDEN: [usize; 9] = [16, 32, 64, 128, 256, 384, 512, 768, 1024];

/// The allowed numbers of output buckets.
pub const BUCKETS: [usize; 2] = [1, 8];

/// The allowed numbers of layers behind the accumulators.
pub const LAYERS: [usize; 2] = [1, 3];

/// The fewest neurons per perspective in a network of three layers.
const LAYERED_HIDDEN: usize = 64;

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Neurons per perspective, one of [`HIDDEN`].
    pub hidden: usize,
    /// Output buckets, one of [`BUCKETS`]; the number of pieces on the board selects one.
    pub buckets: usize,
    /// Layers behind the accumulators, one of [`LAYERS`]: only the output layer, or pairwise products, layers of 16 and
    /// 32 neurons, and the output.
    pub layers: usize,
    /// Whether each piece-square input has a version for each level of [`Threats`].
    pub threats: bool,
}

impl Shape {
    /// The shape of a network with one layer behind the accumulators, without threat inputs.
    ///
    /// # Errors
    /// [`NetError::Shape`] for a size that is not allowed.
    pub fn new(hidden: usize, buckets: usize) -> Result<Self, NetError> {
        Self::with_layers(hidden, buckets, 1)
    }

    /// A supported shape without threat inputs. Three layers need at least 64 neurons per perspective.
    ///
    /// # Errors
    /// [`NetError::Shape`] for any other size.
    pub fn with_layers(hidden: usize, buckets: usize, layers: usize) -> Result<Self, NetError> {
        let shape = Self {
            hidden,
            buckets,
            layers,
            threats: false,
        };
        shape.checked()
    }

    /// This shape, if it is supported. Three layers need at least 64 neurons per perspective.
    ///
    /// # Errors
    /// [`NetError::Shape`] if it is not.
    pub fn checked(self) -> Result<Self, NetError> {
        let allowed = HIDDEN.contains(&self.hidden)
            && BUCKETS.contains(&self.buckets)
            && LAYERS.contains(&self.layers)
            && (self.layers == 1 || self.hidden >= LAYERED_HIDDEN);
        allowed.then_some(self).ok_or(NetError::Shape(self))
    }

    /// The same shape with threat inputs.
    pub const fn with_threats(self) -> Self {
        Self {
            threats: true,
            ..self
        }
    }

    /// The threats that a network of this shape sees among these pieces, which are given by colour and by type: none
    /// without threat inputs.
    #[inline]
    pub fn threats_among(self, colors: [Bitboard; 2], pieces: [Bitboard; 6]) -> Threats {
        if self.threats {
            Threats::among(colors, pieces)
        } else {
            Threats::NONE
        }
    }

    /// The number of inputs of the feature transformer.
    #[inline(always)]
    pub const fn inputs(self) -> usize {
        if self.threats {
            Threats::LEVELS * PIECE_SQUARES
        } else {
            PIECE_SQUARES
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

    /// The quantisation scale of the feature transformer.
    #[inline(always)]
    pub const fn qa(self) -> i32 {
        if self.is_layered() { LAYERED_QA } else { QA }
    }

    /// True if there are three layers behind the accumulators.
    #[inline(always)]
    pub const fn is_layered(self) -> bool {
        self.layers > 1
    }

    /// The numbers of feature weights, feature biases, output weights and output biases; the last two are zero if there are
    /// three layers.
    pub const fn parameters(self) -> [usize; 4] {
        let hidden = self.hidden;
        let [weights, bias] = if self.is_layered() {
            [0, 0]
        } else {
            [self.buckets * 2 * hidden, self.buckets]
        };
        [self.inputs() * hidden, hidden, weights, bias]
    }
}

impl fmt::Display for Shape {
    /// Neurons x output buckets: `256x8`, with three layers `256-16-32x8`, with threat inputs `256x8+threats`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            hidden, buckets, ..
        } = self;
        if self.is_layered() {
            write!(f, "{hidden}-{L1_OUTPUTS}-{L2_OUTPUTS}x{buckets}")?;
        } else {
            write!(f, "{hidden}x{buckets}")?;
        }
        f.write_str(if self.threats { "+threats" } else { "" })
    }
}
