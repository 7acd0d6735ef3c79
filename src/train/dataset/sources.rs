//! The shards that a recipe names.

use crate::datagen::shard::{self, ShardHeader};
use crate::train::TrainError;
use crate::train::recipe::ShardSource;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// A shard and the share of its games to use.
#[derive(Debug)]
pub struct SourceShard {
    pub path: PathBuf,
    pub header: ShardHeader,
    pub share: f64,
}

/// The provenance of consecutive games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceGames {
    /// The network that evaluated, with its digest, or `material`.
    pub net: String,
    /// The program with its version.
    pub program: String,
    /// The signature of the program's play.
    pub signature: String,
    /// The generation of the games.
    pub generation: u32,
    /// The seed of the games.
    pub seed: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// Searched moves.
    pub plies: u64,
    /// Training positions.
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
                Some(last) if last.goes_on_with(part) => {
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

    fn goes_on_with(&self, next: &Self) -> bool {
        self.origin() == next.origin() && self.first + self.games == next.first
    }

    fn origin(&self) -> (&str, &str, &str, u32, u64, u64) {
        let (net, program, signature) = (&self.net, &self.program, &self.signature);
        (
            net,
            program,
            signature,
            self.generation,
            self.seed,
            self.nodes,
        )
    }
}

impl SourceShard {
    /// Games in the shard.
    pub fn games(&self) -> u64 {
        self.header.counts.games.into()
    }

    /// Its provenance, with the numbers of selected positions.
    pub fn provenance(&self, [positions, validation]: [u64; 2]) -> SourceGames {
        let origin = &self.header.origin;
        SourceGames {
            net: origin.net.clone(),
            program: origin.program.clone(),
            signature: origin.signature.to_string(),
            generation: origin.generation,
            seed: origin.seed,
            nodes: origin.nodes,
            first: self.header.first,
            games: self.games(),
            plies: self.header.counts.plies,
            positions,
            validation,
        }
    }
}

/// Finds all shards, in the order of the recipe, those of one entry by name.
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

/// True if two shards have a game in common.
fn overlap(a: &ShardHeader, b: &ShardHeader) -> bool {
    let (mine, theirs) = (a.games(), b.games());
    a.origin == b.origin && mine.start < theirs.end && theirs.start < mine.end
}

/// The files that a path names: a shard, a folder or a pattern.
fn paths(path: &Path) -> Result<Vec<PathBuf>, TrainError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (folder, [before, after]) = if path.is_dir() {
        (path, ["", SUFFIX])
    } else if let Some((before, after)) = name.split_once('*') {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        (folder.unwrap_or(Path::new(".")), [before, after])
    } else {
        return Ok(vec![path.to_owned()]);
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(TrainError::file(folder))? {
        let entry = entry.map_err(TrainError::file(folder))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let rest = name.strip_prefix(before);
        if rest.is_some_and(|rest| rest.ends_with(after)) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// The file name extension of shards.
const SUFFIX: &str = ".shard";

#[cfg(test)]
mod tests {
    use super::*;

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
