//! The journal: the games of a shard that is not yet whole.
//!
//! It begins with a head (see `shard::text_header`) that holds the origin of the games. Batches follow, each a length, the
//! number of its first game, how many there are, a checksum of all that, and the games as columns. Each is on the disk
//! before the next is played. What a batch is cut short of, or damaged, ends the journal: the games are played again.

use super::StoreError;
use crate::datagen::SelfplayGame;
use crate::datagen::shard::text_header::{self, FileKind};
use crate::datagen::shard::{self, Checksum, Provenance, columns};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Of a batch: length of the columns, first game, number of games.
const LABEL: usize = 4 + 8 + 4;

/// The journal of a folder, open.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Where the batches begin.
    start: u64,
    /// Where the last whole one ends.
    end: u64,
}

impl Journal {
    /// Opens the journal, or begins one, and reads the games in it: the number of the first one, and all of them.
    ///
    /// # Errors
    /// It cannot be read or written, is something else, or has games of another origin.
    pub fn open(
        path: &Path,
        origin: &Provenance,
    ) -> Result<(Self, u64, Vec<SelfplayGame>), StoreError> {
        if !path.exists() {
            super::replace(path, &text_header::write(FileKind::Journal, origin))?;
        }
        let bytes = shard::read_file(path, FileKind::Journal)?;
        let read = text_header::read::<Provenance>(FileKind::Journal, &bytes);
        let (theirs, start) = read.map_err(|fault| shard::ShardError::head(path, fault))?;
        super::check_origin(path, &theirs, origin)?;
        let (first, games, length) = batches(&bytes[start..]);
        let file = OpenOptions::new().write(true).open(path);
        let mut journal = Self {
            path: path.to_owned(),
            file: file.map_err(|error| StoreError::file(path, error))?,
            start: start as u64,
            end: 0,
        };
        journal.cut((start + length) as u64)?;
        Ok((journal, first, games))
    }

    /// Adds games, the first of which has this number. When this returns they are on the disk.
    pub fn append(&mut self, first: u64, games: &[SelfplayGame]) -> Result<(), StoreError> {
        let columns = columns::pack(games);
        let mut batch = label(columns.len(), first, games.len());
        let checksum = Checksum::of(&[&batch, &columns]);
        batch.extend(checksum.bytes());
        batch.extend(columns);
        match self.write(&batch) {
            Ok(()) => {
                self.end += batch.len() as u64;
                Ok(())
            }
            Err(error) => Err(StoreError::file(&self.path, error)),
        }
    }

    /// Forgets all games.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        self.cut(self.start)
    }

    /// Removes the file; the journal is not used any more.
    pub fn remove(&self) -> Result<(), StoreError> {
        fs::remove_file(&self.path).map_err(|error| StoreError::file(&self.path, error))
    }

    fn cut(&mut self, end: u64) -> Result<(), StoreError> {
        self.end = end;
        let cut = self.file.set_len(end).and_then(|()| self.file.sync_data());
        cut.map_err(|error| StoreError::file(&self.path, error))
    }

    fn write(&mut self, batch: &[u8]) -> io::Result<()> {
        // Behind the last whole batch there may be a part of one that the disk had no room for.
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(batch)?;
        self.file.sync_data()
    }
}

fn label(length: usize, first: u64, games: usize) -> Vec<u8> {
    let mut label = Vec::with_capacity(LABEL);
    label.extend((length as u32).to_le_bytes());
    label.extend(first.to_le_bytes());
    label.extend((games as u32).to_le_bytes());
    label
}

/// The whole batches at the beginning of some bytes: the number of the first game, the games, and the length of it all.
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

/// The batch that some bytes begin with, if it is whole, and what follows.
fn next_batch(bytes: &[u8]) -> Option<(u64, Vec<SelfplayGame>, &[u8])> {
    let (label, rest) = bytes.split_first_chunk::<LABEL>()?;
    let (checksum, rest) = rest.split_first_chunk::<{ Checksum::LENGTH }>()?;
    let (length, numbers) = label.split_first_chunk()?;
    let (first, count) = numbers.split_first_chunk()?;
    let (columns, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    if Checksum::of(&[label, columns]).bytes() != *checksum {
        return None;
    }
    let first = u64::from_le_bytes(*first);
    let count = u32::from_le_bytes(*count.first_chunk()?);
    let last = first.checked_add(count.into());
    let games = last.and_then(|_| columns::unpack(columns, first, count).ok())?;
    (!games.is_empty()).then_some((first, games, rest))
}
