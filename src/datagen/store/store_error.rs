//! Why a folder cannot be used.

use crate::datagen::shard::ShardError;
use crate::util::append_file::AppendError;
use crate::util::file::FileError;
use crate::util::process_lock::ProcessLockError;
use std::path::PathBuf;

/// The reasons why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] AppendError),
    /// The folder cannot be locked: another process uses it.
    #[error(transparent)]
    Lock(#[from] ProcessLockError),
    /// A shard or journal cannot be read.
    #[error("{}{}", .0, advice(.0))]
    Shard(#[from] ShardError),
    /// The folder has games of another provenance.
    #[error("{}: the games were played with {difference}", .path.display())]
    OtherGames {
        /// The file.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// Two shards have some game numbers in common, but are not equal.
    #[error("{}: it has games that {} has too, but is not equal to it", .path.display(), .other.display())]
    CommonGames {
        /// The file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
    },
}

/// Advice on a shard that cannot be read.
const fn advice(error: &ShardError) -> &'static str {
    if error.is_damage() {
        "; without this file, its games can be played again"
    } else {
        ""
    }
}
