//! The table: finding, reading and writing the entries of positions.

use super::clearing::{MAX_PARTS, MIN_PART_BITS};
use super::cluster::{Cluster, ENTRIES};
use super::entry::{AGE_MASK, Bound, TtEntry, TtHit};
use crate::types::{Key, Move, Score};
use crate::util::huge_pages::HugeSlice;
use crate::util::prefetch::prefetch;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// Replacement: each search of age counts as this many plies of depth.
const AGE_WEIGHT: i32 = 4;
/// Replacement: keeps an entry of the same position and search that is deeper by this many plies.
const KEEP_DEPTH: i32 = 4;
/// Replacement: further plies of depth needed against a write from a PV position.
const KEEP_DEPTH_PV: i32 = 2;
pub(super) const MEBIBYTE: usize = 1 << 20;

/// The data that a search writes into the table.
#[derive(Clone, Copy, Debug)]
pub struct TtWrite {
    /// The best move; `None` keeps the stored move.
    pub mv: Option<Move>,
    /// The score, with mates counted from the root.
    pub score: Score,
    /// The raw static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The depth searched, in plies.
    pub depth: i32,
    /// The bound type of the score.
    pub bound: Bound,
    /// True if the position is or was on a principal variation.
    pub pv: bool,
}

/// The system refused the memory for the table.
#[derive(Debug, thiserror::Error)]
#[error("cannot allocate {mebibytes} MiB: {source}")]
pub struct AllocationError {
    mebibytes: usize,
    source: std::io::Error,
}

/// The transposition table.
pub struct TranspositionTable {
    pub(super) clusters: HugeSlice<Cluster>,
    /// For each part, whether it may have entries.
    pub(super) written: Box<[AtomicBool]>,
    /// The clusters of a part, as a power of two.
    pub(super) part_bits: u32,
    /// The steps of [`Self::warm_up`] that have begun.
    pub(super) warmed: AtomicUsize,
    pub(super) age: AtomicU8,
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("mebibytes", &self.mebibytes())
            .finish_non_exhaustive()
    }
}

impl TranspositionTable {
    /// An empty table of `mebibytes` MiB (at least 1).
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new(mebibytes: usize) -> Result<Self, AllocationError> {
        let mebibytes = mebibytes.max(1);
        let fail = |source| AllocationError { mebibytes, source };
        let count = mebibytes.saturating_mul(MEBIBYTE / size_of::<Cluster>());
        let clusters = HugeSlice::new(count).map_err(fail)?;
        let part_bits = count.div_ceil(MAX_PARTS).next_power_of_two().ilog2();
        let part_bits = part_bits.max(MIN_PART_BITS);
        let parts = count.div_ceil(1 << part_bits);
        Ok(Self {
            clusters,
            written: (0..parts).map(|_| AtomicBool::new(false)).collect(),
            part_bits,
            warmed: AtomicUsize::new(0),
            age: AtomicU8::new(0),
        })
    }

    /// The size of the table in MiB.
    pub fn mebibytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>() / MEBIBYTE
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[self.index(key)]
    }

    /// Notes that the part of a cluster is written. All threads share the note, so it is written
    /// only once.
    #[inline]
    fn note_write(&self, index: usize) {
        let written = &self.written[index >> self.part_bits];
        if !written.load(Ordering::Relaxed) {
            written.store(true, Ordering::Relaxed);
        }
    }

    /// Begins a new search; entries of older searches are replaced first.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age
            .store(age.wrapping_add(1) & AGE_MASK, Ordering::Relaxed);
    }

    /// Prefetches the cluster of a position that will soon be probed.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// The entry of the position with this key; `None` if there is none or another thread is
    /// writing it.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<TtHit> {
        let key16 = key.0 as u16;
        self.cluster(key)
            .load()?
            .into_iter()
            .find(|entry| entry.key16() == key16 && !entry.is_empty())?
            .hit()
    }

    /// Stores an entry over the one of the same position, or else over the least valuable one by
    /// depth and age. A much deeper entry of the same position and search is kept unless the new
    /// one is exact; if it has no move, it takes that of the new one.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, write: &TtWrite) {
        let key16 = key.0 as u16;
        let age = self.age.load(Ordering::Relaxed);
        let index = self.index(key);
        let cluster = &self.clusters[index];
        let mut entries = cluster.load().unwrap_or_else(|| {
            cluster.clear();
            [TtEntry::default(); ENTRIES]
        });
        let value = |entry: TtEntry| {
            if entry.is_empty() {
                i32::MIN
            } else {
                entry.depth() - AGE_WEIGHT * relative_age(entry, age)
            }
        };
        let mut slot = 0;
        for (i, &entry) in entries.iter().enumerate() {
            if entry.key16() == key16 && !entry.is_empty() {
                slot = i;
                break;
            }
            if value(entry) < value(entries[slot]) {
                slot = i;
            }
        }
        let old = entries[slot];
        let same = old.key16() == key16 && !old.is_empty();
        if same
            && write.bound != Bound::Exact
            && write.depth + KEEP_DEPTH + KEEP_DEPTH_PV * i32::from(write.pv) <= old.depth()
            && old.age() == age
        {
            match write.mv {
                Some(mv) if old.mv().is_none() => entries[slot] = old.with_move(mv),
                _ => return,
            }
        } else {
            let mv = write.mv.or(if same { old.mv() } else { None });
            entries[slot] = TtEntry::new(
                key16,
                mv,
                write.score.to_tt(ply),
                write.eval,
                (write.depth, write.bound, write.pv, age),
            );
        }
        self.note_write(index);
        cluster.store(&entries, slot);
    }

    /// Table usage in permille: how many of the first 1000 entries belong to this search.
    pub fn hashfull(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let entries = self.clusters.iter().filter_map(Cluster::load).flatten();
        entries
            .take(1000)
            .filter(|entry| !entry.is_empty() && entry.age() == age)
            .count()
    }
}

/// Relative age: searches since the entry was written.
#[inline]
fn relative_age(entry: TtEntry, age: u8) -> i32 {
    i32::from(age.wrapping_sub(entry.age()) & AGE_MASK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    fn write(depth: i32, score: Score) -> TtWrite {
        let mv = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
        let eval = Some(Score::new(-17));
        TtWrite {
            mv,
            score,
            eval,
            depth,
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).expect("one MiB");
        let key = Key(0x0123_4567_89AB_CDEF);
        assert_eq!(table.probe(key), None);
        table.store(key, 3, &write(7, Score::mate_in(8)));
        let hit = table.probe(key).expect("just stored");
        assert_eq!(hit.score(3, 0), Some(Score::mate_in(8)));
        assert_eq!(hit.score(1, 0), Some(Score::mate_in(6)));
        assert_eq!((hit.depth, hit.bound, hit.pv), (7, Bound::Lower, true));
        assert_eq!(hit.eval, Some(Score::new(-17)));
        table.clear(2);
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_move_survives_a_write_without_one() {
        let table = TranspositionTable::new(1).expect("one MiB");
        table.store(Key(5), 0, &write(3, Score::ZERO));
        table.store(
            Key(5),
            0,
            &TtWrite {
                mv: None,
                eval: None,
                ..write(4, Score::ZERO)
            },
        );
        let hit = table.probe(Key(5)).expect("stored");
        assert_eq!(hit.mv.map(|mv| mv.to_string()), Some("e2e4".to_owned()));
        assert_eq!((hit.eval, hit.depth), (None, 4));
    }

    #[test]
    fn a_kept_entry_without_a_move_takes_the_new_one() {
        let table = TranspositionTable::new(1).expect("one MiB");
        let without = TtWrite {
            mv: None,
            ..write(40, Score::ZERO)
        };
        table.store(Key(5), 0, &without);
        table.store(Key(5), 0, &write(3, Score::mate_in(9)));
        let hit = table.probe(Key(5)).expect("stored");
        assert_eq!(hit.mv.map(|mv| mv.to_string()), Some("e2e4".to_owned()));
        assert_eq!((hit.score(0, 0), hit.depth), (Some(Score::ZERO), 40));
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let table = TranspositionTable::new(1).expect("one MiB");
        for (key16, depth) in [(1, 9), (2, 5), (3, 7)] {
            table.store(Key(key16), 0, &write(depth, Score::ZERO));
        }
        table.store(Key(4), 0, &write(1, Score::ZERO));
        assert!(table.probe(Key(2)).is_none() && table.probe(Key(4)).is_some());
        table.new_search();
        table.new_search();
        table.new_search();
        table.store(Key(4), 0, &write(1, Score::ZERO));
        table.store(Key(5), 0, &write(1, Score::ZERO));
        assert!(table.probe(Key(3)).is_none() && table.probe(Key(1)).is_some());
    }

    #[test]
    fn a_torn_cluster_is_a_miss_until_it_is_written() {
        for torn in 0..4 {
            let table = TranspositionTable::new(1).expect("one MiB");
            for key16 in 6..9 {
                table.store(Key(key16), 0, &write(3, Score::ZERO));
            }
            table.clusters[0].words[torn].fetch_xor(1 << 40, Ordering::Relaxed);
            assert!((6..9).all(|key16| table.probe(Key(key16)).is_none()));
            table.store(Key(7), 0, &write(3, Score::ZERO));
            assert!(table.probe(Key(7)).is_some());
            table.store(Key(8), 0, &write(3, Score::ZERO));
            assert!(table.probe(Key(7)).is_some() && table.probe(Key(8)).is_some());
        }
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let table = TranspositionTable::new(1).expect("one MiB");
        // In the first clusters, which the sample covers: there are 2^15 of them.
        let fill = |count: u64| {
            for index in 0..count {
                table.store(Key(index << 49 | (index + 1)), 0, &write(3, Score::ZERO));
            }
        };
        fill(300);
        assert_eq!(table.hashfull(), 300);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
        fill(40);
        assert_eq!(table.hashfull(), 40);
    }
}
