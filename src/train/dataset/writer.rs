//! Distributes samples over bucket files.

use super::sample_files::{BUCKETS, SampleFileEntry, VALIDATION, bucket_path};
use super::select::{SelectedSample, Split};
use crate::datagen::shard::Checksum;
use crate::train::TrainError;
use crate::train::sample::TrainingSample;
use crate::types::{Key, Rng};
use crate::util::file::{self, FileError};
use nohash_hasher::IntSet;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The bytes that a file collects in memory before it is opened and written to.
const PENDING: usize = 1 << 16;

/// Writes samples to random buckets.
pub struct BucketWriter {
    rng: Rng,
    /// Keys of early positions written so far.
    seen: IntSet<Key>,
    buckets: Vec<SampleFile>,
    validation: SampleFile,
    /// Training samples written.
    training: u64,
}

/// A file of samples. It is open only while it is written to: a process may be allowed only 256 open files.
struct SampleFile {
    path: PathBuf,
    /// Samples that are not in the file yet.
    pending: Vec<u8>,
    count: u64,
    hasher: Sha256,
}

impl SampleFile {
    /// Creates an empty file.
    fn new(path: PathBuf) -> Result<Self, TrainError> {
        drop(File::create(&path).map_err(FileError::at(&path))?);
        Ok(Self {
            path,
            pending: Vec::with_capacity(PENDING),
            count: 0,
            hasher: Sha256::new(),
        })
    }

    fn add(&mut self, sample: &TrainingSample) -> Result<(), TrainError> {
        self.count += 1;
        let bytes = sample.to_bytes();
        self.hasher.update(bytes);
        self.pending.extend_from_slice(&bytes);
        if self.pending.len() >= PENDING {
            self.write().map_err(FileError::at(&self.path))?;
        }
        Ok(())
    }

    /// Appends the pending samples to the file. Returns the open file.
    fn write(&mut self) -> io::Result<File> {
        let mut file = File::options().append(true).open(&self.path)?;
        file.write_all(&self.pending)?;
        self.pending.clear();
        Ok(file)
    }

    /// Writes and syncs the rest of the file; returns its entry in the manifest.
    fn finish(mut self) -> Result<SampleFileEntry, TrainError> {
        let synced = self.write().and_then(|file| file.sync_data());
        synced.map_err(FileError::at(&self.path))?;
        Ok(SampleFileEntry {
            samples: self.count,
            checksum: Checksum::finish(self.hasher),
        })
    }
}

impl BucketWriter {
    /// Creates the files.
    pub fn new(folder: &Path, seed: u64) -> Result<Self, TrainError> {
        Ok(Self {
            rng: Rng::new(seed),
            seen: IntSet::default(),
            buckets: (0..BUCKETS)
                .map(|bucket| SampleFile::new(bucket_path(folder, bucket)))
                .collect::<Result<_, _>>()?,
            validation: SampleFile::new(folder.join(VALIDATION))?,
            training: 0,
        })
    }

    /// Writes a sample, unless its early position was written before.
    pub fn add(&mut self, selected: &SelectedSample) -> Result<(), TrainError> {
        if selected.key.is_some_and(|key| !self.seen.insert(key)) {
            return Ok(());
        }
        if selected.split == Split::Validation {
            return self.validation.add(&selected.sample);
        }
        self.training += 1;
        let bucket = self.rng.below(BUCKETS);
        self.buckets[bucket].add(&selected.sample)
    }

    /// Training and validation samples so far.
    pub fn counts(&self) -> [u64; 2] {
        [self.training, self.validation.count]
    }

    /// Syncs the files and their names to disk; returns the entries of the buckets and of the validation file.
    pub fn finish(self) -> Result<(Vec<SampleFileEntry>, SampleFileEntry), TrainError> {
        let last = self.validation.path.clone();
        // In parallel, the syncs take a fraction of the time.
        let buckets = self.buckets.into_par_iter().map(SampleFile::finish);
        let buckets = buckets.collect::<Result<Vec<_>, _>>()?;
        let validation = self.validation.finish()?;
        file::sync_folder_of(&last).map_err(FileError::at(&last))?;
        Ok((buckets, validation))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples;
    use super::*;

    #[test]
    fn early_positions_are_written_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut writer = BucketWriter::new(folder.path(), 3).expect("the folder is there");
        let mut add = |samples: &[TrainingSample], key| {
            for &sample in samples {
                let selected = SelectedSample {
                    sample,
                    key,
                    split: Split::Training,
                };
                writer.add(&selected).expect("it can be written");
            }
            writer.counts()[0]
        };
        assert_eq!(add(&samples(10), Some(Key(7))), 1);
        assert_eq!(add(&samples(10), Some(Key(8))), 2);
        assert_eq!(add(&samples(998), None), 1000);
    }
}
