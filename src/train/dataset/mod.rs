//! The positions of a training: picked out of the shards, dealt to files by lot.
//!
//! Each position lies in one of many files, so that an epoch goes through all positions in an order of its own: the
//! files in a new order, and each of them shuffled in memory (`loader`). SourceGames for validation lie in a file of
//! their own.

mod select;
mod sources;
mod writer;

use super::recipe::TrainRecipe;
use super::sample::{BYTES, TrainingSample};
use super::{TrainError, TrainListener};
use crate::datagen::shard;
use crate::datagen::tables::EndgameTables;
use crate::nnue::Sha256Digest;
use crate::util::file;
use rayon::prelude::*;
use select::SelectedSample;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use writer::BucketWriter;

pub use sources::SourceGames;

/// The files that positions are dealt to.
pub const BUCKETS: usize = 256;
/// Below this ply a position is learned from only once.
const UNIQUE_BELOW: usize = 20;
/// Changes whenever other positions would be picked out of the same shards.
const VERSION: u32 = 1;

/// A set on disk.
#[derive(Debug)]
pub struct Dataset {
    folder: PathBuf,
    content: DatasetManifest,
}

/// What a set holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DatasetManifest {
    /// The digest of what it was made from.
    origin: String,
    /// Positions in each bucket.
    buckets: Vec<u64>,
    /// Positions for validation.
    validation: u64,
    /// The games of each shard.
    shards: Vec<SourceGames>,
}

impl Dataset {
    /// The set of a recipe in a folder: the one that is there, if it was made from the same shards in the same way, or a new
    /// one. `None` if `stop` was set before it was complete.
    ///
    /// # Errors
    /// Shards that cannot be read or have nothing to learn from, and what the system refuses.
    pub fn prepare(
        folder: &Path,
        recipe: &TrainRecipe,
        listener: &dyn TrainListener,
        stop: &AtomicBool,
    ) -> Result<Option<Self>, TrainError> {
        let sources = sources::find(&recipe.shards)?;
        let key = (
            VERSION,
            &sources
                .iter()
                .map(|source| (&source.header, source.share))
                .collect::<Vec<_>>(),
            recipe.validation,
            recipe.seed,
            recipe.tables.is_some(),
        );
        let key = serde_json::to_vec(&key).expect("plain numbers and texts are JSON");
        let origin = Sha256Digest::of(&key).to_string();
        if let Some(set) = Self::open(folder, &origin) {
            return Ok(Some(set));
        }
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(TrainError::file(folder))?;
        }
        fs::create_dir_all(folder).map_err(TrainError::file(folder))?;
        let tables = match &recipe.tables {
            Some(path) => EndgameTables::cached(path)?,
            // No pieces are few enough.
            None => EndgameTables::solve(0),
        };
        let games = sources.iter().map(sources::SourceShard::games).sum();
        let mut dealer = BucketWriter::new(folder, recipe.seed)?;
        let mut shards = Vec::new();
        let mut done = 0;
        for source in &sources {
            let shard = shard::read(&source.path)?;
            let blocks: Vec<_> = shard.blocks().collect();
            let picked: Vec<Vec<SelectedSample>> = blocks
                .par_iter()
                .map(|block| {
                    let games = block.games().zip(block.read()?);
                    let seed = shard.header().origin.seed;
                    Ok(select::pick(
                        seed,
                        games,
                        recipe.validation,
                        source.share,
                        &tables,
                    ))
                })
                .collect::<Result<_, TrainError>>()?;
            let before = dealer.dealt();
            for picked in picked.into_iter().flatten() {
                dealer.deal(&picked)?;
            }
            let after = dealer.dealt();
            shards.push(source.facts([after[0] - before[0], after[1] - before[1]]));
            done += source.games();
            listener.on_expand(done, games);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        let (buckets, validation) = dealer.finish()?;
        let set = Self {
            folder: folder.to_owned(),
            content: DatasetManifest {
                origin,
                buckets,
                validation,
                shards,
            },
        };
        for (count, what) in [
            (set.len(), "positions"),
            (validation, "positions of validation games"),
        ] {
            if count == 0 {
                return Err(TrainError::Empty(what));
            }
        }
        let content = serde_json::to_vec(&set.content).expect("plain numbers and texts are JSON");
        let path = folder.join(MANIFEST);
        file::replace(&path, &content).map_err(TrainError::file(&path))?;
        Ok(Some(set))
    }

    /// The complete set in a folder, if it is of this origin.
    fn open(folder: &Path, origin: &str) -> Option<Self> {
        let bytes = fs::read(folder.join(MANIFEST)).ok()?;
        let content: DatasetManifest = serde_json::from_slice(&bytes).ok()?;
        (content.origin == origin && content.buckets.len() == BUCKETS).then(|| Self {
            folder: folder.to_owned(),
            content,
        })
    }

    /// What it was made from.
    pub fn origin(&self) -> &str {
        &self.content.origin
    }

    /// The number of positions to learn from.
    pub fn len(&self) -> u64 {
        self.content.buckets.iter().sum()
    }

    /// The positions in each bucket.
    pub fn buckets(&self) -> &[u64] {
        &self.content.buckets
    }

    /// The games of each shard it was made from.
    pub fn games(&self) -> &[SourceGames] {
        &self.content.shards
    }

    /// The positions of a bucket.
    ///
    /// # Errors
    /// The file is not as it was written.
    pub fn read(&self, bucket: usize) -> Result<Vec<TrainingSample>, TrainError> {
        read(
            &bucket_path(&self.folder, bucket),
            self.content.buckets[bucket],
        )
    }

    /// The positions of games that are not learned from.
    ///
    /// # Errors
    /// The file is not as it was written.
    pub fn validation(&self) -> Result<Vec<TrainingSample>, TrainError> {
        read(&self.folder.join(VALIDATION), self.content.validation)
    }

    /// Removes the files.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn remove(self) -> Result<(), TrainError> {
        fs::remove_dir_all(&self.folder).map_err(TrainError::file(&self.folder))
    }
}

const MANIFEST: &str = "set.json";
const VALIDATION: &str = "validation";

fn bucket_path(folder: &Path, bucket: usize) -> PathBuf {
    folder.join(format!("bucket-{bucket:03}"))
}

/// Reads so many samples.
fn read(path: &Path, count: u64) -> Result<Vec<TrainingSample>, TrainError> {
    let bytes = fs::read(path).map_err(TrainError::file(path))?;
    let damaged = |what| TrainError::Damaged {
        path: path.to_owned(),
        what,
    };
    let (samples, rest) = bytes.as_chunks::<BYTES>();
    if samples.len() as u64 != count || !rest.is_empty() {
        return Err(damaged("its length is wrong"));
    }
    samples
        .iter()
        .map(TrainingSample::from_bytes)
        .collect::<Option<_>>()
        .ok_or_else(|| damaged("not a position"))
}

#[cfg(test)]
pub mod tests {
    use super::select::Split;
    use super::*;
    use crate::board::Board;
    use crate::datagen::{ExpectedScore, GameResult};

    /// Different samples, as many as there are.
    pub fn samples(count: usize, exact: bool) -> Vec<TrainingSample> {
        let board = Board::start();
        let all = (0..count).map(|index| {
            let expected_score = ExpectedScore((index % 250) as u8);
            let result = [GameResult::White, GameResult::Black][index / 250 % 2];
            let exact = exact.then_some(GameResult::Draw);
            TrainingSample::new(&board, expected_score, result, exact)
        });
        all.collect()
    }

    /// A set of some samples; one of them for validation.
    pub fn set(folder: &Path, samples: &[TrainingSample]) -> Dataset {
        let mut dealer = BucketWriter::new(folder, 3).expect("the folder is there");
        let place = |index| [Split::Training, Split::Validation][usize::from(index == 0)];
        for (index, &sample) in samples.iter().enumerate() {
            let picked = SelectedSample {
                sample,
                key: None,
                place: place(index),
            };
            dealer.deal(&picked).expect("it can be written");
        }
        let (buckets, validation) = dealer.finish().expect("it can be written");
        let content = DatasetManifest {
            origin: String::new(),
            buckets,
            validation,
            shards: Vec::new(),
        };
        Dataset {
            folder: folder.to_owned(),
            content,
        }
    }

    #[test]
    fn every_sample_is_dealt_to_one_bucket() {
        let folder = tempfile::tempdir().expect("a folder");
        let samples = samples(5000, false);
        let set = set(folder.path(), &samples);
        assert_eq!(set.len(), 4999);
        assert_eq!(set.validation().expect("it is there"), samples[..1]);
        let read = (0..BUCKETS).flat_map(|bucket| set.read(bucket).expect("it is there"));
        let mut read: Vec<_> = read.map(|sample| sample.to_bytes()).collect();
        let mut dealt: Vec<_> = samples[1..].iter().map(TrainingSample::to_bytes).collect();
        read.sort_unstable();
        dealt.sort_unstable();
        assert_eq!(read, dealt);
        // Twenty are expected in each.
        assert!(set.buckets().iter().all(|count| (3..50).contains(count)));
    }
}
