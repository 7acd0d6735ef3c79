//! Locks for folders that only one process may write to.

use super::file::FileError;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// The reasons why a folder is not locked.
#[derive(Debug, thiserror::Error)]
pub enum FolderLockError {
    /// Another process holds the lock.
    #[error("{} is being written by another process", .0.display())]
    InUse(PathBuf),
    /// The lock file cannot be created or locked.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Locks a folder against other processes. The system releases the lock of a killed process.
#[derive(Debug)]
pub struct FolderLock(File);

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// Another process holds the lock, or locking fails.
    pub fn new(folder: &Path) -> Result<Self, FolderLockError> {
        let path = folder.join("lock");
        let wrong = |error| FileError::at(&path)(error);
        // The empty file stays: a new file of the same name would have a different lock.
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(FolderLockError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(wrong(error).into()),
        }
    }
}

impl Drop for FolderLock {
    /// A child process that is just starting may share the file; explicit unlocking releases the lock anyway.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}
