//! Files that are whole or not there.

use super::TrainError;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file aside, makes sure that it is on disk, and puts it in its place.
///
/// # Errors
/// What the system refuses; then the place has what it had.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    let aside = PathBuf::from(aside);
    let write = || {
        let mut file = File::create(&aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&aside, path)?;
        // The new name is on disk when its folder is; some systems cannot open a folder.
        path.parent()
            .and_then(|folder| File::open(folder).ok())
            .map_or(Ok(()), |folder| folder.sync_all())
    };
    write().map_err(TrainError::file(path))
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
pub fn make_folder(path: &Path) -> Result<(), TrainError> {
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
