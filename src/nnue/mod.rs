//! NNUE: the evaluation network, its file format and its inference. Only arithmetic.
//!
//! # Architecture
//! (768 or 2304 -> H)x2 -> 1 with output buckets, or with three layers behind the accumulators instead of one. The
//! inputs of each [`Perspective`] are [`PIECE_SQUARES`] features, with ranks flipped for Black, and files mirrored so
//! that the own king stands on the files a to d. With threat inputs, each of them has three versions: for pieces that
//! are not attacked, that are attacked, or that hang ([`Threats`]). The feature transformer adds the weights of all
//! active features to the bias, which gives the *accumulator* of H neurons per perspective. The layers behind it use the
//! weights of the bucket that the number of pieces selects. With one layer, the activation is `SCReLU` (clamp to 0..=255,
//! square), and the output layer weighs the accumulators of the side to move and of the opponent. With three layers, the
//! two halves of each accumulator are clamped and multiplied with each other (pairwise products), and layers of 16 and
//! 32 neurons come before the output.
//!
//! Every kernel computes the same score: integers cannot overflow (the weights are checked), so the order of additions
//! does not matter, and additions in single precision have a fixed order.
//!
//! * [`Shape`], [`Perspective`], [`Threats`]: architecture and features;
//! * [`Network`]: weights, file format, reference inference;
//! * [`Accumulators`]: incremental inference along a line of moves, with a refresh table;
//! * [`embedded`]: the embedded network, and [`level_network`], which the strength levels play with;
//! * [`simd`]: the kernels for each instruction set.

mod accumulator;
mod arch;
mod digest;
mod embedded;
mod error;
mod features;
mod finny_table;
mod format;
mod layers;
mod network;
mod placement;
mod range;
pub mod simd;
mod threats;

pub use accumulator::Accumulators;
pub use arch::{BUCKETS, HIDDEN, LAYERED_QA, LAYERS, PIECE_SQUARES, QA, QB, SCALE, Shape};
pub use digest::Sha256Digest;
pub use embedded::{embedded, level_network};
pub use error::NetError;
pub use features::Perspective;
pub use format::check_name;
pub use layers::{
    L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, LayerFloats, LayerRanges, LayerWeights, MAX_LAYER_WEIGHT,
    crelu,
};
pub use network::Network;
pub use range::{
    MAX_OUTPUT_BIAS, MAX_OUTPUT_SUM, MAX_OUTPUT_WEIGHT, MAX_REACH, OutputRanges, WeightRanges,
};
pub use threats::Threats;
