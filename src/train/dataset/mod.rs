//! The dataset of a training run: samples selected from shards and distributed at random over files.
//!
//! The samples are spread over many bucket files, so that an epoch can see all samples in a new order: the buckets in
//! random order, each shuffled in memory (`data_loader`). The samples of validation games have their own file.

mod sample_files;
mod select;
mod sources;
mod writer;

use super::TrainError;
use super::recipe::TrainRecipe;
use super::sample::{BYTES, TrainingSample};
use super::train_progress::TrainListener;
use crate::datagen::shard::{self, Checksum};
use crate::nnue::Sha256Digest;
use crate::util::file::{self, FileError, TEXT_LIMIT};
use crate::util::input;
use rayon::prelude::*;
use sample_files::{BUCKET, SampleFileEntry, VALIDATION, bucket_path};
use select::SelectedSample;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use writer::BucketWriter;

pub use sample_files::BUCKETS;
pub use sources::SourceGames;

/// Must change whenever the same shards would give other samples or other files.
const VERSION: u32 = 3;

/// A dataset on disk.
#[derive(Debug)]
pub struct Dataset {
    folder: PathBuf,
    content: DatasetManifest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DatasetManifest {
    /// The digest of its sources and settings.
    origin: String,
    buckets: Vec<SampleFileEntry>,
    validation: SampleFileEntry,
    shards: Vec<SourceGames>,
}

impl Dataset {
    /// Opens the dataset of a recipe if it exists and is up to date, otherwise creates it. `None` if `stop` was set
    /// before it was complete.
    ///
    /// # Errors
    /// A shard cannot be read, the shards contain no position to train on, or a file cannot be written.
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
        );
        let key = serde_json::to_vec(&key).expect("plain numbers and texts are JSON");
        let origin = Sha256Digest::of(&key).to_string();
        if let Some(set) = Self::open(folder, &origin) {
            return Ok(Some(set));
        }
        file::create_folder(folder)?;
        clear(folder)?;
        let games = sources.iter().map(sources::SourceShard::games).sum();
        let mut writer = BucketWriter::new(folder, recipe.seed)?;
        let mut shards = Vec::new();
        let mut done = 0;
        for source in &sources {
            let shard = shard::read(&source.path)?;
            let blocks: Vec<_> = shard.blocks().collect();
            let selected: Vec<Vec<SelectedSample>> = blocks
                .par_iter()
                .map(|block| {
                    let games = block.games().zip(block.read()?);
                    let seed = shard.header().origin.seed;
                    Ok(select::select(seed, games, recipe.validation, source.share))
                })
                .collect::<Result<_, TrainError>>()?;
            let before = writer.counts();
            for selected in selected.into_iter().flatten() {
                writer.add(&selected)?;
            }
            let after = writer.counts();
            shards.push(source.selected([after[0] - before[0], after[1] - before[1]]));
            done += source.games();
            listener.on_expand(done, games);
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        let (buckets, validation) = writer.finish()?;
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
            (set.len(), "position to train on"),
            (
                validation.samples,
                "position for validation; add games, or raise validation in the recipe",
            ),
        ] {
            if count == 0 {
                return Err(TrainError::Empty(what));
            }
        }
        let content = serde_json::to_vec(&set.content).expect("plain numbers and texts are JSON");
        let path = folder.join(MANIFEST);
        file::replace(&path, &content)?;
        Ok(Some(set))
    }

    /// Opens a complete dataset of this origin.
    fn open(folder: &Path, origin: &str) -> Option<Self> {
        let bytes = input::read(&folder.join(MANIFEST), TEXT_LIMIT).ok()?;
        let content: DatasetManifest = serde_json::from_slice(&bytes).ok()?;
        (content.origin == origin && content.buckets.len() == BUCKETS).then(|| Self {
            folder: folder.to_owned(),
            content,
        })
    }

    /// The digest of its sources and settings.
    pub fn origin(&self) -> &str {
        &self.content.origin
    }

    /// The number of training samples.
    pub fn len(&self) -> u64 {
        self.content.buckets.iter().map(|file| file.samples).sum()
    }

    /// Samples in each bucket.
    pub fn buckets(&self) -> Vec<u64> {
        let files = self.content.buckets.iter();
        files.map(|file| file.samples).collect()
    }

    /// The source games of each shard.
    pub fn games(&self) -> &[SourceGames] {
        &self.content.shards
    }

    /// Reads the samples of a bucket.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn read(&self, bucket: usize) -> Result<Vec<TrainingSample>, TrainError> {
        read(
            &bucket_path(&self.folder, bucket),
            self.content.buckets[bucket],
        )
    }

    /// Reads the validation samples.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn validation(&self) -> Result<Vec<TrainingSample>, TrainError> {
        let path = self.folder.join(VALIDATION);
        let samples = read(&path, self.content.validation)?;
        if samples.iter().any(|sample| sample.board().is_err()) {
            return Err(damaged(&path, "not a position"));
        }
        Ok(samples)
    }

    /// Removes the files of a dataset, whatever their state, from a folder that need not exist.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn discard(folder: &Path) -> Result<(), TrainError> {
        if folder.is_dir() {
            clear(folder)?;
        }
        Ok(())
    }

    /// Removes the files, and the folder unless it contains others.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn remove(self) -> Result<(), TrainError> {
        clear(&self.folder)?;
        match fs::remove_dir(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::DirectoryNotEmpty => {
                Err(FileError::at(&self.folder)(error).into())
            }
            _ => Ok(()),
        }
    }
}

/// Removes the files of a dataset, complete or not, from a folder. The manifest goes first, because it vouches for the
/// others.
fn clear(folder: &Path) -> Result<(), TrainError> {
    let is_sample_file = |name: &str| name.starts_with(BUCKET) || name == VALIDATION;
    file::remove_all(&file::list(folder, |name| name.starts_with(MANIFEST))?)?;
    file::remove_all(&file::list(folder, is_sample_file)?)?;
    Ok(())
}

const MANIFEST: &str = "set.json";

fn read(path: &Path, expected: SampleFileEntry) -> Result<Vec<TrainingSample>, TrainError> {
    let bytes = fs::read(path).map_err(FileError::at(path))?;
    let (samples, rest) = bytes.as_chunks::<BYTES>();
    if samples.len() as u64 != expected.samples || !rest.is_empty() {
        return Err(damaged(path, "wrong length"));
    }
    if Checksum::of(&[&bytes]) != expected.checksum {
        return Err(damaged(path, "wrong checksum"));
    }
    samples
        .iter()
        .map(TrainingSample::from_bytes)
        .collect::<Option<_>>()
        .ok_or_else(|| damaged(path, "not a position"))
}

fn damaged(path: &Path, what: &'static str) -> TrainError {
    TrainError::Damaged {
        path: path.to_owned(),
        what,
    }
}

#[cfg(test)]
pub mod tests {
    use super::select::Split;
    use super::*;
    use crate::board::Board;
    use crate::datagen::{ExpectedScore, GameResult};

    /// Distinct samples.
    pub fn samples(count: usize) -> Vec<TrainingSample> {
        let board = Board::start();
        let all = (0..count).map(|index| {
            let expected_score = ExpectedScore((index % 250) as u8);
            let result = [GameResult::White, GameResult::Black][index / 250 % 2];
            TrainingSample::new(&board, expected_score, result)
        });
        all.collect()
    }

    /// A dataset of samples; the first one is for validation.
    pub fn set(folder: &Path, samples: &[TrainingSample]) -> Dataset {
        let mut writer = BucketWriter::new(folder, 3).expect("the folder is there");
        let split = |index| [Split::Training, Split::Validation][usize::from(index == 0)];
        for (index, &sample) in samples.iter().enumerate() {
            let selected = SelectedSample {
                sample,
                key: None,
                split: split(index),
            };
            writer.add(&selected).expect("it can be written");
        }
        let (buckets, validation) = writer.finish().expect("it can be written");
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
    fn every_sample_is_in_one_bucket() {
        let folder = tempfile::tempdir().expect("a folder");
        let samples = samples(5000);
        let set = set(folder.path(), &samples);
        assert_eq!(set.len(), 4999);
        assert_eq!(set.validation().expect("it is there"), samples[..1]);
        let read = (0..BUCKETS).flat_map(|bucket| set.read(bucket).expect("it is there"));
        let mut read: Vec<_> = read.map(|sample| sample.to_bytes()).collect();
        let mut written: Vec<_> = samples[1..].iter().map(TrainingSample::to_bytes).collect();
        read.sort_unstable();
        written.sort_unstable();
        assert_eq!(read, written);
        // Twenty are expected.
        assert!(set.buckets().iter().all(|count| (3..50).contains(count)));
    }

    #[test]
    fn a_dataset_that_is_half_removed_has_no_manifest() {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = folder.path().join(MANIFEST);
        fs::write(&manifest, "{}").expect("it can be written");
        // A folder cannot be removed as a file.
        let bucket = bucket_path(folder.path(), 0);
        fs::create_dir(&bucket).expect("a folder");
        assert!(Dataset::discard(folder.path()).is_err());
        assert!(bucket.exists() && !manifest.exists());
    }

    #[test]
    fn a_flipped_bit_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let set = set(folder.path(), &samples(5000));
        for (path, bucket) in [
            (bucket_path(folder.path(), 7), Some(7)),
            (folder.path().join(VALIDATION), None),
        ] {
            let mut bytes = fs::read(&path).expect("it is there");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&path, bytes).expect("it can be written");
            let read = bucket.map_or_else(|| set.validation(), |bucket| set.read(bucket));
            assert!(matches!(
                read,
                Err(TrainError::Damaged {
                    what: "wrong checksum",
                    ..
                })
            ));
        }
    }
}
