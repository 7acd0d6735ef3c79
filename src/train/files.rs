//! Files that are whole or not there.

use super::TrainError;
use crate::util::file;
use std::fs;
use std::io;
use std::path::Path;

/// Replaces a file atomically; see [`file::replace`].
///
/// # Errors
/// What the system refuses; then the place has what it had.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    file::replace(path, bytes).map_err(TrainError::file(path))
}

/// Reads a file.
///
/// # Errors
/// What the system refuses.
pub fn read(path: &Path) -> Result<Vec<u8>, TrainError> {
    fs::read(path).map_err(TrainError::file(path))
}

/// Makes a folder and those it lies in.
///
/// # Errors
/// What the system refuses.
pub fn create_folder(path: &Path) -> Result<(), TrainError> {
    fs::create_dir_all(path).map_err(TrainError::file(path))
}

/// Removes a file, if it is there.
///
/// # Errors
/// What the system refuses.
pub fn remove(path: &Path) -> Result<(), TrainError> {
    absent_is_fine(fs::remove_file(path)).map_err(TrainError::file(path))
}

/// Removes a folder with all that is in it, if it is there.
///
/// # Errors
/// What the system refuses.
pub fn remove_folder(path: &Path) -> Result<(), TrainError> {
    absent_is_fine(fs::remove_dir_all(path)).map_err(TrainError::file(path))
}

fn absent_is_fine(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
