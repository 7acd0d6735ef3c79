//! The shards that a recipe names.

use crate::datagen::shard::{self, Provenance, ShardError, ShardHeader};
use crate::datagen::store;
use crate::train::TrainError;
use crate::train::recipe::{MAX_TOML, ShardSource};
use crate::util::file;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A shard and the share of its games to use.
#[derive(Debug)]
pub struct SourceShard {
    pub path: PathBuf,
    pub header: ShardHeader,
    pub share: f64,
}

/// Consecutive games of one provenance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceGames {
    /// The provenance of the games.
    #[serde(flatten)]
    pub origin: Provenance,
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// Searched moves of these games.
    pub plies: u64,
    /// Positions selected for training.
    pub positions: u64,
    /// Validation positions.
    pub validation: u64,
}

impl SourceGames {
    /// Merges consecutive ranges.
    pub fn merged(parts: &[Self]) -> Vec<Self> {
        let mut joined: Vec<Self> = Vec::new();
        for part in parts {
            match joined.last_mut() {
                Some(last)
                    if last.origin == part.origin && last.first + last.games == part.first =>
                {
                    last.games += part.games;
                    last.plies += part.plies;
                    last.positions += part.positions;
                    last.validation += part.validation;
                }
                _ => joined.push(part.clone()),
            }
        }
        joined
    }
}

impl SourceShard {
    /// Games in the shard.
    pub fn games(&self) -> u64 {
        self.header.counts.games.into()
    }

    /// Its games, with the numbers of selected positions.
    pub fn selected(&self, [positions, validation]: [u64; 2]) -> SourceGames {
        SourceGames {
            origin: self.header.origin.clone(),
            first: self.header.first,
            games: self.games(),
            plies: self.header.counts.plies,
            positions,
            validation,
        }
    }
}

/// Finds all shards, in the order of the recipe; within an entry, by name.
pub fn find(sources: &[ShardSource]) -> Result<Vec<SourceShard>, TrainError> {
    let mut shards: Vec<SourceShard> = Vec::new();
    for source in sources {
        let paths = paths(&source.path)?;
        if paths.is_empty() {
            let path = source.path.display();
            return Err(TrainError::TrainRecipe(format!("{path}: no shards")));
        }
        for path in paths {
            let header = shard::read(&path)?.header().clone();
            check_numbers(&path, &header)?;
            if let Some(other) = shards.iter().find(|other| overlap(&other.header, &header)) {
                return Err(TrainError::DuplicateGame {
                    files: [other.path.clone(), path],
                    seed: header.origin.seed,
                    game: header.first.max(other.header.first),
                });
            }
            shards.push(SourceShard {
                path,
                header,
                share: source.share,
            });
        }
    }
    Ok(shards)
}

/// Checks that a card can name the games.
fn check_numbers(path: &Path, header: &ShardHeader) -> Result<(), TrainError> {
    let end = header.games().end;
    for (what, number) in [("seed", header.origin.seed), ("end of its games", end)] {
        if number > MAX_TOML {
            let path = path.display();
            return Err(TrainError::TrainRecipe(format!(
                "{path}: the {what}, {number}, is above {MAX_TOML}, the largest number of a card"
            )));
        }
    }
    Ok(())
}

/// True if two shards have a game in common.
fn overlap(a: &ShardHeader, b: &ShardHeader) -> bool {
    let (mine, theirs) = (a.games(), b.games());
    a.origin == b.origin && mine.start < theirs.end && theirs.start < mine.end
}

/// The files that a path stands for: a shard, the shards of a folder, or the files that match a pattern.
fn paths(path: &Path) -> Result<Vec<PathBuf>, TrainError> {
    if path.is_dir() {
        return Ok(store::shards(path).map_err(ShardError::File)?);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some((before, after)) = name.split_once('*') else {
        return Ok(vec![path.to_owned()]);
    };
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let fits = |name: &str| {
        let rest = name.strip_prefix(before);
        rest.is_some_and(|rest| rest.ends_with(after))
    };
    let found = file::list(folder.unwrap_or(Path::new(".")), fits);
    Ok(found.map_err(ShardError::File)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn folders_and_stars_stand_for_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        for name in ["b.shard", "a.shard", "c.shard.new", "a.journal"] {
            fs::write(folder.join(name), "").expect("a file");
        }
        let names = |path: PathBuf| -> Vec<String> {
            let paths = paths(&path).expect("the folder can be read");
            let names = paths
                .iter()
                .map(|path| path.file_name().unwrap_or_default());
            names
                .map(|name| name.to_string_lossy().into_owned())
                .collect()
        };
        assert_eq!(names(folder.to_owned()), ["a.shard", "b.shard"]);
        assert_eq!(names(folder.join("a*")), ["a.journal", "a.shard"]);
        assert_eq!(names(folder.join("a*d")), ["a.shard"]);
        assert_eq!(names(folder.join("x.shard")), ["x.shard"]);
        assert!(names(folder.join("x*")).is_empty());
    }
}
