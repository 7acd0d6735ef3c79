//! Gathering shards from other folders, of other machines for instance.

use super::{StoreError, check_provenance, replace, shards};
use crate::datagen::shard::{self, Provenance};
use crate::util::file::FileError;
use crate::util::folder_lock::FolderLock;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What [`gather`] has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GatheredShards {
    /// Shards that were copied.
    pub copied: usize,
    /// Shards that were in the folder already.
    pub present: usize,
    /// Games in the folder.
    pub games: u64,
    /// The games that are missing.
    pub missing: Vec<Range<u64>>,
}

/// A shard and the numbers of its games.
struct FoundShard {
    path: PathBuf,
    games: Range<u64>,
}

/// Copies shards into a folder, which is made if it does not exist. Missing are the games of `wanted` that are in no shard;
/// without it those between the first and the last one.
///
/// Every game is read before anything is copied. A shard that is in the folder already is skipped.
///
/// # Errors
/// Shards are damaged, of different provenance, or have games in common without being equal; the folder is in use or a
/// file cannot be read or written.
pub fn gather(
    folder: &Path,
    paths: &[PathBuf],
    wanted: Option<Range<u64>>,
) -> Result<GatheredShards, StoreError> {
    fs::create_dir_all(folder).map_err(FileError::at(folder))?;
    let _lock = FolderLock::new(folder)?;
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
        match there.iter().chain(&new).find(common) {
            None => new.push(found),
            Some(other) if is_equal(other, &found)? => present += 1,
            Some(other) => {
                return Err(StoreError::CommonGames {
                    path: found.path,
                    other: other.path.clone(),
                });
            }
        }
    }
    for FoundShard { path, .. } in &new {
        if let Some(name) = path.file_name() {
            let bytes = fs::read(path).map_err(FileError::at(path))?;
            replace(&folder.join(name), &bytes)?;
        }
    }
    let copied = new.len();
    there.extend(new);
    let mut games: Vec<Range<u64>> = there.into_iter().map(|shard| shard.games).collect();
    games.sort_unstable_by_key(|games| games.start);
    Ok(GatheredShards {
        copied,
        present,
        games: games.iter().map(|games| games.end - games.start).sum(),
        missing: gaps(&games, wanted),
    })
}

/// Reads a whole shard. The first one determines the `origin` of all.
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

/// What sorted ranges leave of `wanted`, or of what is between them.
fn gaps(games: &[Range<u64>], wanted: Option<Range<u64>>) -> Vec<Range<u64>> {
    let bounds = games.first().zip(games.last());
    let Some(wanted) = wanted.or(bounds.map(|(first, last)| first.start..last.end)) else {
        return Vec::new();
    };
    let mut gaps = Vec::new();
    let mut start = wanted.start;
    for games in games {
        if games.start > start {
            gaps.push(start..games.start.min(wanted.end));
        }
        start = start.max(games.end);
    }
    gaps.push(start..wanted.end);
    gaps.retain(|gap| gap.start < gap.end);
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_lie_within_what_is_wanted() {
        let found = |games: &[Range<u64>], wanted| {
            let gaps = gaps(games, wanted).into_iter();
            gaps.map(|gap| (gap.start, gap.end)).collect::<Vec<_>>()
        };
        let games = [0..10, 20..30, 30..40];
        assert_eq!(found(&games, None), [(10, 20)]);
        assert_eq!(found(&games, Some(5..50)), [(10, 20), (40, 50)]);
        assert_eq!(found(&games, Some(12..15)), [(12, 15)]);
        assert_eq!(found(&games, Some(21..40)), []);
        assert_eq!(found(&[], None), []);
        assert_eq!(found(&[], Some(1..3)), [(1, 3)]);
    }
}
