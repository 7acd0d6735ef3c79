//! The cores, and pools of threads for short parallel work.

use super::huge_pages::is_available;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::thread;

/// The call stack of such a thread in bytes, and as much again for the rest of the program.
const POOL_THREAD_MEMORY: usize = 2 * (2 << 20);

/// The cores that this program may use.
pub fn available_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// A pool of `threads` threads or, if the memory does not suffice for so many, of fewer; at worst the calling thread works
/// alone.
///
/// # Errors
/// The calling thread belongs to another pool, so that it cannot work in this one.
pub fn thread_pool(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    let mut wanted = threads.max(1);
    while wanted > 1 && !is_available(wanted.saturating_mul(POOL_THREAD_MEMORY)) {
        wanted /= 2;
    }
    loop {
        match ThreadPoolBuilder::new().num_threads(wanted).build() {
            Ok(pool) => return Ok(pool),
            Err(_) if wanted > 1 => wanted /= 2,
            Err(_) => {
                let alone = ThreadPoolBuilder::new().num_threads(1);
                return alone.use_current_thread().build();
            }
        }
    }
}
