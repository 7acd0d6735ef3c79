//! A file that cannot be used, with its path.

use std::io;
use std::path::{Path, PathBuf};

/// A file or folder that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct FileError {
    /// The path of the file or folder.
    pub path: PathBuf,
    /// The error of the system.
    #[source]
    pub error: io::Error,
}

impl FileError {
    /// Adds the path to an I/O error.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self {
            path: path.to_owned(),
            error,
        }
    }
}
