//! The journal: the games of an incomplete shard.
//!
//! A header (see `shard::text_header`) with the provenance of the games is followed by batches: length, number of the
//! first game, number of games, checksum, and the encoded games. Each batch is synced to disk before the next one is
//! written. A truncated or damaged batch ends the journal; its games are played again.

use super::shard_files::check_provenance;
use super::store_error::StoreError;
use crate::datagen::SelfplayGame;
use crate::datagen::shard::text_header::{self, FileKind};
use crate::datagen::shard::{self, Checksum, Provenance, columns};
use crate::util::append_file::AppendFile;
use crate::util::file::{self, FileError};
use std::fs;
use std::path::{Path, PathBuf};

/// The size of the head of a batch: length, first game, number of games.
const BATCH_HEADER: usize = 4 + 8 + 4;

#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: AppendFile,
    /// The offset of the first batch.
    start: u64,
}

impl Journal {
    /// Opens or creates the journal; returns it, the number of its first game, and its games.
    ///
    /// # Errors
    /// The journal cannot be read or written, is not a journal, or has games of another provenance.
    pub fn open(
        path: &Path,
        origin: &Provenance,
    ) -> Result<(Self, u64, Vec<SelfplayGame>), StoreError> {
        if !path.exists() {
            file::replace(path, &text_header::write(FileKind::Journal, origin))?;
        }
        let bytes = shard::read_file(path, FileKind::Journal)?;
        let read = text_header::read::<Provenance>(FileKind::Journal, &bytes);
        let (theirs, start) = read.map_err(|fault| shard::ShardError::header(path, fault))?;
        check_provenance(path, &theirs, origin)?;
        let (first, games, length) = batches(&bytes[start..]);
        let mut file = AppendFile::open(path)?;
        file.truncate((start + length) as u64)?;
        let journal = Self {
            path: path.to_owned(),
            file,
            start: start as u64,
        };
        Ok((journal, first, games))
    }

    /// Appends games and syncs them to disk; the first one has the number `first`.
    pub fn append(&mut self, first: u64, games: &[SelfplayGame]) -> Result<(), StoreError> {
        let columns = columns::pack(games);
        let mut batch = (columns.len() as u32).to_le_bytes().to_vec();
        batch.extend(first.to_le_bytes());
        batch.extend((games.len() as u32).to_le_bytes());
        let checksum = Checksum::of(&[&batch, &columns]);
        batch.extend(checksum.bytes());
        batch.extend(columns);
        Ok(self.file.append(&batch)?)
    }

    /// Removes all games.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        Ok(self.file.truncate(self.start)?)
    }

    /// Deletes the file.
    pub fn remove(&self) -> Result<(), StoreError> {
        Ok(fs::remove_file(&self.path).map_err(FileError::at(&self.path))?)
    }
}

/// The intact batches at the start of `bytes`: the number of the first game, the games, and their length in bytes.
fn batches(bytes: &[u8]) -> (u64, Vec<SelfplayGame>, usize) {
    let (mut first, mut games, mut rest) = (0, Vec::new(), bytes);
    while let Some((number, mut batch, after)) = next_batch(rest) {
        if games.is_empty() {
            first = number;
        } else if number != first + games.len() as u64 {
            break;
        }
        games.append(&mut batch);
        rest = after;
    }
    (first, games, bytes.len() - rest.len())
}

/// The first batch, if it is intact, and the bytes after it.
fn next_batch(bytes: &[u8]) -> Option<(u64, Vec<SelfplayGame>, &[u8])> {
    let (batch_header, rest) = bytes.split_first_chunk::<BATCH_HEADER>()?;
    let (checksum, rest) = rest.split_first_chunk::<{ Checksum::LENGTH }>()?;
    let (length, numbers) = batch_header.split_first_chunk()?;
    let (first, count) = numbers.split_first_chunk()?;
    let (columns, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    if Checksum::of(&[batch_header, columns]).bytes() != *checksum {
        return None;
    }
    let first = u64::from_le_bytes(*first);
    let count = u32::from_le_bytes(*count.first_chunk()?);
    let last = first.checked_add(count.into());
    let games = last.and_then(|_| columns::unpack(columns, first, count).ok())?;
    (!games.is_empty()).then_some((first, games, rest))
}
