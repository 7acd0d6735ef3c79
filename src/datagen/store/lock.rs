use super::StoreError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Keeps other processes from a folder. The lock of a process that is killed is gone.
#[derive(Debug)]
pub(super) struct FolderLock(File);

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// Another process has locked it, or the system does not let it be locked.
    pub fn new(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("lock");
        let wrong = |error| StoreError::file(&path, error);
        // Nothing is ever written to it, and it stays: another one of the same name would have a lock of its own.
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(wrong(error)),
        }
    }
}

impl Drop for FolderLock {
    /// A process that is being started may hold the file open for a moment, and with it the lock.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}
