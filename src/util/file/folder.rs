//! Folders: the files in them, and names that are on disk for certain.

use super::file_error::FileError;
use super::target::folder_of;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The paths in a folder that satisfy `fits`, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn list(folder: &Path, fits: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let paths = |entries: fs::ReadDir| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<io::Result<Vec<_>>>()
    };
    let mut paths = fs::read_dir(folder)
        .and_then(paths)
        .map_err(FileError::at(folder))?;
    paths.retain(|path| fits(path));
    paths.sort_unstable();
    Ok(paths)
}

/// Removes files of one folder. When this returns, they are gone from the disk as well.
///
/// # Errors
/// A file cannot be removed; those before it are.
pub fn remove_all(paths: &[PathBuf]) -> Result<(), FileError> {
    for path in paths {
        fs::remove_file(path).map_err(FileError::at(path))?;
    }
    paths.last().map_or(Ok(()), |last| {
        sync_folder_of(last).map_err(FileError::at(last))
    })
}

/// Syncs the name of a file to disk: a new one, or that it is gone; as far as the system allows folders to be opened for
/// that.
///
/// # Errors
/// The error of the system.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(folder_of(path)).map_or(Ok(()), |folder| folder.sync_all())
}
