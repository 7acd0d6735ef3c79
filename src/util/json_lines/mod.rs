//! Files of JSON objects, one per line: a header with the version of the format, then records.
//!
//! A file appears with its header. Each line is on disk before the next one is written, and its last member is a
//! checksum of everything before it. At worst a crash leaves an incomplete last line, which the reader takes for the
//! end and [`JsonLinesFile::truncate`] removes. Any other damage is an error with its line number, and the file stays
//! unchanged. A [`JsonLinesFile`] holds a lock, so that no two processes write the same file, and it does not write to a
//! file that was deleted or replaced.
//!
//! Files of version 1 have no checksums. They are read and continued; the lines that are added have checksums.

mod line_check;
mod reader;

pub use reader::{JsonLinesReader, LineError, MAX_LINE, VERSION};

use super::append_file::{AppendError, AppendFile};
use super::file::FileError;
use super::process_lock::ProcessLockError;
use line_check::checked_line;
use serde::Serialize;
use std::fs::File;
use std::path::Path;

/// An open file of JSON lines, locked against other processes. Its path may lead to a device or a pipe, see
/// [`AppendFile`].
#[derive(Debug)]
pub struct JsonLinesFile {
    file: AppendFile,
}

impl JsonLinesFile {
    /// Creates a file, which appears with its header.
    ///
    /// # Errors
    /// The file exists already, or cannot be written; no new file is left behind. Or another process has opened it right
    /// away, and goes on with it.
    pub fn create(path: &Path, header: &impl Serialize) -> Result<Self, AppendError> {
        let line = checked_line(header).map_err(FileError::at(path))?;
        let file = AppendFile::create(path, &line)?;
        file.lock().inspect_err(|error| {
            // The process that uses it goes on with it.
            if !matches!(error, AppendError::Lock(ProcessLockError::InUse(_))) {
                file.remove();
            }
        })?;
        Ok(Self { file })
    }

    /// Opens an existing file. Before the first line is added, [`JsonLinesFile::truncate`] sets its end.
    ///
    /// # Errors
    /// The file cannot be opened, is not a regular file, or is locked by another process.
    pub fn open(path: &Path) -> Result<Self, AppendError> {
        let file = AppendFile::open(path)?;
        file.lock()?;
        Ok(Self { file })
    }

    /// The file, for reading.
    pub const fn file(&self) -> &File {
        self.file.file()
    }

    /// Writes the header of an existing file without lines. When this returns, header and name of the file are on disk.
    ///
    /// # Errors
    /// The error of the system.
    pub fn begin(&mut self, header: &impl Serialize) -> Result<(), AppendError> {
        let line = self.line(header)?;
        self.file.append(&line)?;
        self.file.sync_name()
    }

    /// Appends a record. When this returns, all records before it are on disk, and this one is on the way.
    ///
    /// # Errors
    /// The record is not a JSON object, or cannot be written, and the file stays unchanged; or the previous record
    /// cannot be synced to disk.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), AppendError> {
        let line = self.line(record)?;
        self.file.append_soon(&line)
    }

    /// Waits until all records are on disk.
    ///
    /// # Errors
    /// The last one cannot be synced.
    pub fn wait(&mut self) -> Result<(), AppendError> {
        self.file.wait()
    }

    /// Removes what follows the last complete line, see [`JsonLinesReader::end`].
    ///
    /// # Errors
    /// The error of the system.
    pub fn truncate(&mut self, end: u64) -> Result<(), AppendError> {
        self.file.truncate(end)
    }

    /// Replaces all lines and closes the file. What went to a device or a pipe stays as it is.
    ///
    /// # Errors
    /// The error of the system; the file is then unchanged.
    pub fn replace(
        self,
        header: &impl Serialize,
        records: &[impl Serialize],
    ) -> Result<(), AppendError> {
        let mut text = self.line(header)?;
        for record in records {
            text.extend(self.line(record)?);
        }
        self.file.replace(&text)
    }

    /// Removes a new file after an error.
    pub fn remove(&self) {
        self.file.remove();
    }

    fn line(&self, value: &impl Serialize) -> Result<Vec<u8>, AppendError> {
        checked_line(value).map_err(|error| self.file.error(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::thread;

    #[test]
    fn a_new_file_belongs_to_whoever_locks_it_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let header = BTreeMap::from([("version", VERSION)]);
        for number in 0..50 {
            let path = folder.path().join(number.to_string());
            let open = || loop {
                match JsonLinesFile::open(&path) {
                    // There is no file yet.
                    Err(AppendError::File(_)) => {}
                    opened => break opened,
                }
            };
            thread::scope(|scope| {
                let other = scope.spawn(open);
                let created = JsonLinesFile::create(&path, &header);
                let opened = other.join().expect("no panic");
                assert_ne!(created.is_ok(), opened.is_ok());
                assert!(path.exists());
            });
        }
    }
}
