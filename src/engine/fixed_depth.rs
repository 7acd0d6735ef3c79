//! Fixed-depth searches: scores that depend on the position alone.

use super::bench::BenchSettings;
use super::laws_report;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::search::{self, SearchRequest, SearchResult, SearchThreads, SilentListener};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::Score;
use std::io;
use std::time::Duration;

/// Searches positions to a fixed depth, each with cleared tables.
#[derive(Debug)]
pub struct FixedDepthSearch {
    table: TranspositionTable,
    threads: SearchThreads,
    evaluation: Evaluation,
    limits: SearchLimits,
}

impl FixedDepthSearch {
    /// A search to `depth` plies on one thread, with the smallest table.
    ///
    /// # Errors
    /// The tables cannot be allocated.
    pub fn new(depth: u16) -> io::Result<Self> {
        Self::with_settings(&BenchSettings {
            depth,
            hash: 1,
            ..BenchSettings::default()
        })
    }

    pub(super) fn with_settings(settings: &BenchSettings) -> io::Result<Self> {
        Ok(Self {
            table: TranspositionTable::new(settings.hash).map_err(io::Error::other)?,
            threads: SearchThreads::new(settings.threads),
            evaluation: settings.evaluation.clone(),
            limits: SearchLimits {
                depth: Some(settings.depth),
                ..SearchLimits::default()
            },
        })
    }

    /// The score of a position, for the side to move.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn score(&mut self, board: &Board) -> io::Result<Score> {
        let request = self.prepare(board);
        on_search_thread(|| {
            let token = StopToken::default();
            self.search(&request, token).score
        })
    }

    /// Clears the tables for the search of a position.
    pub(super) fn prepare(&mut self, board: &Board) -> SearchRequest {
        let threads = self.threads.threads();
        self.table.clear(threads);
        self.table.warm_up(threads, Duration::MAX);
        self.threads.clear();
        SearchRequest {
            dead_position: laws_report::is_dead(board),
            ..SearchRequest::new(board, self.evaluation.clone(), self.limits.clone())
        }
    }

    /// Searches a prepared position on the calling thread, which needs the stack of a search thread.
    pub(super) fn search(&mut self, request: &SearchRequest, token: StopToken) -> SearchResult {
        let time_manager = TimeManager::new(token, None);
        search::run(
            request,
            &self.table,
            &mut self.threads,
            time_manager,
            &mut SilentListener,
        )
    }
}

/// Runs `work` on a thread with the stack size that searches need.
///
/// # Errors
/// The thread cannot be started.
pub fn on_search_thread<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    std::thread::scope(|scope| {
        let thread = search::thread_builder().spawn_scoped(scope, work)?;
        thread
            .join()
            .map_err(|_| io::Error::other("the search has panicked"))
    })
}
