//! Append-only files with atomic appends.

use super::file::{self, FileError};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why an append-only file cannot be made, opened or written.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// A file to be created exists.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// Another process has locked the file.
    #[error("{} is being written by another process", .0.display())]
    InUse(PathBuf),
    /// An error of the system.
    #[error(transparent)]
    File(#[from] FileError),
}

/// An append-only file. An append is on disk completely or not at all.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    /// The end of the last complete append.
    end: u64,
}

impl AppendFile {
    /// Creates an empty file; it must not exist.
    ///
    /// # Errors
    /// It exists, or cannot be created.
    pub fn create(path: &Path) -> Result<Self, AppendError> {
        let mut options = OpenOptions::new();
        let created = options.read(true).write(true).create_new(true).open(path);
        match created {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(AppendError::Exists(path.to_owned()))
            }
            created => Self::new(path, created),
        }
    }

    /// Opens an existing file. Its end is set by [`AppendFile::truncate`].
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> Result<Self, AppendError> {
        Self::new(path, OpenOptions::new().read(true).write(true).open(path))
    }

    fn new(path: &Path, file: io::Result<File>) -> Result<Self, AppendError> {
        Ok(Self {
            path: path.to_owned(),
            file: file.map_err(FileError::at(path))?,
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
    pub fn error(&self, error: io::Error) -> AppendError {
        FileError::at(&self.path)(error).into()
    }

    /// Locks the file against other processes until it is closed.
    ///
    /// # Errors
    /// Another process holds the lock.
    pub fn lock(&self) -> Result<(), AppendError> {
        self.file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => AppendError::InUse(self.path.clone()),
            TryLockError::Error(error) => self.error(error),
        })
    }

    /// Truncates the file.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn truncate(&mut self, end: u64) -> Result<(), AppendError> {
        self.file.set_len(end).map_err(|error| self.error(error))?;
        self.end = end;
        Ok(())
    }

    /// Appends bytes and syncs them to disk. On failure the file is truncated to its former length.
    ///
    /// # Errors
    /// What the system refuses, such as a full disk.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), AppendError> {
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
    ///
    /// # Errors
    /// What the system refuses.
    pub fn sync_name(&self) -> Result<(), AppendError> {
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
