//! The trainer: from self-play games to a network.
//!
//! # Data flow
//! A [`TrainRecipe`] names shards, and optionally a network to start from. Their games are replayed; the positions that
//! pass the filter become [`sample`]s and are distributed at random over the files of the `dataset`. The `data_loader`
//! shuffles them anew for every epoch and forms batches; [`pass`] computes outputs, losses and gradients on one thread,
//! [`batch`] on all threads, and the [`optimiser`] updates the weights of the [`model`]. Finally the weights are
//! quantised and written as a network with a [`NetworkCard`]. `run` drives all this and writes checkpoints to resume
//! from.
//!
//! # Reproducibility
//! The recipe and the files that it names determine every bit of the network. All random numbers follow from seeds;
//! every sum has a fixed order, independent of the number of threads and the width of SIMD registers; products and sums
//! are never fused; exponentials and cosines come from [`crate::util::math`], not from a library.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "here the bits are meant"))]

pub mod batch;
mod card;
mod chart;
pub mod checkpoint;
mod data_loader;
mod dataset;
mod error;
mod initial_weights;
mod layers;
mod loss_curve;
pub mod model;
pub mod optimiser;
pub mod pass;
pub mod quantise;
mod recipe;
mod rounding;
mod run;
pub mod sample;
mod schedule;
mod train_progress;

pub use card::{ChosenParameters, NetworkCard};
pub use dataset::SourceGames;
pub use error::TrainError;
pub use loss_curve::{LossPoint, Losses};
pub use recipe::{ShardSource, TrainRecipe, WdlLambda};
pub use run::{TrainConfig, run};
pub use schedule::TrainSchedule;
pub use train_progress::{TrainListener, TrainOutcome, TrainProgress};
