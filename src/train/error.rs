//! Errors of training.

use super::quantise::QuantisationError;
use crate::datagen::shard::ShardError;
use crate::nnue::NetError;
use crate::util::file::FileError;
use crate::util::process_lock::ProcessLockError;
use std::path::PathBuf;

/// The reasons why a network cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder cannot be locked: another process trains in it.
    #[error(transparent)]
    Lock(#[from] ProcessLockError),
    /// The threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// The recipe is invalid.
    #[error("{0}")]
    TrainRecipe(String),
    /// A shard cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The same game is in two shards.
    #[error("{} and {} both have game {game} of seed {seed}", .files[0].display(), .files[1].display())]
    DuplicateGame {
        /// The two shards.
        files: [PathBuf; 2],
        /// The seed of the games.
        seed: u64,
        /// The number of the game.
        game: u64,
    },
    /// No position passes the filter.
    #[error("the shards have no {0}")]
    Empty(&'static str),
    /// A file of the dataset is damaged.
    #[error("{}: damaged: {what}; remove its folder, and the same command makes it again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: &'static str,
    },
    /// The folder contains files of another training run.
    #[error("{}: {what}; --fresh starts over", .path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
        /// Why the file is in the way.
        what: &'static str,
    },
    /// The loss is no longer a number; this is the step.
    #[error("the training diverged: the loss is not a number after step {0}")]
    Diverged(u64),
    /// The network cannot be encoded.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The quantisation error is too large.
    #[error("the quantisation error is too large: {0}")]
    Rounding(QuantisationError),
}
