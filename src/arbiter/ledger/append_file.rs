//! A file that grows at its end.

use super::LedgerError;
use crate::util::file;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file to which pieces are added that are on the disk as a whole or not at all.
#[derive(Debug)]
pub(super) struct AppendFile {
    path: PathBuf,
    file: File,
    /// Where the last whole piece ends.
    end: u64,
}

impl AppendFile {
    /// Makes an empty file, one of the match whose ledger is `json`. There must be none of that name.
    pub fn create(path: &Path, json: &Path) -> Result<Self, LedgerError> {
        let created = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path);
        match created {
            Ok(file) => Ok(Self {
                path: path.to_owned(),
                file,
                end: 0,
            }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(LedgerError::Exists {
                    path: path.to_owned(),
                    json: json.to_owned(),
                })
            }
            Err(error) => Err(LedgerError::file(path, error)),
        }
    }

    /// Opens a file that is there. Nothing of it counts as whole before [`AppendFile::cut`] says so.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let file = opened.map_err(|error| LedgerError::file(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            end: 0,
        })
    }

    /// The file, to be read.
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// Where the last whole piece ends.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// An error of the system about this file.
    pub fn error(&self, error: io::Error) -> LedgerError {
        LedgerError::file(&self.path, error)
    }

    /// Keeps other processes from the file until it is closed.
    pub fn lock(&self) -> Result<(), LedgerError> {
        self.file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LedgerError::InUse(self.path.clone()),
            TryLockError::Error(error) => self.error(error),
        })
    }

    /// Cuts off what stands after this place.
    pub fn cut(&mut self, end: u64) -> Result<(), LedgerError> {
        self.file.set_len(end).map_err(|error| self.error(error))?;
        self.end = end;
        Ok(())
    }

    /// Adds a piece and waits until it is on the disk. If that fails, what was written of it is taken back.
    pub fn append(&mut self, piece: &[u8]) -> Result<(), LedgerError> {
        let written = self.write(piece).map_err(|error| self.error(error));
        match written {
            Ok(()) => self.end += piece.len() as u64,
            // If this fails as well, the next piece begins with it.
            Err(_) => drop(self.file.set_len(self.end)),
        }
        written
    }

    fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(piece)?;
        self.file.sync_data()
    }

    /// Puts the name of a new file on the disk, as far as the system lets folders be opened for that.
    pub fn sync_name(&self) -> Result<(), LedgerError> {
        file::sync_folder_of(&self.path).map_err(|error| self.error(error))
    }

    /// Removes a file that was made in vain.
    pub fn remove(&self) {
        // Whoever begins again is told that it is still there.
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for AppendFile {
    /// A process that is being started may hold the file open for a moment, and with it the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}
