//! Folders: lists of their files, and changes of names that are synced to disk.

use super::file_error::FileError;
use super::target::folder_of;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The paths in a folder whose last part satisfies `fits`, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn list(folder: &Path, fits: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let paths = |entries: fs::ReadDir| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<io::Result<Vec<_>>>()
    };
    let mut paths = fs::read_dir(folder)
        .and_then(paths)
        .map_err(FileError::at(folder))?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default();
        fits(&name.to_string_lossy())
    });
    paths.sort_unstable();
    Ok(paths)
}

/// Creates a folder and its missing parents. When this returns, their names are on disk.
///
/// # Errors
/// The error of the system.
pub fn create_folder(folder: &Path) -> Result<(), FileError> {
    let is_missing = |above: &&Path| !above.as_os_str().is_empty() && !above.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    let created = if folder.exists() && !folder.is_dir() {
        Err(io::ErrorKind::NotADirectory.into())
    } else {
        fs::create_dir_all(folder)
    };
    let synced = created.and_then(|()| missing.into_iter().try_for_each(sync_folder_of));
    synced.map_err(FileError::at(folder))
}

/// Removes files of one folder, also from the disk when this returns.
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

/// Syncs the name of a file to disk after the file was created, renamed or removed. Does nothing if the system does not
/// let programs open or sync folders.
///
/// # Errors
/// The error of the system.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    let synced = File::open(folder_of(path)).map_or(Ok(()), |folder| folder.sync_all());
    synced.or_else(|error| match error.kind() {
        // Not every file system syncs folders.
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => Ok(()),
        _ => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_created_with_those_above_it() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("one/two/three");
        for _ in 0..2 {
            create_folder(&folder).expect("the folder can be written to");
            assert!(folder.is_dir());
        }
        let file = place.path().join("file");
        fs::write(&file, "").expect("the folder can be written to");
        assert!(create_folder(&file).is_err());
        assert!(create_folder(&file.join("below")).is_err());
    }

    #[test]
    fn files_are_removed_up_to_the_first_that_cannot_be() {
        let place = tempfile::tempdir().expect("a folder");
        let paths = ["a", "b", "c"].map(|name| place.path().join(name));
        for path in [&paths[0], &paths[2]] {
            fs::write(path, "").expect("the folder can be written to");
        }
        assert!(remove_all(&paths).is_err());
        let left = || list(place.path(), |_| true).expect("a folder");
        assert_eq!(left(), [paths[2].clone()]);
        remove_all(&left()).expect("it is there");
        remove_all(&left()).expect("nothing to remove");
        assert!(left().is_empty());
    }
}
