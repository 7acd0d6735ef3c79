//! A folder in which games are collected, shard by shard.
//!
//! Games come in the order of their numbers, without gaps. They go to a journal in batches, and when there are
//! enough for a shard, to a file of their own: written under another name, on the disk, renamed. Whoever is killed on
//! the way loses no more than the batch that was not yet written, and finds out on opening the folder what is there.
//! The bytes of a shard depend on its games only, not on how often the work on it was interrupted.
//!
//! Who holds a [`Store`] holds a lock on the folder, so that no two processes write to it.

mod journal;
mod lock;
mod missing;

use super::SelfplayGame;
use super::shard::{self, Provenance, ShardError, ShardHeader};
use crate::util::file;
use journal::Journal;
use lock::FolderLock;
use missing::MissingGames;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Games after which the journal is written.
const BATCH: usize = 64;

/// The ending of the names of shards.
const ENDING: &str = "shard";

/// Why games cannot be collected in a folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refuses something.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process writes there.
    #[error("{} is being written by another process", .0.display())]
    InUse(PathBuf),
    /// A file that is no shard, or no journal, or is damaged.
    #[error("{0}; remove the file, and its games will be played again")]
    Damaged(#[from] ShardError),
    /// Games of another recipe, or of another program.
    #[error("{}: the games are of {difference}", .path.display())]
    OtherGames {
        /// The file.
        path: PathBuf,
        /// What is not the same.
        difference: String,
    },
}

impl StoreError {
    fn file(path: &Path, error: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            error,
        }
    }
}

/// A folder of games that grows.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    origin: Provenance,
    gaps: MissingGames,
    journal: Journal,
    /// The games of the shard that is being filled; `None` if all are there.
    shard: Option<Range<u64>>,
    /// Those of them that are there.
    games: Vec<SelfplayGame>,
    /// How many of these are in the journal.
    kept: usize,
    _lock: FolderLock,
}

impl Store {
    /// Opens a folder, or makes it, for the games of a range.
    ///
    /// # Errors
    /// It cannot be read or written, another process writes to it, or it has games of another origin or damaged files.
    pub fn open(folder: &Path, origin: Provenance, wanted: Range<u64>) -> Result<Self, StoreError> {
        fs::create_dir_all(folder).map_err(|error| StoreError::file(folder, error))?;
        let lock = FolderLock::new(folder)?;
        let covered = covered(folder, &origin)?;
        let (journal, first, games) = Journal::open(&folder.join("journal"), &origin)?;
        let mut store = Self {
            folder: folder.to_owned(),
            origin,
            gaps: MissingGames::new(covered.clone(), wanted.clone()),
            journal,
            shard: None,
            games: Vec::new(),
            kept: 0,
            _lock: lock,
        };
        store.shard = store.gaps.next_shard(0);
        store.take_over(first, games, covered, wanted)?;
        store.complete()?;
        Ok(store)
    }

    /// Goes on with the games of the journal.
    fn take_over(
        &mut self,
        first: u64,
        games: Vec<SelfplayGame>,
        mut covered: Vec<Range<u64>>,
        wanted: Range<u64>,
    ) -> Result<(), StoreError> {
        let there = first..first + games.len() as u64;
        let is_beginning = |shard: &Range<u64>| shard.start == first && shard.end >= there.end;
        if self.shard.as_ref().is_some_and(is_beginning) {
            self.kept = games.len();
            self.games = games;
            return Ok(());
        }
        let overlaps = |games: &Range<u64>| games.start < there.end && there.start < games.end;
        // They may have got into a shard and been left in the journal.
        if !games.is_empty() && !covered.iter().any(overlaps) {
            // The range was another one then.
            self.write_shard(first, &games)?;
            covered.push(there);
            self.gaps = MissingGames::new(covered, wanted);
            self.shard = self.gaps.next_shard(0);
        }
        self.journal.clear()
    }

    /// The numbers of the games that are missing, in the order in which [`Store::push`] takes them.
    pub fn missing(&self) -> impl Iterator<Item = u64> + Send + use<> {
        self.gaps.clone().games(self.next())
    }

    /// How many are missing.
    pub fn count_missing(&self) -> u64 {
        self.gaps.count(self.next())
    }

    /// The number of the next game; beyond all that are wanted if none is missing.
    pub fn next(&self) -> u64 {
        let start = self.shard.as_ref().map_or(u64::MAX, |games| games.start);
        start.saturating_add(self.games.len() as u64)
    }

    /// Takes the game with the number [`Store::next`].
    ///
    /// # Errors
    /// It cannot be written. What is on the disk by then stays.
    pub fn push(&mut self, game: SelfplayGame) -> Result<(), StoreError> {
        debug_assert!(self.shard.is_some(), "all games are there");
        self.games.push(game);
        if !self.complete()? && self.games.len() - self.kept >= BATCH {
            self.flush()?;
        }
        Ok(())
    }

    /// Puts all games on the disk.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        if let (Some(shard), new @ [_, ..]) = (&self.shard, &self.games[self.kept..]) {
            self.journal.append(shard.start + self.kept as u64, new)?;
            self.kept = self.games.len();
        }
        Ok(())
    }

    /// Finishes a shard that is full, and leaves no journal when the last one is.
    fn complete(&mut self) -> Result<bool, StoreError> {
        let full = match &self.shard {
            Some(shard) if shard.end - shard.start == self.games.len() as u64 => shard.clone(),
            Some(_) => return Ok(false),
            None => {
                self.journal.remove()?;
                return Ok(false);
            }
        };
        let games = std::mem::take(&mut self.games);
        self.write_shard(full.start, &games)?;
        self.journal.clear()?;
        self.kept = 0;
        self.shard = self.gaps.next_shard(full.end);
        if self.shard.is_none() {
            self.journal.remove()?;
        }
        Ok(true)
    }

    fn write_shard(&self, first: u64, games: &[SelfplayGame]) -> Result<(), StoreError> {
        let last = first + games.len() as u64 - 1;
        let path = self.folder.join(format!("{first:08}-{last:08}.{ENDING}"));
        replace(&path, &shard::encode(&self.origin, first, games))
    }
}

/// The shards of a folder, in the order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn shards(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}

/// The games in the shards of a folder, all of one origin.
fn covered(folder: &Path, origin: &Provenance) -> Result<Vec<Range<u64>>, StoreError> {
    let paths = shards(folder).map_err(|error| StoreError::file(folder, error))?;
    let games = |path: PathBuf| {
        let shard = shard::read(&path)?;
        let header: &ShardHeader = shard.header();
        check_origin(&path, &header.origin, origin)?;
        Ok(header.games())
    };
    paths.into_iter().map(games).collect()
}

fn check_origin(path: &Path, theirs: &Provenance, ours: &Provenance) -> Result<(), StoreError> {
    match theirs.difference(ours) {
        None => Ok(()),
        Some(difference) => Err(StoreError::OtherGames {
            path: path.to_owned(),
            difference,
        }),
    }
}

/// Replaces a file atomically; see [`file::replace`].
fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    file::replace(path, bytes).map_err(|error| StoreError::file(path, error))
}
