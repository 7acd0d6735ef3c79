//! Many games: one thread reads, many judge, the reports come in the order of the file.

use super::finding::{Finding, FindingKind};
use super::{Entries, Entry, Report, Settings, judge_game, judge_line};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::io::{self, Read};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// The most entries that are handed over together, and the most text in them, in bytes.
const BATCH: usize = 512;
const BATCH_SIZE: usize = 1 << 20;
/// Batches that may wait to be judged.
const WAITING: usize = 2;

/// Judges files on a number of threads.
pub struct Judge {
    settings: Settings,
    pool: ThreadPool,
}

/// Why a file was not judged to its end.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// It cannot be read.
    #[error(transparent)]
    Read(io::Error),
    /// The reports cannot be taken.
    #[error(transparent)]
    Write(io::Error),
}

impl Judge {
    /// A judge with so many threads.
    ///
    /// # Errors
    /// The system does not give them.
    pub fn new(settings: Settings, threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Self { settings, pool })
    }

    /// Judges everything in a file and hands out the reports in order, each with the number of bytes before the entry.
    /// Memory does not grow with the file. Returns how many reports there were.
    ///
    /// # Errors
    /// The file cannot be read any further, or a report is not taken; those before have been handed out.
    pub fn file<R: Read + Send + 'static>(
        &self,
        source: R,
        name: &str,
        mut take: impl FnMut(&Report, u64) -> io::Result<()>,
    ) -> Result<usize, JudgeError> {
        // Nobody waits for this thread: if the reports are not taken any more it may still hang on a pipe.
        let (sender, receiver) = sync_channel(WAITING);
        thread::spawn(move || read(source, &sender));
        let mut count = 0;
        let mut bytes = 0;
        for batch in receiver {
            let batch = batch.map_err(JudgeError::Read)?;
            let reports: Vec<Report> = self.pool.install(|| {
                let judged = batch.par_iter().map(|entry| self.entry(entry, name));
                judged.collect()
            });
            for (report, entry) in reports.iter().zip(&batch) {
                bytes = entry.offset().unwrap_or(bytes);
                take(report, bytes).map_err(JudgeError::Write)?;
            }
            count += batch.len();
        }
        Ok(count)
    }

    fn entry(&self, entry: &Entry, name: &str) -> Report {
        match entry {
            Entry::Game(raw) => judge_game(raw, name, &self.settings),
            Entry::Position {
                index, line, text, ..
            } => judge_line(text, name, (*index, *line), &self.settings),
            Entry::TooLong { index, line, error } => {
                let mut report = Report::new(Some(name), *index, *line);
                let finding = Finding::new(FindingKind::GameTooLong, error);
                report.findings.push(finding);
                report
            }
        }
    }
}

/// Reads a file in batches until it ends, fails, or nobody listens.
fn read<R: Read>(source: R, sender: &SyncSender<io::Result<Vec<Entry>>>) {
    let mut entries = match Entries::new(source) {
        Ok(entries) => entries,
        Err(error) => {
            // Whoever has stopped listening does not want to know.
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

fn next_batch<R: Read>(entries: &mut Entries<R>) -> (Vec<Entry>, Option<io::Error>) {
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
