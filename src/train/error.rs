//! What can go wrong when a network is trained, in sentences for people.

use super::quantise::QuantisationError;
use crate::datagen::shard::ShardError;
use crate::datagen::tables::TableFileError;
use crate::nnue::NetError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a network is not trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The system refuses something.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The threads could not be started.
    #[error("no threads: {0}")]
    Threads(String),
    /// What a recipe asks for cannot be.
    #[error("{0}")]
    TrainRecipe(String),
    /// A shard that cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The tables that prove values.
    #[error("tables {0}")]
    EndgameTables(#[from] TableFileError),
    /// The same games twice.
    #[error("{} and {} both have game {game} of seed {seed}", .files[0].display(), .files[1].display())]
    DuplicateGame {
        /// Where.
        files: [PathBuf; 2],
        /// The seed of the games.
        seed: u64,
        /// The number of the game.
        game: u64,
    },
    /// Nothing passes the filter.
    #[error("the shards have no {0} to learn from")]
    Empty(&'static str),
    /// A file of ours that is not as it was written.
    #[error("{}: damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Something of another training is in the way.
    #[error("{}: {what}; --fresh on_start anew", .path.display())]
    Conflict {
        /// What.
        path: PathBuf,
        /// Why.
        what: &'static str,
    },
    /// Parameters grew without bound.
    #[error("the training has gone astray: the loss is no number after step {0}")]
    Diverged(u64),
    /// The network cannot be written.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Rounding changes too much.
    #[error("rounded, the network is too far from what was trained: {0}")]
    Rounding(QuantisationError),
}

impl TrainError {
    /// Says which file it was about.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::File {
            path: path.to_owned(),
            error,
        }
    }
}
