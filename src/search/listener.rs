//! Reports from a running search. The search itself never prints.

use super::root_moves::RootMove;
use crate::syzygy::root::RootTables;
use crate::types::{Move, Score};
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchProgress {
    /// Depth of the iteration, in plies.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since `go` was read.
    pub time: Duration,
    /// Transposition table usage, in permille.
    pub hashfull: usize,
    /// Positions that all threads found in the endgame tables.
    pub table_hits: u64,
}

/// The PV lines of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct SearchReport<'a> {
    /// How far the search has come.
    pub progress: SearchProgress,
    /// The PV lines, best first. All scores are exact unless this is an aspiration bound; the last report of a search that was
    /// stopped may hold the lower bound of a move that has just failed high.
    pub lines: &'a [RootMove],
    /// True for the last report of the search; its first move is the best move.
    pub last: bool,
}

/// Receives the reports of the main search thread.
pub trait SearchListener: Send {
    /// False if the listener ignores all reports, so that the search need not make them.
    fn wants_reports(&self) -> bool {
        true
    }
    /// The endgame tables have ranked the root moves; called once, before the first iteration.
    fn root_tables(&mut self, _tables: &RootTables) {}
    /// An iteration, or the whole search, is complete.
    fn report(&mut self, _report: &SearchReport<'_>) {}
    /// The score of the first PV line left its aspiration window and is only a bound so far.
    fn bound(&mut self, _report: &SearchReport<'_>) {}
    /// A root move is about to be searched; `number` counts from 1.
    fn current_move(&mut self, _progress: &SearchProgress, _mv: Move, _number: usize) {}
    /// About a second has passed without another report.
    fn heartbeat(&mut self, _progress: &SearchProgress) {}
    /// There are no root moves: mate, stalemate, or none of the requested moves is legal.
    fn no_moves(&mut self, _score: Score) {}
    /// A mate search has refuted every mate in this many moves (negative: being mated).
    fn mate_not_found(&mut self, _moves: i16) {}
}

/// Ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilentListener;

impl SearchListener for SilentListener {
    fn wants_reports(&self) -> bool {
        false
    }
}
