//! Perft: counts the leaf nodes of the legal move tree, to verify move generation.
//!
//! ```
//! use compongo::Board;
//! use compongo::board::perft::{divide, perft};
//!
//! let board = Board::start();
//! assert_eq!(perft(&board, 3), 8902);
//! let counts = divide(&board, 3, None, &|| false, |_, _| ()).expect("it was not stopped");
//! assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 8902);
//! ```

use super::chessboard::Board;
use crate::types::{Key, Move};
use crate::util::huge_pages::HugeSlice;
use rayon::prelude::*;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// A hash table of perft counts, shared by all threads without locks.
///
/// A slot holds count and depth, and the key `XORed` with them (Hyatt and Mann 2002), so a torn write does not match.
pub struct PerftTable {
    slots: HugeSlice<[AtomicU64; 2]>,
}

impl fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerftTable")
            .field("slots", &self.slots.len())
            .finish()
    }
}

impl PerftTable {
    /// A table of at most `mebibytes` MiB, and of at least one slot.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new(mebibytes: usize) -> io::Result<Self> {
        let slots = (mebibytes << 20 >> 4).max(1);
        Ok(Self {
            slots: HugeSlice::new(slots)?,
        })
    }

    /// The slot of a position at a depth: the depths of a position do not replace each other.
    fn slot(&self, key: Key, depth: u32) -> &[AtomicU64; 2] {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = key.0 ^ u64::from(depth).wrapping_mul(MIX);
        let index = (u128::from(mixed) * self.slots.len() as u128) >> 64;
        &self.slots[index as usize]
    }

    fn probe(&self, key: Key, depth: u32) -> Option<u64> {
        let [check, data] = self.slot(key, depth);
        let data = data.load(Ordering::Relaxed);
        let key_matches = check.load(Ordering::Relaxed) == key.0 ^ data;
        (key_matches && data >> 56 == u64::from(depth)).then_some(data & ((1 << 56) - 1))
    }

    fn store(&self, key: Key, depth: u32, count: u64) {
        if count < 1 << 56 {
            let packed = u64::from(depth) << 56 | count;
            let [check, data] = self.slot(key, depth);
            check.store(key.0 ^ packed, Ordering::Relaxed);
            data.store(packed, Ordering::Relaxed);
        }
    }
}

/// The number of leaf nodes at `depth` plies, on one thread, with bulk counting at the last ply.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(board.count_legal_moves()),
        _ => board
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let mut child = *board;
                child.play(mv);
                perft(&child, depth - 1)
            })
            .sum(),
    }
}

/// [`perft`] with a hash table; `None` if `stop` returned true.
fn perft_stoppable(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &(impl Fn() -> bool + Sync),
) -> Option<u64> {
    if depth < 3 {
        return Some(perft(board, depth));
    }
    if stop() {
        return None;
    }
    if let Some(count) = table.and_then(|table| table.probe(board.key(), depth)) {
        return Some(count);
    }
    let mut count = 0;
    for mv in board.legal_moves() {
        let mut child = *board;
        child.play(mv);
        count += perft_stoppable(&child, depth - 1, table, stop)?;
    }
    if let Some(table) = table {
        table.store(board.key(), depth, count);
    }
    Some(count)
}

/// Perft divide: the leaf nodes below each legal move, in generation order, computed on rayon's current pool.
///
/// `done` is called after each root move with its leaf nodes. `None` if `stop` returned true in between.
pub fn divide(
    board: &Board,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &(impl Fn() -> bool + Sync),
    done: impl Fn(Move, u64) + Sync,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    // Splitting at two plies keeps every thread busy to the end.
    board
        .legal_moves()
        .par_iter()
        .map(|&mv| {
            let mut child = *board;
            child.play(mv);
            let count = if depth < 5 {
                perft_stoppable(&child, depth - 1, table, stop)
            } else {
                child
                    .legal_moves()
                    .par_iter()
                    .map(|&reply| {
                        let mut grandchild = child;
                        grandchild.play(reply);
                        perft_stoppable(&grandchild, depth - 2, table, stop)
                    })
                    .sum()
            }?;
            done(mv, count);
            Some((mv, count))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_aborts_perft() {
        assert_eq!(divide(&Board::start(), 5, None, &|| true, |_, _| {}), None);
    }
}
