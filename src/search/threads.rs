//! The data of the search threads, and their call stacks.

use super::history::{Histories, HistoryMemory};
use super::params::{DEAD_POSITION_FAILED_STATES, DEAD_POSITION_MAX_STATES};
use super::pv::PvTable;
use super::stack::SearchStack;
use crate::eval::Evaluator;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::util::huge_pages::is_available;
use std::fmt;
use std::io;

/// A thread's data, kept between searches: the histories, the dead positions found, and buffers to reuse.
pub(super) struct ThreadData {
    pub histories: HistoryMemory,
    pub stack: SearchStack,
    pub evaluator: Evaluator,
    pub pv: PvTable,
    pub dead_positions: DeadPositionCache,
}

impl ThreadData {
    /// Empty tables and buffers.
    ///
    /// # Errors
    /// The system refuses the memory.
    fn new() -> io::Result<Self> {
        Ok(Self {
            histories: HistoryMemory::new()?,
            stack: SearchStack::default(),
            evaluator: Evaluator::default(),
            pv: PvTable::default(),
            dead_positions: DeadPositionCache::new(
                DEAD_POSITION_MAX_STATES,
                DEAD_POSITION_FAILED_STATES,
            ),
        })
    }
}

/// The data of all search threads, kept between searches; its length is the number of threads.
#[derive(Default)]
pub struct SearchThreads {
    pub(super) threads: Vec<ThreadData>,
}

impl fmt::Debug for SearchThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchThreads")
            .field("threads", &self.threads.len())
            .finish_non_exhaustive()
    }
}

impl SearchThreads {
    /// Data for `threads` threads: at least one, and fewer if the memory does not suffice.
    ///
    /// # Panics
    /// There is no memory for one.
    pub fn new(threads: usize) -> Self {
        Self::try_new(threads).unwrap_or_else(|error| panic!("memory for a search thread: {error}"))
    }

    /// Like [`SearchThreads::new`], without a panic.
    ///
    /// # Errors
    /// There is no memory for one thread.
    pub fn try_new(threads: usize) -> io::Result<Self> {
        let mut data = Self {
            threads: vec![ThreadData::new()?],
        };
        data.resize(threads);
        Ok(data)
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Sets the number of threads, at least one and no more than the memory suffices for, and
    /// returns it. Threads that remain keep their histories.
    pub fn resize(&mut self, threads: usize) -> usize {
        let threads = threads.max(1);
        self.threads.truncate(threads);
        while self.threads.len() < threads {
            let is_first = self.threads.is_empty();
            let needed = size_of::<Histories>() + search_memory(self.threads.len() + 1);
            if !is_first && !is_available(needed) {
                break;
            }
            match ThreadData::new() {
                Ok(data) => self.threads.push(data),
                Err(error) if is_first => panic!("memory for a search thread: {error}"),
                Err(_) => break,
            }
        }
        self.threads.len()
    }

    /// Clears the histories and the dead positions, for a new game.
    pub fn clear(&mut self) {
        for data in &mut self.threads {
            data.histories.clear();
            data.dead_positions.clear();
        }
    }
}

/// Call stack of a search thread in bytes, for at most [`crate::types::MAX_PLY`] nested nodes of a
/// few KiB each.
const STACK_SIZE: usize = 16 << 20;

/// More than the heap of a search thread in bytes: the accumulators of its first search, its root moves, and what it knows
/// of dead positions.
const HEAP_SIZE: usize = 1 << 20;

/// The memory in bytes that a search thread fills: its tables, and as much again for its buffers and
/// its call stack.
pub const THREAD_MEMORY: usize = 2 * size_of::<Histories>();

/// The memory in bytes that must be available before a search on `threads` threads: their call
/// stacks and heaps, and as much as for one more for the rest of the program.
pub const fn search_memory(threads: usize) -> usize {
    (threads + 1) * (STACK_SIZE + HEAP_SIZE)
}

/// A builder of threads with a call stack large enough for [`run`](super::run).
pub fn thread_builder() -> std::thread::Builder {
    std::thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
