//! Gathers shards from other folders, for instance from other machines.

use super::missing::MissingGames;
use super::shard_files::{check_provenance, shard_name, shards};
use super::store_error::StoreError;
use crate::datagen::shard::{self, Provenance};
use crate::util::file::{self, FileError};
use crate::util::process_lock::ProcessLock;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The result of [`gather`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatheredShards {
    /// Shards that were copied.
    pub copied: usize,
    /// Shards that the folder already had.
    pub present: usize,
    /// Games in the folder.
    pub games: u64,
    /// The games that are missing.
    pub missing: Vec<Range<u64>>,
}

struct FoundShard {
    path: PathBuf,
    games: Range<u64>,
}

/// Copies shards into a folder, which is created if it does not exist. A game of `wanted` that is in no shard is
/// reported as missing; without `wanted`, a game between the first and the last one.
///
/// Every game is read before anything is copied. Shards that the folder already has are skipped.
///
/// # Errors
/// Shards are damaged, have different provenance, or share games without being equal; the folder is in use; or a file
/// cannot be read or written.
pub fn gather(
    folder: &Path,
    paths: &[PathBuf],
    wanted: Option<Range<u64>>,
) -> Result<GatheredShards, StoreError> {
    file::create_folder(folder)?;
    let _lock = ProcessLock::of_folder(folder)?;
    let mut origin = None;
    let mut there = Vec::new();
    for path in shards(folder)? {
        there.push(check(path, &mut origin)?);
    }
    let mut new: Vec<FoundShard> = Vec::new();
    let mut present = 0;
    for path in paths {
        let found = check(path.clone(), &mut origin)?;
        let common = |other: &&FoundShard| {
            other.games.start < found.games.end && found.games.start < other.games.end
        };
        let is_present = there.iter().any(|other| common(&other));
        match there.iter().chain(&new).find(common) {
            None => new.push(found),
            Some(other) if is_equal(other, &found)? => present += usize::from(is_present),
            Some(other) => {
                return Err(StoreError::CommonGames {
                    path: found.path,
                    other: other.path.clone(),
                });
            }
        }
    }
    for FoundShard { path, games } in &new {
        let bytes = fs::read(path).map_err(FileError::at(path))?;
        file::replace(&folder.join(shard_name(games)), &bytes)?;
    }
    let copied = new.len();
    there.extend(new);
    let games: Vec<Range<u64>> = there.into_iter().map(|shard| shard.games).collect();
    let first = games.iter().map(|games| games.start).min();
    let last = games.iter().map(|games| games.end).max();
    let wanted = wanted.or(first.zip(last).map(|(first, last)| first..last));
    Ok(GatheredShards {
        copied,
        present,
        games: games.iter().map(|games| games.end - games.start).sum(),
        missing: wanted.map_or_else(Vec::new, |wanted| {
            MissingGames::new(games, wanted).ranges(0).collect()
        }),
    })
}

/// Reads a whole shard. The first one determines the `origin` that all must have.
fn check(path: PathBuf, origin: &mut Option<Provenance>) -> Result<FoundShard, StoreError> {
    let shard = shard::read(&path)?;
    for block in shard.blocks() {
        block.read()?;
    }
    let header = shard.header();
    let origin = origin.get_or_insert_with(|| header.origin.clone());
    check_provenance(&path, &header.origin, origin)?;
    let games = header.games();
    Ok(FoundShard { path, games })
}

fn is_equal(one: &FoundShard, other: &FoundShard) -> Result<bool, StoreError> {
    let read = |path: &Path| fs::read(path).map_err(FileError::at(path));
    Ok(one.games == other.games && read(&one.path)? == read(&other.path)?)
}
