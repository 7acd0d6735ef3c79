//! Sets of reachable positions: the proof that a blocked position is dead.
//!
//! A breadth-first search follows all legal moves on the real board: it captures en passant, advances and promotes
//! pawns that become free, and captures whatever pieces can. If no reachable position is the goal, the goal is out of
//! reach (Articles 5.2.2 and 6.9), and the set is the proof: anyone can repeat the search and compare the number of
//! positions and the sum of their keys.
//!
//! The encoding makes it fast. Quiet moves of kings and pieces leave the `structure` unchanged: pawns, piece counts,
//! castling rights. Within a structure a position is a small number (13 bits for two kings, 18 with a bishop), the code
//! of the next position follows from the last one without making the move, and a set of positions is a bit set.

mod bfs;
mod blocked;
mod code_set;
mod kings;
mod structure;

pub(super) use bfs::{BfsResult, ReachableSet, breadth_first_search};
pub(super) use blocked::has_open_pieces;
pub use blocked::{DeadPositionCache, is_blocked};

use crate::board::Board;

/// The proof that a goal is out of reach: a set of positions that no legal move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedSet {
    /// The root of the search. The position in question is the root or another member of the set.
    pub root: Box<Board>,
    /// The number of positions, including those decided by material, whose moves are not followed.
    pub states: u64,
    /// The sum of the keys of the positions, modulo 2^64.
    pub digest: u64,
}

/// The limits of a breadth-first search.
pub(super) struct BfsLimits<'a> {
    /// The most positions to visit.
    pub states: u64,
    /// Polled now and then; true stops the search.
    pub cancelled: &'a dyn Fn() -> bool,
    /// True for positions that make it pointless to continue.
    pub abort_on: fn(&Board) -> bool,
}

impl BfsLimits<'_> {
    /// True if there are too many positions, or the search is cancelled.
    fn is_over(&self, states: u64, expanded: u32) -> bool {
        states > self.states || (expanded.is_multiple_of(1024) && (self.cancelled)())
    }
}
