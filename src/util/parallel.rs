//! Numbered pieces of work, done by several threads.

use super::mutex;
use std::io;
use std::sync::{Mutex, mpsc};
use std::thread;

/// The reasons why the work was not done.
#[derive(Debug, thiserror::Error)]
pub enum ParallelError<E> {
    /// A thread or its worker cannot be started.
    #[error(transparent)]
    Worker(io::Error),
    /// `take` refused a result.
    #[error(transparent)]
    Take(E),
}

/// Does numbered pieces of work on several threads and passes the results to `take` in the order in which they end.
///
/// Zero threads count as one. Each thread is started with `builder`, and its worker with `worker`; a worker that returns
/// `None` ends its thread. Work starts in the order of the numbers. When `stopped` is true, running work is finished and no
/// other work starts.
///
/// # Errors
/// No thread can be started, a worker cannot be started, or `take` fails. Then no more work starts, and results are
/// discarded.
pub fn run<W, T, E>(
    numbers: impl Iterator<Item = u64> + Send,
    threads: usize,
    builder: impl Fn() -> thread::Builder,
    worker: impl Fn() -> io::Result<W> + Sync,
    stopped: impl Fn() -> bool + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), ParallelError<E>>
where
    W: FnMut(u64) -> Option<T>,
    T: Send,
{
    let threads = threads.max(1);
    let numbers = Mutex::new(numbers);
    let next = || {
        let going = !stopped();
        let mut numbers = mutex::lock(&numbers);
        going.then(|| numbers.next()).flatten()
    };
    thread::scope(|scope| {
        let (results, done) = mpsc::sync_channel(threads);
        for started in 0..threads {
            let results = results.clone();
            let (worker, next) = (&worker, &next);
            let work = move || do_some(&results, worker, next);
            // If the system refuses a thread, the others do its work.
            match builder().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if started == 0 => return Err(ParallelError::Worker(error)),
                Err(_) => break,
            }
        }
        drop(results);
        // Returning drops the receiver, which ends the threads.
        for result in done {
            let (number, result) = result.map_err(ParallelError::Worker)?;
            take(number, result).map_err(ParallelError::Take)?;
        }
        Ok(())
    })
}

fn do_some<W: FnMut(u64) -> Option<T>, T>(
    results: &mpsc::SyncSender<io::Result<(u64, T)>>,
    worker: impl Fn() -> io::Result<W>,
    next: impl Fn() -> Option<u64>,
) {
    let mut work = match worker() {
        Ok(work) => work,
        Err(error) => {
            // The receiver may be gone after an earlier error.
            let _ = results.send(Err(error));
            return;
        }
    };
    while let Some(number) = next() {
        let Some(result) = work(number) else {
            return;
        };
        if results.send(Ok((number, result))).is_err() {
            return;
        }
    }
}
