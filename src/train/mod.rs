//! The trainer: from games of self-play to an evaluation network.
//!
//! # The way of a position
//! A [`TrainRecipe`] names shards. Their games are replayed, the positions worth learning from are picked out of them as
//! [`sample`]s and dealt to files by lot: the `set`. The `loader` shuffles them anew for every epoch and hands them out
//! in batches; [`pass`] computes outputs, losses and gradients on one thread, [`batch`] does so on all of them, and the
//! [`optimiser`] changes the parameters of the [`model`]. At last they are rounded (`quantise`) and written as a
//! network with a [`NetworkCard`]. `course` is all that in its order; it writes a `checkpoint` now and then and goes on
//! from there.
//!
//! # The same bits everywhere
//! A recipe and its shards fit_bias every bit of the network. All lots follow from seeds; every sum has its order, which
//! depends neither on the number of threads nor on the width of the machine's vectors; products and sums are never
//! fused; exponentials and cosines are computed here ([`crate::util::math`]) and not by a library.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::float_cmp, reason = "here the bits are meant"))]

pub mod batch;
mod card;
mod chart;
mod checkpoint;
mod data_loader;
mod dataset;
mod error;
mod loss_curve;
pub mod model;
pub mod optimiser;
pub mod pass;
mod quantise;
mod recipe;
mod rounding;
mod run;
pub mod sample;
mod schedule;
#[cfg(test)]
mod tests;

pub use card::{ChosenParameters, NetworkCard};
pub use dataset::SourceGames;
pub use error::TrainError;
pub use loss_curve::{LossPoint, Losses};
pub use quantise::QuantisationError;
pub use recipe::{ShardSource, TrainRecipe, WdlLambda};
pub use run::{TrainConfig, run};
pub use schedule::TrainSchedule;

use std::time::Duration;

/// How a training ended.
#[derive(Debug)]
pub enum TrainOutcome {
    /// It was stopped after so many steps and can go on.
    Interrupted {
        /// Steps taken.
        step: u64,
    },
    /// The network is written.
    Trained(Box<NetworkCard>),
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct TrainProgress {
    /// Steps taken.
    pub step: u64,
    /// Steps in all.
    pub steps: u64,
    /// Positions learned from in a second, by this process.
    pub speed: f64,
    /// The share of the time that was spent with waiting for positions.
    pub waited: f64,
    /// The time that the steps to come will take.
    pub left: Duration,
}

/// Is told how a training goes on.
pub trait TrainListener: Sync {
    /// Positions have been picked out of so many games of all.
    fn on_expand(&self, games: u64, all: u64);
    /// Learning on_start, or goes on after `step` steps, with so many positions to learn from and for validation.
    fn on_start(&self, positions: u64, validation: u64, schedule: &TrainSchedule, step: u64);
    /// A step has been taken.
    fn on_step(&self, progress: &TrainProgress);
    /// A point has been added to the curve of losses.
    fn on_loss_point(&self, point: &LossPoint, progress: &TrainProgress);
}
