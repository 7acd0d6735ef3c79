//! The room for commands that wait for a search: while too many of them wait, the reader does not read on, as with any
//! pipe that is full.

use crate::util::mutex;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most bytes of lines that wait. A list of moves takes ten times as much when it is parsed.
const LIMIT: usize = 8 << 20;
/// What a line takes besides its bytes.
const OVERHEAD: usize = 256;
/// How long nothing may move before the reader says that it waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// The room for waiting commands.
#[derive(Debug, Default)]
pub struct QueueRoom {
    state: Mutex<QueueState>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    /// The bytes taken.
    used: usize,
    /// The reader waits for room.
    is_full: bool,
    /// How many commands have left the queue.
    left: u64,
}

impl QueueState {
    /// True if this many bytes more have room. A single line always has.
    const fn has_room(&self, size: usize) -> bool {
        self.used == 0 || self.used + size <= LIMIT
    }
}

impl QueueRoom {
    /// Takes the room for a line of `length` bytes. Waits until it is there, and calls `tell` if that takes long.
    pub fn admit(self: &Arc<Self>, length: usize, tell: impl Fn()) -> QueuePlace {
        let size = OVERHEAD + length;
        let mut state = self.lock();
        while !state.has_room(size) {
            let waited = self.freed.wait_timeout(state, PATIENCE);
            let (woken, result) = waited.unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if result.timed_out() && !state.is_full && !state.has_room(size) {
                state.is_full = true;
                tell();
            }
        }
        state.is_full = false;
        state.used += size;
        QueuePlace {
            room: Arc::clone(self),
            size,
        }
    }

    /// True while the reader waits, for longer than a moment.
    pub fn is_full(&self) -> bool {
        self.lock().is_full
    }

    /// How many commands have left the queue so far: it grows as long as the controller makes progress.
    pub fn left(&self) -> u64 {
        self.lock().left
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        mutex::lock(&self.state)
    }
}

/// The room that a waiting command has taken; it is free when this is dropped.
#[derive(Debug)]
pub struct QueuePlace {
    room: Arc<QueueRoom>,
    size: usize,
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut state = self.room.lock();
        state.used -= self.size;
        state.left += 1;
        self.room.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    fn silent() {
        panic!("there is room");
    }

    #[test]
    fn the_reader_waits_for_room() {
        let room: Arc<QueueRoom> = Arc::default();
        let first = room.admit(2 * LIMIT, silent);
        drop(first);
        let places = [room.admit(LIMIT / 2, silent), room.admit(LIMIT / 4, silent)];
        let (sender, told) = channel();
        let waiting = Arc::clone(&room);
        let reader = thread::spawn(move || {
            waiting.admit(LIMIT / 2, || sender.send(()).expect("the test listens"))
        });
        told.recv().expect("the reader waits");
        assert!(room.is_full());
        drop(places);
        let last = reader.join().expect("there is room now");
        assert!(!room.is_full());
        assert_eq!(room.lock().used, last.size);
        assert_eq!(room.left(), 3);
    }
}
