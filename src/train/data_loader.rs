//! The data loader: the order in which the training sees the samples.
//!
//! The samples form one endless stream, epoch after epoch. Each epoch has all buckets in random order, each shuffled in
//! memory. The order depends only on seed, epoch and bucket, so the stream can be entered anywhere. A thread loads
//! ahead.

use super::TrainError;
use super::dataset::{BUCKETS, Dataset};
use super::sample::TrainingSample;
use crate::types::Rng;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Scope;

/// How many shuffled buckets are loaded ahead.
const AHEAD: usize = 2;

/// The stream of samples.
pub struct DataLoader {
    receiver: Receiver<Result<Vec<TrainingSample>, TrainError>>,
    /// The samples of the current bucket that are left.
    bucket: std::vec::IntoIter<TrainingSample>,
}

impl DataLoader {
    /// Starts the stream after `position` samples. The loading thread ends when the loader is dropped.
    pub fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        set: &'scope Dataset,
        seed: u64,
        position: u64,
    ) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || load_buckets(set, seed, position, &sender));
        Self {
            receiver,
            bucket: Vec::new().into_iter(),
        }
    }

    /// Replaces `batch` by the next `count` samples.
    ///
    /// # Errors
    /// A bucket cannot be read.
    pub fn next_batch(
        &mut self,
        batch: &mut Vec<TrainingSample>,
        count: usize,
    ) -> Result<(), TrainError> {
        batch.clear();
        while batch.len() < count {
            if self.bucket.as_slice().is_empty() {
                let next = self.receiver.recv();
                self.bucket = next.expect("the stream is endless")?.into_iter();
            }
            let missing = count - batch.len();
            batch.extend(self.bucket.by_ref().take(missing));
        }
        Ok(())
    }
}

/// Loads and shuffles buckets until the receiver is dropped.
fn load_buckets(
    set: &Dataset,
    seed: u64,
    position: u64,
    sender: &SyncSender<Result<Vec<TrainingSample>, TrainError>>,
) {
    let mut skipped = position % set.len();
    for epoch in position / set.len().. {
        let mut order: Vec<usize> = (0..BUCKETS).collect();
        rng(seed, epoch, 0).shuffle(&mut order);
        for bucket in order {
            let count = set.buckets()[bucket];
            if skipped >= count {
                skipped -= count;
                continue;
            }
            let mut samples = set.read(bucket);
            if let Ok(samples) = &mut samples {
                rng(seed, epoch, 1 + bucket as u64).shuffle(samples);
                samples.drain(..skipped as usize);
                skipped = 0;
            }
            let failed = samples.is_err();
            if sender.send(samples).is_err() || failed {
                return;
            }
        }
    }
}

/// The random generator of an epoch for a purpose: 0 for the order of buckets, 1 + the bucket for its samples.
fn rng(seed: u64, epoch: u64, purpose: u64) -> Rng {
    let mixed = Rng::new(seed).next() ^ epoch;
    Rng::new(Rng::new(mixed).next() ^ purpose)
}

#[cfg(test)]
mod tests {
    use super::super::dataset::tests::{samples, set};
    use super::*;
    use std::thread;

    #[test]
    fn an_epoch_has_every_position_once_in_an_order_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let all = samples(3001);
        let set = set(folder.path(), &all);
        let take = |position: u64, count: usize, at_a_time: usize| {
            thread::scope(|scope| {
                let mut loader = DataLoader::start(scope, &set, 9, position);
                let (mut batch, mut taken) = (Vec::new(), Vec::new());
                while taken.len() < count {
                    let size = at_a_time.min(count - taken.len());
                    loader
                        .next_batch(&mut batch, size)
                        .expect("the set is whole");
                    assert_eq!(batch.len(), size);
                    taken.extend(batch.iter().map(TrainingSample::to_bytes));
                }
                taken
            })
        };
        let stream = take(0, 6000, 500);
        let mut expected: Vec<_> = all[1..].iter().map(TrainingSample::to_bytes).collect();
        expected.sort_unstable();
        for epoch in stream.chunks(3000) {
            let mut sorted = epoch.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, expected);
        }
        assert_ne!(stream[..3000], stream[3000..]);
        // It can be started anywhere and taken in batches of any size.
        for position in [1, 777, 2999, 3000, 4321] {
            assert_eq!(
                take(position as u64, 1500, 128),
                stream[position..position + 1500]
            );
        }
    }
}
