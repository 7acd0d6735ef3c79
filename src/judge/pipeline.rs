//! Judges many games: one thread reads, a pool judges, and the reports arrive in the order of the file.

use super::finding::{Finding, FindingKind};
use super::query::{GameQuery, QueryMatch};
use super::{FileEntries, FileEntry, JudgeReport, JudgeSettings, judge_game, judge_line};
use crate::util::pool::thread_pool;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError};
use std::io::{self, Read};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Limits of a batch: entries, and bytes of text.
const BATCH: usize = 512;
const BATCH_SIZE: usize = 1 << 20;
/// The capacity of the queue, in batches.
const QUEUE: usize = 2;

/// Judges files on a thread pool.
#[derive(Debug)]
pub struct Judge {
    settings: JudgeSettings,
    pool: ThreadPool,
}

/// The reasons why a file could not be judged completely.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// Reading the file failed.
    #[error(transparent)]
    Read(io::Error),
    /// Writing a report failed.
    #[error(transparent)]
    Write(io::Error),
}

impl Judge {
    /// A judge with a number of threads, or with fewer if the system refuses them.
    ///
    /// # Errors
    /// The calling thread, which would have to work alone, belongs to another pool.
    pub fn new(settings: JudgeSettings, threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let pool = thread_pool(threads)?;
        Ok(Self { settings, pool })
    }

    /// Judges all entries of a file and passes the reports to `take` in order, each with the byte offset of its entry.
    /// Memory use is bounded. Returns the number of reports.
    ///
    /// A thread of its own reads the source. A text in memory is a [`Cursor`](io::Cursor) that owns it.
    ///
    /// # Errors
    /// Reading failed, or `take` returned an error; earlier reports have been passed on.
    pub fn file<R: Read + Send + 'static>(
        &self,
        source: R,
        name: &str,
        mut take: impl FnMut(&JudgeReport, u64) -> io::Result<()>,
    ) -> Result<usize, JudgeError> {
        self.each(
            source,
            |entry| judge_entry(entry, name, &self.settings),
            |_, report, offset| take(&report, offset),
        )
    }

    /// Passes all entries of a file to `take` in order, each with its match, if it satisfies a query, and its byte
    /// offset. Memory use is bounded. Returns the number of entries.
    ///
    /// # Errors
    /// The same as for [`Judge::file`].
    pub fn search<R: Read + Send + 'static>(
        &self,
        source: R,
        name: &str,
        query: &GameQuery,
        take: impl FnMut(&FileEntry, Option<QueryMatch>, u64) -> io::Result<()>,
    ) -> Result<usize, JudgeError> {
        self.each(
            source,
            |entry| query.answer(entry, name, &self.settings),
            take,
        )
    }

    /// Does some work for each entry on the thread pool, and passes the results to `take` in the order of the file.
    fn each<R, T>(
        &self,
        source: R,
        work: impl Fn(&FileEntry) -> T + Sync,
        mut take: impl FnMut(&FileEntry, T, u64) -> io::Result<()>,
    ) -> Result<usize, JudgeError>
    where
        R: Read + Send + 'static,
        T: Send,
    {
        // The thread is not joined: after an error from `take` it may still block on a pipe.
        let (sender, receiver) = sync_channel(QUEUE);
        thread::spawn(move || read(source, &sender));
        let mut count = 0;
        let mut bytes = 0;
        for batch in receiver {
            let batch = batch.map_err(JudgeError::Read)?;
            let results: Vec<T> = self.pool.install(|| batch.par_iter().map(&work).collect());
            for (entry, result) in batch.iter().zip(results) {
                bytes = entry.offset().unwrap_or(bytes);
                take(entry, result, bytes).map_err(JudgeError::Write)?;
            }
            count += batch.len();
        }
        Ok(count)
    }
}

pub(super) fn judge_entry(entry: &FileEntry, name: &str, settings: &JudgeSettings) -> JudgeReport {
    match entry {
        FileEntry::Game(raw) => judge_game(raw, name, settings),
        FileEntry::Position {
            number, line, text, ..
        } => judge_line(text, name, (*number, *line), settings),
        FileEntry::TooLong {
            number,
            line,
            error,
        } => {
            let mut report = JudgeReport::new(Some(name), *number, *line);
            let finding = Finding::new(FindingKind::GameTooLong, error);
            report.findings.push(finding);
            report
        }
    }
}

/// Reads a file in batches until it ends, an error occurs, or the receiver is gone.
fn read<R: Read>(source: R, sender: &SyncSender<io::Result<Vec<FileEntry>>>) {
    let mut entries = match FileEntries::new(source) {
        Ok(entries) => entries,
        Err(error) => {
            // If the receiver is gone, nobody needs the error.
            let _ = sender.send(Err(error));
            return;
        }
    };
    loop {
        let (batch, error) = next_batch(&mut entries);
        let is_last = batch.is_empty() || error.is_some();
        let sent = batch.is_empty() || sender.send(Ok(batch)).is_ok();
        if let Some(error) = error.filter(|_| sent) {
            let _ = sender.send(Err(error));
        }
        if is_last || !sent {
            return;
        }
    }
}

fn next_batch<R: Read>(entries: &mut FileEntries<R>) -> (Vec<FileEntry>, Option<io::Error>) {
    let mut batch = Vec::new();
    let mut size = 0;
    while batch.len() < BATCH && size < BATCH_SIZE {
        match entries.next() {
            Some(Ok(entry)) => {
                size += entry.size();
                batch.push(entry);
            }
            Some(Err(error)) => return (batch, Some(error)),
            None => break,
        }
    }
    (batch, None)
}
