//! The transposition table, shared by all threads without locks.
//!
//! # Memory model
//! A cluster is half a cache line: four atomic words that hold three entries of ten bytes and a
//! 16-bit checksum. The checksum makes the exclusive or of all sixteen 16-bit lanes zero. Words are
//! read and written with relaxed ordering. A reader that finds a cluster torn between two writers
//! sees a wrong checksum and treats the cluster as empty; the next write repairs it. All torn
//! entries but one in 65,536 are misses, and there is no data race.
//!
//! An entry is verified by 16 bits of the key (`key16`), so one probe in some twenty thousand finds
//! another position. Callers must check TT moves for legality, and no entry proves anything.
//!
//! A probe returns a copy ([`TtHit`]); a write ([`TtWrite`]) chooses the entry to replace.
//!
//! # Clearing
//! The memory of a new table is zero and untouched, so that a table of any size is there at once. A
//! table notes which of its parts have been written, and clears only these: after a search of a few
//! nodes that costs next to nothing. A large table gets fresh memory instead. That has to be warmed
//! up ([`TranspositionTable::warm_up`]), or the first search would wait for the system at every node.

mod clearing;
mod cluster;
mod entry;
mod transposition_table;

pub use entry::{Bound, TtHit};
pub use transposition_table::{AllocationError, TranspositionTable, TtWrite};
