//! Pools of threads for short parallel work.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of `threads` threads or, where the system refuses so many, of fewer; at worst the calling thread works alone.
///
/// # Errors
/// The calling thread belongs to another pool, so that it cannot work in this one.
pub fn thread_pool(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    let mut wanted = threads.max(1);
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
