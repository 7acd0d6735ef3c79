//! Append-only files with atomic appends.

use super::file::{self, FileError, Replacement};
use super::pack;
use super::process_lock::{self, ProcessLockError};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

/// The reasons why an append-only file cannot be created, opened or written.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// A file that was to be created exists already.
    #[error("{} already exists; move it away, or choose another name", .0.display())]
    Exists(PathBuf),
    /// Another process has locked the file.
    #[error(transparent)]
    Lock(#[from] ProcessLockError),
    /// An error of the system.
    #[error(transparent)]
    File(#[from] FileError),
}

/// An append-only file. An append reaches the disk completely or not at all, and only after the earlier ones.
///
/// Its path may lead to a device, a pipe or an open file such as `/dev/stdout`. Appends are then simply written: there
/// is no lock, and nothing is undone.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    /// True for a device, a pipe or an open file.
    is_stream: bool,
    /// The end of the last complete append.
    end: u64,
    /// The thread that syncs the last append.
    syncing: Option<JoinHandle<io::Result<()>>>,
}

impl AppendFile {
    /// Creates a file that begins with these bytes. The file must not exist, unless it is a device, a pipe or an open
    /// file. It appears with all the bytes; when this returns, they and its name are on disk.
    ///
    /// # Errors
    /// The file exists, cannot be created, or has the name of a compressed file, which could not grow. No new file is left
    /// behind.
    pub fn create(path: &Path, beginning: &[u8]) -> Result<Self, AppendError> {
        pack::refuse_name(path).map_err(FileError::at(path))?;
        let created = Replacement::create(path).and_then(|mut file| {
            file.write_all(beginning)?;
            file.finish_new()
        });
        match created {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(AppendError::Exists(path.to_owned()))
            }
            created => Ok(Self {
                path: path.to_owned(),
                file: created.map_err(FileError::at(path))?,
                is_stream: file::is_stream(path),
                end: beginning.len() as u64,
                syncing: None,
            }),
        }
    }

    /// Opens an existing regular file. Its end is set by [`AppendFile::truncate`].
    ///
    /// # Errors
    /// The file cannot be opened, or is not a regular file.
    pub fn open(path: &Path) -> Result<Self, AppendError> {
        // Opening a pipe would wait for its other end.
        let opened = if file::is_stream(path) {
            Err(io::Error::other("it is not a regular file"))
        } else {
            OpenOptions::new().read(true).write(true).open(path)
        };
        Ok(Self {
            path: path.to_owned(),
            file: opened.map_err(FileError::at(path))?,
            is_stream: false,
            end: 0,
            syncing: None,
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
        if !self.is_stream {
            process_lock::lock(&self.file, &self.path)?;
        }
        Ok(())
    }

    /// Truncates the file, and syncs that to disk; later appends begin there.
    ///
    /// # Errors
    /// The error of the system.
    pub fn truncate(&mut self, end: u64) -> Result<(), AppendError> {
        if !self.is_stream {
            let cut = self.file.set_len(end).and_then(|()| self.file.sync_data());
            cut.map_err(|error| self.error(error))?;
        }
        self.end = end;
        Ok(())
    }

    /// Appends bytes and syncs them to disk. On failure the file is truncated to its former length.
    ///
    /// # Errors
    /// The error of the system, such as a full disk.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), AppendError> {
        self.append_and(bytes, |file| file.file.sync_data())
    }

    /// Appends bytes as [`Self::append`] does, but returns while the system still syncs them. First waits for the
    /// previous append, so that a crash loses at most this one.
    ///
    /// # Errors
    /// The errors of [`Self::append`], for this append or the previous one.
    pub fn append_soon(&mut self, bytes: &[u8]) -> Result<(), AppendError> {
        self.wait()?;
        self.append_and(bytes, Self::sync_soon)
    }

    /// Waits until the last append is on disk.
    ///
    /// # Errors
    /// It cannot be synced.
    pub fn wait(&mut self) -> Result<(), AppendError> {
        let synced = self.syncing.take().map_or(Ok(()), |thread| {
            let panicked = |_| Err(io::Error::other("the thread that syncs has panicked"));
            thread.join().unwrap_or_else(panicked)
        });
        synced.map_err(|error| self.error(error))
    }

    fn append_and(
        &mut self,
        bytes: &[u8],
        sync: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> Result<(), AppendError> {
        let mut written = self.write(bytes);
        if written.is_ok() && !self.is_stream {
            written = sync(self);
        }
        match &written {
            Ok(()) => self.end += bytes.len() as u64,
            // If this fails, the next append truncates first.
            Err(_) if !self.is_stream => drop(self.file.set_len(self.end)),
            Err(_) => {}
        }
        written.map_err(|error| self.error(error))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.is_stream {
            self.check_place()?;
            self.file.set_len(self.end)?;
            self.file.seek(SeekFrom::Start(self.end))?;
        }
        self.file.write_all(bytes)
    }

    fn sync_soon(&mut self) -> io::Result<()> {
        let file = self.file.try_clone()?;
        match thread::Builder::new().spawn(move || file.sync_data()) {
            Ok(thread) => self.syncing = Some(thread),
            // The system refuses a thread.
            Err(_) => self.file.sync_data()?,
        }
        Ok(())
    }

    /// Checks that the path still leads to the file.
    fn check_place(&self) -> io::Result<()> {
        if file::leads_to(&self.path, &self.file)? {
            return Ok(());
        }
        Err(io::Error::other(
            "it was deleted or replaced while it was being written",
        ))
    }

    /// Replaces the content atomically and closes the file. A device, a pipe or an open file stays as it is.
    ///
    /// # Errors
    /// The error of the system; the file is then unchanged.
    pub fn replace(self, bytes: &[u8]) -> Result<(), AppendError> {
        if self.is_stream {
            return Ok(());
        }
        self.check_place().map_err(|error| self.error(error))?;
        Ok(file::replace(&self.path, bytes)?)
    }

    /// Syncs the name of the file to disk.
    ///
    /// # Errors
    /// The error of the system.
    pub fn sync_name(&self) -> Result<(), AppendError> {
        if self.is_stream {
            return Ok(());
        }
        file::sync_folder_of(&self.path).map_err(|error| self.error(error))
    }

    /// Removes a new file after an error.
    pub fn remove(&self) {
        // If the file stays, the next `create` reports it.
        file::remove(&self.path);
    }
}

impl Drop for AppendFile {
    /// Unlocks explicitly: a process that is just starting may hold the file, and with it the lock, for a moment
    /// longer.
    fn drop(&mut self) {
        // A caller that needs the error has called `wait` itself.
        let _ = self.wait();
        if !self.is_stream {
            let _ = self.file.unlock();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_append_waits_for_the_one_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let mut file = AppendFile::create(&path, b"one\n").expect("a new file");
        for line in [b"two\n", b"six\n"] {
            file.append_soon(line).expect("the file is there");
            assert!(file.syncing.is_some());
        }
        file.wait().expect("the disk works");
        file.syncing = Some(thread::spawn(|| Err(io::Error::other("the disk is gone"))));
        let error = file.append_soon(b"ten\n").expect_err("the disk is gone");
        assert!(error.to_string().ends_with("file: the disk is gone"));
        assert_eq!(file.end(), 12);
        drop(file);
        let kept = std::fs::read_to_string(path);
        assert_eq!(kept.expect("a file"), "one\ntwo\nsix\n");
    }

    #[test]
    fn a_file_that_was_deleted_or_replaced_is_not_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let mut file = AppendFile::create(&path, b"one\n").expect("a new file");
        file.append(b"and\n").expect("the file is there");
        std::fs::rename(&path, folder.path().join("elsewhere")).expect("the file is there");
        assert!(file.append(b"two\n").is_err());
        std::fs::write(&path, "other\n").expect("a file");
        assert_eq!(file.append(b"two\n").is_err(), cfg!(unix));
        assert_eq!(file.replace(b"three\n").is_err(), cfg!(unix));
        let kept = std::fs::read_to_string(folder.path().join("elsewhere"));
        assert_eq!(kept.expect("a file"), "one\nand\n");
    }
}
