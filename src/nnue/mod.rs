//! The evaluation network: what it is, how its files look, how its output is computed. Arithmetic only.
//!
//! # The network
//! Each side sees the board its own way (a [`Perspective`]): ranks flipped for Black, files flipped so that its king stands
//! on the files a to d. A piece on a square, own or enemy, is one of [`INPUTS`] features. Per view the bias and the rows
//! of all features present are added up: the *accumulator*, with H neurons. Every neuron is clamped to 0..=255,
//! squared and weighed; the sum over the mover's and the opponent's accumulator is the output.
//!
//! All numbers are integers and every sum fits its type ([`Network::new`] sees to that), so the order of additions does
//! not matter, and every way to compute a score gives the same.
//!
//! * [`Shape`], [`Perspective`]: which network, which features;
//! * [`Network`]: the weights, and the plain way to compute a score; `format`: files;
//! * [`Accumulators`]: the fast way, along a line of moves; `refresh`: where that begins;
//! * [`embedded`]: the network that is built in;
//! * [`simd`]: the inner loops for different processors.

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
pub use network::Network;
pub use range::{MAX_OUTPUT_SUM, MAX_OUTPUT_WEIGHT, MAX_REACH, WeightRanges};
