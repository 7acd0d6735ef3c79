//! The progress and the end of a training run.

use super::card::NetworkCard;
use super::loss_curve::LossPoint;
use super::schedule::TrainSchedule;
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
