//! Dealing positions to files.

use super::select::{SelectedSample, Split};
use super::{BUCKETS, VALIDATION, bucket_path};
use crate::train::TrainError;
use crate::train::sample::TrainingSample;
use crate::types::{Key, Rng};
use nohash_hasher::IntSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Proved labels are at most this share of all, in hundredths.
const EXACT_SHARE: u64 = 3;

/// Deals positions to files, one after the other.
pub struct BucketWriter {
    rng: Rng,
    /// The positions of low plies that have been dealt. Two positions with one key would cost one of them, no more.
    seen: IntSet<Key>,
    buckets: Vec<SampleFile>,
    validation: SampleFile,
    /// Positions to learn from, and how many of them are proved.
    dealt: u64,
    exact: u64,
}

/// A file that samples are added to.
struct SampleFile {
    path: PathBuf,
    file: BufWriter<File>,
    count: u64,
}

impl SampleFile {
    fn new(path: PathBuf) -> Result<Self, TrainError> {
        let file = File::create(&path).map_err(TrainError::file(&path))?;
        Ok(Self {
            file: BufWriter::with_capacity(1 << 16, file),
            path,
            count: 0,
        })
    }

    fn add(&mut self, sample: &TrainingSample) -> Result<(), TrainError> {
        self.count += 1;
        let written = self.file.write_all(&sample.to_bytes());
        written.map_err(TrainError::file(&self.path))
    }

    fn finish(mut self) -> Result<u64, TrainError> {
        self.file.flush().map_err(TrainError::file(&self.path))?;
        Ok(self.count)
    }
}

impl BucketWriter {
    /// Makes the files.
    pub fn new(folder: &Path, seed: u64) -> Result<Self, TrainError> {
        Ok(Self {
            rng: Rng::new(seed),
            seen: IntSet::default(),
            buckets: (0..BUCKETS)
                .map(|bucket| SampleFile::new(bucket_path(folder, bucket)))
                .collect::<Result<_, _>>()?,
            validation: SampleFile::new(folder.join(VALIDATION))?,
            dealt: 0,
            exact: 0,
        })
    }

    /// Deals a position, unless it has been there, or too many are proved.
    pub fn deal(&mut self, picked: &SelectedSample) -> Result<(), TrainError> {
        if picked.key.is_some_and(|key| !self.seen.insert(key)) {
            return Ok(());
        }
        if picked.place == Split::Validation {
            return self.validation.add(&picked.sample);
        }
        if picked.sample.is_exact() {
            if 100 * self.exact >= EXACT_SHARE * (self.dealt + 1) {
                return Ok(());
            }
            self.exact += 1;
        }
        self.dealt += 1;
        let bucket = self.rng.below(BUCKETS);
        self.buckets[bucket].add(&picked.sample)
    }

    /// Positions to learn from and for validation so far.
    pub fn dealt(&self) -> [u64; 2] {
        [self.dealt, self.validation.count]
    }

    /// Completes the files; returns how many positions each has.
    pub fn finish(self) -> Result<(Vec<u64>, u64), TrainError> {
        let buckets = self.buckets.into_iter().map(SampleFile::finish);
        Ok((
            buckets.collect::<Result<_, _>>()?,
            self.validation.finish()?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples;
    use super::*;

    #[test]
    fn early_positions_are_dealt_once_and_proved_ones_sparingly() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut dealer = BucketWriter::new(folder.path(), 3).expect("the folder is there");
        let mut deal = |samples: &[TrainingSample], key| {
            for &sample in samples {
                let picked = SelectedSample {
                    sample,
                    key,
                    place: Split::Training,
                };
                dealer.deal(&picked).expect("it can be written");
            }
            dealer.dealt()[0]
        };
        assert_eq!(deal(&samples(10, false), Some(Key(7))), 1);
        assert_eq!(deal(&samples(10, false), Some(Key(8))), 2);
        assert_eq!(deal(&samples(998, false), None), 1000);
        let all = deal(&samples(1000, true), None);
        assert!((1030..1032).contains(&all), "{all}");
    }
}
