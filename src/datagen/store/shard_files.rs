//! The shards of a folder: their names, their games, their provenance.

use super::store_error::StoreError;
use crate::datagen::shard::{self, Provenance, ShardHeader};
use crate::util::file::{self, FileError};
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub(super) const EXTENSION: &str = "shard";

pub(super) fn shard_name(games: &Range<u64>) -> String {
    let last = games.end - 1;
    format!("{:08}-{last:08}.{EXTENSION}", games.start)
}

/// The shards of a folder, sorted by name.
///
/// # Errors
/// The folder cannot be read.
pub fn shards(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let is_shard = |name: &str| Path::new(name).extension() == Some(OsStr::new(EXTENSION));
    file::list(folder, is_shard)
}

/// The games in the shards of a folder, all of which must be undamaged.
pub(super) fn covered(folder: &Path, origin: &Provenance) -> Result<Vec<Range<u64>>, StoreError> {
    let paths = shards(folder)?;
    let games = |path: PathBuf| {
        let shard = shard::read(&path)?;
        let header: &ShardHeader = shard.header();
        check_provenance(&path, &header.origin, origin)?;
        shard.blocks().try_for_each(|block| block.check())?;
        Ok(header.games())
    };
    paths.into_iter().map(games).collect()
}

pub(super) fn check_provenance(
    path: &Path,
    theirs: &Provenance,
    ours: &Provenance,
) -> Result<(), StoreError> {
    match theirs.difference(ours) {
        None => Ok(()),
        Some(difference) => Err(StoreError::OtherGames {
            path: path.to_owned(),
            difference,
        }),
    }
}
