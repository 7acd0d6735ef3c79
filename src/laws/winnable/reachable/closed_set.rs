//! A closed set of positions, and the limits of the search for one.

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

pub(in super::super) struct BfsLimits<'a> {
    /// The most positions to visit.
    pub states: u64,
    /// Polled now and then; true stops the search.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
    /// True for positions that make it pointless to continue.
    pub abort_on: fn(&Board) -> bool,
}

impl BfsLimits<'_> {
    /// True if there are too many positions, or the search is cancelled.
    pub(super) fn is_over(&self, states: u64, expanded: u32) -> bool {
        states > self.states || (expanded.is_multiple_of(1024) && (self.cancelled)())
    }
}
