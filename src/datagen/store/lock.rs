use super::StoreError;
use crate::util::file::FileError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Locks a folder against other processes. The system releases the lock of a killed process.
#[derive(Debug)]
pub(super) struct FolderLock(File);

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// Another process holds the lock, or locking fails.
    pub fn new(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("lock");
        let wrong = |error| FileError::at(&path)(error);
        // The empty file stays: a new file of the same name would have another lock.
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(wrong(error).into()),
        }
    }
}

impl Drop for FolderLock {
    /// A child process that is just starting may share the file; unlocking explicitly releases the lock all the same.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}
