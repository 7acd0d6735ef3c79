//! A cluster of entries: half a cache line with a checksum.

use super::entry::TtEntry;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries per cluster.
pub(super) const ENTRIES: usize = 3;

#[derive(Zeroable)]
#[repr(C, align(32))]
pub(super) struct Cluster {
    pub words: [AtomicU64; 4],
}

const _: () = assert!(size_of::<Cluster>() == 32);

impl Cluster {
    /// The entries of the cluster; `None` if the checksum is wrong.
    #[inline]
    pub fn load(&self) -> Option<[TtEntry; ENTRIES]> {
        let words = [0, 1, 2, 3].map(|i| self.words[i].load(Ordering::Relaxed));
        if fold(words[0] ^ words[1] ^ words[2] ^ words[3]) != 0 {
            return None;
        }
        Some([0, 1, 2].map(|i| TtEntry {
            data: words[i],
            meta: (words[3] >> (16 * i)) as u16,
        }))
    }

    /// Empties all entries, which makes the checksum right again.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Stores the entries, of which only the one at `changed` differs.
    #[inline]
    pub fn store(&self, entries: &[TtEntry; ENTRIES], changed: usize) {
        let metas = (0..ENTRIES).fold(0, |metas, i| metas | u64::from(entries[i].meta) << (16 * i));
        let check = fold(entries[0].data ^ entries[1].data ^ entries[2].data ^ metas);
        self.words[changed].store(entries[changed].data, Ordering::Relaxed);
        self.words[3].store(metas | u64::from(check) << 48, Ordering::Relaxed);
    }
}

/// The exclusive or of the four 16-bit lanes of a word.
#[inline]
const fn fold(word: u64) -> u16 {
    let word = word ^ word >> 32;
    (word ^ word >> 16) as u16
}
