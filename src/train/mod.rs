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
mod start;

pub use card::{ChosenParameters, NetworkCard};
pub use dataset::SourceGames;
pub use error::TrainError;
pub use loss_curve::{LossPoint, Losses};
pub use recipe::{ShardSource, TrainRecipe, WdlLambda};
pub use run::{TrainConfig, run};
pub use schedule::TrainSchedule;

use std::time::Duration;

/// The end of a training run.
#[derive(Debug)]
pub enum TrainOutcome {
    /// It was stopped and can be resumed.
    Interrupted {
        /// Optimiser steps taken.
        step: u64,
    },
    /// The network is written.
    Trained(Box<NetworkCard>),
}

/// The progress of a training run.
#[derive(Clone, Copy, Debug)]
pub struct TrainProgress {
    /// Optimiser steps taken.
    pub step: u64,
    /// Optimiser steps in all.
    pub steps: u64,
    /// Samples per second in this process.
    pub speed: f64,
    /// The fraction of the time spent waiting for the data loader.
    pub waited: f64,
    /// The estimated remaining time.
    pub left: Duration,
}

/// Receives the progress of a training run.
pub trait TrainListener: Sync {
    /// `games` of `all` games have been replayed for the dataset.
    fn on_expand(&self, games: u64, all: u64);
    /// The training starts, or resumes after `step` steps, with this many positions for training and validation.
    fn on_start(&self, positions: u64, validation: u64, schedule: &TrainSchedule, step: u64);
    /// A step has been taken.
    fn on_step(&self, progress: &TrainProgress);
    /// A point has been added to the loss curve.
    fn on_loss_point(&self, point: &LossPoint, progress: &TrainProgress);
}
