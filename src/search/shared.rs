//! The state that the threads of a search share.

use super::request::SearchRequest;
use super::root_moves::RootMoves;
use super::tablebases::SearchTables;
use crate::time::StopToken;
use crate::tt::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One thread's counters, on cache lines of their own to prevent false sharing.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct ThreadCounters {
    pub nodes: AtomicU64,
    /// Positions found in the endgame tables.
    pub table_hits: AtomicU64,
}

pub(super) struct SharedState<'a> {
    pub request: &'a SearchRequest,
    pub tt: &'a TranspositionTable,
    /// Set when a limit is reached.
    pub stop: AtomicBool,
    /// Stops the search from outside. Every thread polls it, so that none has to wait until the
    /// main thread is scheduled.
    pub stop_token: StopToken,
    /// One entry per thread, written only by that thread.
    pub counters: Box<[ThreadCounters]>,
    pub root_moves: RootMoves,
    /// The endgame tables to probe in the tree; `None` if they have ranked the root moves by DTZ.
    pub tables: Option<&'a SearchTables>,
    /// Positions found in the endgame tables at the root.
    pub root_table_hits: u64,
}

impl SharedState<'_> {
    /// True once the search must end: a limit is reached, or it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.stop_token.is_stopped()
    }

    /// True once all threads together have searched as many nodes as the limit allows.
    pub fn is_past_node_limit(&self) -> bool {
        let limit = self.request.limits.nodes;
        limit.is_some_and(|limit| self.total_nodes() >= limit)
    }

    pub fn total_nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counters| counters.nodes.load(Ordering::Relaxed))
            .sum()
    }

    pub fn total_table_hits(&self) -> u64 {
        let hits = self
            .counters
            .iter()
            .map(|counters| counters.table_hits.load(Ordering::Relaxed));
        self.root_table_hits + hits.sum::<u64>()
    }
}
