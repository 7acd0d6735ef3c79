//! Fixed-depth searches: a score that depends on the position alone.

use super::laws_report;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::search::{self, SearchRequest, SearchThreads, SilentListener};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::Score;
use std::io;
use std::time::Instant;

/// Searches positions to a fixed depth, each with cleared tables, on one thread.
pub struct FixedDepthSearch {
    table: TranspositionTable,
    memory: SearchThreads,
    limits: SearchLimits,
}

impl FixedDepthSearch {
    /// A search to `depth` plies.
    ///
    /// # Errors
    /// There is no memory for the tables.
    pub fn new(depth: u16) -> io::Result<Self> {
        Ok(Self {
            table: TranspositionTable::new(1, 1).map_err(io::Error::other)?,
            memory: SearchThreads::new(1),
            limits: SearchLimits {
                depth: Some(depth),
                ..SearchLimits::default()
            },
        })
    }

    /// The score of a position, for the side to move.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn score(&mut self, board: &Board) -> io::Result<Score> {
        let request = SearchRequest {
            board: *board,
            key_history: Vec::new(),
            root_moves: board.legal_moves(),
            multi_pv: 1,
            evaluation: Evaluation::default(),
            limits: self.limits.clone(),
            analysis: true,
            dead_position: laws_report::is_dead(board),
        };
        self.table.clear(1);
        self.memory.clear();
        let work = || {
            let timer = TimeManager::new(StopToken::new(0, Instant::now(), false), None);
            search::run(
                &request,
                &self.table,
                &mut self.memory,
                timer,
                &mut SilentListener,
            )
            .score
        };
        std::thread::scope(|scope| {
            let thread = search::thread_builder().spawn_scoped(scope, work)?;
            thread
                .join()
                .map_err(|_| io::Error::other("the search has panicked"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_depend_on_the_position_alone() {
        let mut search = FixedDepthSearch::new(4).expect("memory");
        let boards: Vec<Board> = super::super::bench::POSITIONS
            .iter()
            .map(|fen| fen.parse().expect("a position"))
            .collect();
        let mut scores = |order: &mut dyn Iterator<Item = &Board>| -> Vec<Score> {
            order
                .map(|board| search.score(board).expect("a thread"))
                .collect()
        };
        let forwards = scores(&mut boards.iter());
        let mut backwards = scores(&mut boards.iter().rev());
        backwards.reverse();
        assert_eq!(forwards, backwards);
    }
}
