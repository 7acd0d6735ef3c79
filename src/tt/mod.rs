//! The transposition table, shared by all threads without locks.
//!
//! # Memory model
//! A cluster is half a cache line: four atomic words that hold three entries of ten bytes and a
//! 16-bit checksum. The checksum makes the exclusive or of all sixteen 16-bit lanes zero. Words are
//! read and written with relaxed ordering. A reader that finds a cluster torn between two writers
//! sees a wrong checksum and treats the cluster as empty; the next write repairs it. All torn
//! clusters but one in 65,536 are misses, and there is no data race.
//!
//! An entry is verified by 16 bits of the key (`key16`), so one probe in some twenty thousand finds
//! another position. Callers must check that TT moves are legal, and must take no entry for a
//! proof.
//!
//! A probe returns a copy ([`TtHit`]); a write ([`TtWrite`]) chooses the entry to replace.
//!
//! # Clearing
//! The memory of a new table is zero and untouched, so a table of any size is available at once. A
//! table notes which of its parts have been written and clears only these, so clearing after a
//! short search costs next to nothing. A large table of which much was written gets fresh memory
//! instead. Fresh memory has to be warmed up ([`TranspositionTable::warm_up`]), or the first search
//! would wait for the system at almost every node.

mod clearing;
mod cluster;
mod entry;
mod transposition_table;

pub use entry::{Bound, TtHit};
pub use transposition_table::{AllocationError, TranspositionTable, TtWrite};
