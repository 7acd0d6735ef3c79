//! What a search tells while it runs. It never prints.

use super::root::RootMove;
use crate::types::{Move, Score};
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchProgress {
    /// Depth of the iteration, in plies.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the `go` was read.
    pub time: Duration,
    /// How full the table is, in permille.
    pub hashfull: usize,
}

/// The lines of an iteration, best first.
#[derive(Clone, Copy, Debug)]
pub struct SearchReport<'a> {
    /// How far the search has come.
    pub progress: SearchProgress,
    /// The lines; all scores are exact unless this is a report of a single bound.
    pub lines: &'a [RootMove],
    /// The last report of the search: its first move is the answer.
    pub last: bool,
}

/// Hears what the main thread of a search has to tell.
pub trait SearchListener: Send {
    /// False if nothing that is told is heard; then reports are not even made.
    fn wants_reports(&self) -> bool {
        true
    }
    /// An iteration is complete, or the search is.
    fn report(&mut self, _report: &SearchReport<'_>) {}
    /// The score of the first line has left the window of the search: so far it is a bound.
    fn bound(&mut self, _report: &SearchReport<'_>) {}
    /// A root move is about to be searched; moves are counted from 1.
    fn current_move(&mut self, _progress: &SearchProgress, _mv: Move, _number: usize) {}
    /// About once a second: the search is alive.
    fn heartbeat(&mut self, _progress: &SearchProgress) {}
    /// There is no move to search: mate or stalemate, or none of the wanted moves is legal.
    fn no_moves(&mut self, _score: Score) {}
    /// A search for a mate has ended without finding it.
    fn mate_not_found(&mut self, _moves: i16) {}
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilentListener;

impl SearchListener for SilentListener {
    fn wants_reports(&self) -> bool {
        false
    }
}
