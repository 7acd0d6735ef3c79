//! Locks for folders and files that only one process may write to.

use super::file::{FileError, beside, folder_of};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The reasons why a folder or a file is not locked.
#[derive(Debug, thiserror::Error)]
pub enum ProcessLockError {
    /// Another process holds the lock.
    #[error("{} is being written by another process", .0.display())]
    InUse(PathBuf),
    /// There is no folder for the lock file, so there is none for what it protects.
    #[error("there is no directory {}", .0.display())]
    NoFolder(PathBuf),
    /// The lock file cannot be created or locked.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Locks a folder or a file against other processes. The system releases the lock of a killed process.
#[derive(Debug)]
pub struct ProcessLock(File);

impl ProcessLock {
    /// Locks a folder, by the file `lock` in it.
    ///
    /// # Errors
    /// Another process holds the lock, or locking fails.
    pub fn of_folder(folder: &Path) -> Result<Self, ProcessLockError> {
        Self::new(folder, &folder.join("lock"))
    }

    /// Locks a file, by the file `lock` [`beside`] it.
    ///
    /// # Errors
    /// As for [`Self::of_folder`].
    pub fn of_file(file: &Path) -> Result<Self, ProcessLockError> {
        Self::new(file, &beside(file, "lock"))
    }

    fn new(locked: &Path, path: &Path) -> Result<Self, ProcessLockError> {
        // The empty file stays: a new file of the same name would have a different lock.
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|error| {
            let folder = folder_of(path);
            if error.kind() == ErrorKind::NotFound && !folder.exists() {
                ProcessLockError::NoFolder(folder.to_owned())
            } else {
                FileError::at(path)(error).into()
            }
        })?;
        lock(&file, locked)?;
        Ok(Self(file))
    }
}

impl Drop for ProcessLock {
    /// A child process that is just starting may share the file; explicit unlocking releases the lock anyway.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Locks an open file until it is unlocked or closed; `path` is what the lock protects.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), ProcessLockError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => ProcessLockError::InUse(path.to_owned()),
        TryLockError::Error(error) => FileError::at(path)(error).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_named_and_not_the_lock_file() {
        let nowhere = tempfile::tempdir()
            .expect("a folder")
            .path()
            .join("nowhere");
        let refusal = ProcessLock::of_file(&nowhere.join("game.json")).expect_err("no folder");
        let expected = format!("there is no directory {}", nowhere.display());
        assert_eq!(refusal.to_string(), expected);
    }
}
