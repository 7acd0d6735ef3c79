//! Append-only files with atomic appends.

use super::LedgerError;
use crate::util::file;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An append-only file. An append is on disk completely or not at all.
#[derive(Debug)]
pub(super) struct AppendFile {
    path: PathBuf,
    file: File,
    /// The end of the last complete append.
    end: u64,
}

impl AppendFile {
    /// Creates an empty file of the match with the ledger `json`; it must not exist.
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

    /// Opens an existing file. Its end is set by [`AppendFile::truncate`].
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let file = opened.map_err(|error| LedgerError::file(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            end: 0,
        })
    }

    /// The file, for reading.
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// The end of the last complete append.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// An error of the system with the path of this file.
    pub fn error(&self, error: io::Error) -> LedgerError {
        LedgerError::file(&self.path, error)
    }

    /// Locks the file against other processes until it is closed.
    pub fn lock(&self) -> Result<(), LedgerError> {
        self.file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LedgerError::InUse(self.path.clone()),
            TryLockError::Error(error) => self.error(error),
        })
    }

    /// Truncates the file.
    pub fn truncate(&mut self, end: u64) -> Result<(), LedgerError> {
        self.file.set_len(end).map_err(|error| self.error(error))?;
        self.end = end;
        Ok(())
    }

    /// Appends bytes and syncs them to disk. On failure the file is truncated to its former length.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), LedgerError> {
        let written = self.write(bytes).map_err(|error| self.error(error));
        match written {
            Ok(()) => self.end += bytes.len() as u64,
            // If this fails, the next append truncates first.
            Err(_) => drop(self.file.set_len(self.end)),
        }
        written
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)?;
        self.file.sync_data()
    }

    /// Syncs the directory entry of a new file.
    pub fn sync_name(&self) -> Result<(), LedgerError> {
        file::sync_folder_of(&self.path).map_err(|error| self.error(error))
    }

    /// Removes a new file after an error.
    pub fn remove(&self) {
        // If it stays, the next `create` reports it.
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for AppendFile {
    /// Unlocks: a process that is just being started may hold the file, and with it the lock, for a moment longer.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}
