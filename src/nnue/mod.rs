//! NNUE: the evaluation network, its file format and its inference. Arithmetic only.
//!
//! # Architecture
//! (768 -> H)x2 -> 1 with output buckets. The inputs of each [`Perspective`] are [`INPUTS`] piece-square features,
//! ranks flipped for Black, files mirrored so that the own king stands on the files a to d. The feature transformer
//! adds the weights of all active features to the bias: the *accumulator* of H neurons per perspective. The activation
//! is `SCReLU` (clamp to 0..=255, square); the output layer weighs the side to move's accumulator and the opponent's
//! with the weights of the bucket that the number of pieces selects.
//!
//! All arithmetic is in integers that cannot overflow ([`Network::new`] checks the weights), so the order of additions
//! does not matter and every kernel computes the same score.
//!
//! * [`Shape`], [`Perspective`]: architecture and features;
//! * [`Network`]: weights, file format, reference inference;
//! * [`Accumulators`]: incremental inference along a line of moves, with a refresh table;
//! * [`embedded`]: the embedded network;
//! * [`simd`]: the kernels for each instruction set.

mod accumulator;
mod arch;
mod digest;
mod embedded;
mod error;
mod features;
mod finny_table;
mod format;
mod network;
mod range;
pub mod simd;

pub use accumulator::Accumulators;
pub use arch::{BUCKETS, HIDDEN, INPUTS, QA, QB, SCALE, Shape};
pub use digest::Sha256Digest;
pub use embedded::embedded;
pub use error::NetError;
pub use features::Perspective;
pub use format::check_name;
pub use network::Network;
pub use range::{MAX_OUTPUT_BIAS, MAX_OUTPUT_SUM, MAX_OUTPUT_WEIGHT, MAX_REACH, WeightRanges};
