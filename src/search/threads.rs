//! The data of the search threads, and their call stacks.

use super::history::{Histories, HistoryMemory};
use super::pv::PvTable;
use super::stack::SearchStack;
use crate::eval::Evaluator;
use crate::util::huge_pages::is_available;
use std::io;

/// A thread's data, kept between searches: the histories, and buffers to reuse.
pub(super) struct ThreadData {
    pub histories: HistoryMemory,
    pub stack: SearchStack,
    pub evaluator: Evaluator,
    pub pv: PvTable,
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
        })
    }
}

/// The data of all search threads, kept between searches; its length is the number of threads.
#[derive(Default)]
pub struct SearchThreads {
    pub(super) threads: Vec<ThreadData>,
}

impl SearchThreads {
    /// Data for `threads` threads: at least one, and fewer if the memory does not suffice.
    pub fn new(threads: usize) -> Self {
        let mut data = Self::default();
        data.resize(threads);
        data
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Sets the number of threads, at least one and no more than the memory suffices for, and
    /// returns it. Threads that remain keep their histories.
    pub fn resize(&mut self, threads: usize) -> usize {
        self.threads.truncate(threads.max(1));
        // Tables, call stack, and as much again for the rest of the program.
        let each = 2 * (size_of::<Histories>() + STACK_SIZE);
        let mut new = threads.max(1) - self.threads.len();
        while new > 0 && !is_available(new * each) {
            new /= 2;
        }
        for _ in 0..new.max(usize::from(self.threads.is_empty())) {
            match ThreadData::new() {
                Ok(data) => self.threads.push(data),
                Err(error) if self.threads.is_empty() => {
                    panic!("memory for a search thread: {error}")
                }
                Err(_) => break,
            }
        }
        self.threads.len()
    }

    /// Clears the histories, for a new game.
    pub fn clear(&mut self) {
        for data in &mut self.threads {
            data.histories.clear();
        }
    }
}

/// Call stack of a search thread in bytes, for at most [`crate::types::MAX_PLY`] nested nodes of a
/// few KiB each.
const STACK_SIZE: usize = 16 << 20;

/// A builder of threads with a call stack large enough for [`run`](super::run).
pub fn thread_builder() -> std::thread::Builder {
    std::thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
