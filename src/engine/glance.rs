//! Short searches of many positions: what a position is worth at a glance.

use super::ruling;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::search::{self, SearchRequest, SearchThreads, SilentListener};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::Score;
use std::io;
use std::time::Instant;

/// Searches one position after the other with fresh memory each time, so that a score follows from the position alone.
pub struct Glance {
    table: TranspositionTable,
    memory: SearchThreads,
    limits: SearchLimits,
}

impl Glance {
    /// Searches to a fixed depth, in plies.
    ///
    /// # Errors
    /// The system refuses the memory.
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
    /// The system refuses the thread.
    pub fn score(&mut self, board: &Board) -> io::Result<Score> {
        let request = SearchRequest {
            board: *board,
            key_history: Vec::new(),
            root_moves: board.legal_moves(),
            multi_pv: 1,
            evaluation: Evaluation::default(),
            limits: self.limits.clone(),
            analysis: true,
            dead_position: ruling::is_dead(board),
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
    fn scores_follow_from_the_position_alone() {
        let mut glance = Glance::new(4).expect("memory");
        let boards: Vec<Board> = super::super::bench::POSITIONS
            .iter()
            .map(|fen| fen.parse().expect("a position"))
            .collect();
        let mut scores = |order: &mut dyn Iterator<Item = &Board>| -> Vec<Score> {
            order
                .map(|board| glance.score(board).expect("a thread"))
                .collect()
        };
        let forwards = scores(&mut boards.iter());
        let mut backwards = scores(&mut boards.iter().rev());
        backwards.reverse();
        assert_eq!(forwards, backwards);
    }
}
