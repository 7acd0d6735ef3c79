//! Clearing the table, and warming up its memory.

use super::cluster::Cluster;
use super::transposition_table::{MEBIBYTE, TranspositionTable};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// The largest number of parts into which a table is divided for clearing.
pub(super) const MAX_PARTS: usize = 4096;
/// The smallest part, as a power of two, in clusters: a page of memory.
pub(super) const MIN_PART_BITS: u32 = 7;
/// From this size on, in MiB, fresh pages from the system are cheaper than writing zeros.
const FRESH_PAGES: usize = 64;
/// Fresh pages are taken only if at least one part in this many was written: all of the table must be
/// warmed up again.
const FRESH_SHARE: usize = 4;
/// How much of a table is warmed up in one step, in clusters: 32 MiB.
const WARM_UP_STEP: usize = 32 * MEBIBYTE / size_of::<Cluster>();

impl TranspositionTable {
    /// Clears the table with `threads` threads. No search may be running.
    pub fn clear(&self, threads: usize) {
        self.age.store(0, Ordering::Relaxed);
        let parts = self.clusters.chunks(1 << self.part_bits);
        let parts: Vec<&[Cluster]> = parts
            .zip(self.written.iter())
            .filter(|(_, written)| written.swap(false, Ordering::Relaxed))
            .map(|(part, _)| part)
            .collect();
        let written = parts.len() << self.part_bits;
        let is_large = written >= FRESH_PAGES * MEBIBYTE / size_of::<Cluster>()
            && FRESH_SHARE * written >= self.clusters.len();
        // SAFETY: clusters consist of atomic integers, whose memory may change at any time.
        let is_renewed = is_large && unsafe { self.clusters.renew() };
        if is_renewed {
            self.warmed.store(0, Ordering::Relaxed);
        } else {
            empty(&parts, threads);
        }
    }

    /// Makes the system provide the memory of a large table, with `threads` threads, so that no
    /// search has to wait for it. Returns false if that takes longer than `patience`; call it again
    /// to continue.
    pub fn warm_up(&self, threads: usize, patience: Duration) -> bool {
        if self.mebibytes() < FRESH_PAGES {
            return true;
        }
        let steps = self.clusters.chunks(WARM_UP_STEP);
        let start = Instant::now();
        let work = || {
            while start.elapsed() < patience {
                let step = self.warmed.fetch_add(1, Ordering::Relaxed);
                let Some(clusters) = steps.clone().nth(step) else {
                    return;
                };
                write_pages(clusters);
            }
        };
        let begun = self.warmed.load(Ordering::Relaxed);
        let left = steps.len().saturating_sub(begun);
        thread::scope(|scope| {
            for _ in 1..threads.min(left) {
                // If the system refuses a thread, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        self.warmed.load(Ordering::Relaxed) >= steps.len()
    }

    /// Lets a warm-up in other threads end soon, because the table is no longer needed.
    pub fn end_warm_up(&self) {
        // There are no more steps than clusters.
        self.warmed.store(self.clusters.len(), Ordering::Relaxed);
    }
}

/// Writes to each page of these clusters, so that the system provides it, but changes nothing:
/// searches may be running. Asking the system for all pages at once would keep it from starting
/// their threads meanwhile.
fn write_pages(clusters: &[Cluster]) {
    for cluster in clusters.iter().step_by(1 << MIN_PART_BITS) {
        // A compiler may turn other writes without effect into reads, which provide nothing.
        let _ = cluster.words[0].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Empties the clusters of these parts with `threads` threads.
fn empty(parts: &[&[Cluster]], threads: usize) {
    let clear = |parts: &[&[Cluster]]| {
        for cluster in parts.iter().copied().flatten() {
            cluster.clear();
        }
    };
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    let (first, others) = parts.split_at(share.min(parts.len()));
    thread::scope(|scope| {
        for parts in others.chunks(share) {
            let started = thread::Builder::new().spawn_scoped(scope, move || clear(parts));
            // The system may refuse a thread, in a container for example.
            if started.is_err() {
                clear(parts);
            }
        }
        clear(first);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, TtWrite};
    use crate::types::{Key, Score};
    use std::sync::atomic::AtomicU64;

    const WRITE: TtWrite = TtWrite {
        mv: None,
        score: Score::ZERO,
        eval: None,
        depth: 3,
        bound: Bound::Lower,
        pv: true,
    };

    #[test]
    fn a_clear_finds_every_entry() {
        for (mebibytes, keys) in [(1, 10), (3, 10), (3, 100_000), (FRESH_PAGES, 1_000_000)] {
            let table = TranspositionTable::new(mebibytes).expect("a small table");
            for threads in [1, 3] {
                for index in 0..keys {
                    let key = Key(u64::MAX - index * (u64::MAX / keys));
                    table.store(key, 0, &WRITE);
                }
                table.clear(threads);
                assert!(table.warm_up(threads, Duration::MAX));
                let is_zero = |word: &AtomicU64| word.load(Ordering::Relaxed) == 0;
                let mut clusters = table.clusters.iter();
                assert!(clusters.all(|cluster| cluster.words.iter().all(is_zero)));
            }
        }
    }

    #[test]
    fn a_warm_up_changes_no_entry() {
        let table = TranspositionTable::new(FRESH_PAGES).expect("a small table");
        // In the first cluster of a page.
        table.store(Key(5), 0, &WRITE);
        assert!(!table.warm_up(1, Duration::ZERO));
        assert!(table.warm_up(2, Duration::MAX));
        assert!(table.probe(Key(5)).is_some());
    }

    #[test]
    fn a_warm_up_can_be_ended() {
        let table = TranspositionTable::new(FRESH_PAGES).expect("a small table");
        assert!(!table.warm_up(1, Duration::ZERO));
        table.end_warm_up();
        assert!(table.warm_up(1, Duration::ZERO));
    }
}
