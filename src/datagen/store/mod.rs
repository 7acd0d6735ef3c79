//! A folder that collects games in shards.
//!
//! Games are added in the order of their numbers: in batches to a journal first, then each complete shard atomically to
//! its own file. A killed process loses at most the batch that was not yet written, and the games that it was still
//! playing or that waited for a lower number; opening the folder recovers the rest. The bytes of a shard depend only on
//! its games, not on interruptions.
//!
//! A [`Store`] locks its folder against other processes.

mod gather;
mod journal;
mod missing;
mod shard_files;
mod store_error;

pub use gather::{GatheredShards, gather};
pub use shard_files::shards;
pub use store_error::StoreError;

use super::SelfplayGame;
use super::shard::{self, Provenance};
use crate::util::file;
use crate::util::process_lock::ProcessLock;
use journal::Journal;
use missing::MissingGames;
use shard_files::{covered, shard_name};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Games per journal batch.
const BATCH: usize = 64;

/// A folder of games.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    origin: Provenance,
    missing: MissingGames,
    journal: Journal,
    /// The games of the current shard; `None` if no game is missing.
    shard: Option<Range<u64>>,
    /// The games of the current shard so far.
    games: Vec<SelfplayGame>,
    /// How many of these games are in the journal.
    journaled: usize,
    _lock: ProcessLock,
}

impl Store {
    /// Opens or creates a folder for the games of a range.
    ///
    /// # Errors
    /// The folder cannot be read or written, another process uses it, or it has games of another provenance or damaged
    /// files.
    pub fn open(folder: &Path, origin: Provenance, wanted: Range<u64>) -> Result<Self, StoreError> {
        file::create_folder(folder)?;
        let lock = ProcessLock::of_folder(folder)?;
        file::remove_unfinished(folder, |name| {
            name.extension() == Some(shard_files::EXTENSION.as_ref())
        })?;
        let covered = covered(folder, &origin)?;
        let (journal, first, games) = Journal::open(&folder.join("journal"), &origin)?;
        let mut store = Self {
            folder: folder.to_owned(),
            origin,
            missing: MissingGames::new(covered.clone(), wanted.clone()),
            journal,
            shard: None,
            games: Vec::new(),
            journaled: 0,
            _lock: lock,
        };
        store.shard = store.missing.next_shard(0);
        store.take_journal(first, games, covered, wanted)?;
        store.complete()?;
        Ok(store)
    }

    fn take_journal(
        &mut self,
        first: u64,
        mut games: Vec<SelfplayGame>,
        mut covered: Vec<Range<u64>>,
        wanted: Range<u64>,
    ) -> Result<(), StoreError> {
        let there = first..first + games.len() as u64;
        let overlaps = |games: &Range<u64>| games.start < there.end && there.start < games.end;
        let is_covered = covered.iter().any(overlaps);
        let is_beginning =
            |shard: &&Range<u64>| shard.start == first && (shard.end >= there.end || is_covered);
        if let Some(shard) = self.shard.as_ref().filter(is_beginning) {
            // Another shard, which was put here meanwhile, may have the rest.
            games.truncate((shard.end - first) as usize);
            self.journaled = games.len();
            self.games = games;
            return Ok(());
        }
        // The process may have been killed between writing a shard and clearing the journal.
        if !games.is_empty() && !is_covered {
            // The journal belongs to another range.
            self.write_shard(first, &games)?;
            covered.push(there);
            self.missing = MissingGames::new(covered, wanted);
            self.shard = self.missing.next_shard(0);
        }
        self.journal.clear()
    }

    /// The numbers of the missing games, in the order of [`Store::push`].
    pub fn missing(&self) -> impl Iterator<Item = u64> + Send + use<> {
        self.missing.clone().games(self.next())
    }

    /// The number of missing games.
    pub fn count_missing(&self) -> u64 {
        self.missing.count(self.next())
    }

    /// The number of the next game; `u64::MAX` if none is missing.
    pub fn next(&self) -> u64 {
        let start = self.shard.as_ref().map_or(u64::MAX, |games| games.start);
        start.saturating_add(self.games.len() as u64)
    }

    /// Adds the game with the number [`Store::next`].
    ///
    /// # Errors
    /// The game cannot be written. Games that are on disk are journaled.
    pub fn push(&mut self, game: SelfplayGame) -> Result<(), StoreError> {
        debug_assert!(self.shard.is_some(), "all games are there");
        self.games.push(game);
        if !self.complete()? && self.games.len() - self.journaled >= BATCH {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes all games to disk.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        if let (Some(shard), new @ [_, ..]) = (&self.shard, &self.games[self.journaled..]) {
            self.journal
                .append(shard.start + self.journaled as u64, new)?;
            self.journaled = self.games.len();
        }
        Ok(())
    }

    /// Writes a complete shard; deletes the journal after the last one.
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
        self.journaled = 0;
        self.shard = self.missing.next_shard(full.end);
        if self.shard.is_none() {
            self.journal.remove()?;
        }
        Ok(true)
    }

    fn write_shard(&self, first: u64, games: &[SelfplayGame]) -> Result<(), StoreError> {
        let name = shard_name(&(first..first + games.len() as u64));
        let bytes = shard::encode(&self.origin, first, games);
        Ok(file::replace(&self.folder.join(name), &bytes)?)
    }
}
