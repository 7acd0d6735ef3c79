//! Files that are replaced atomically: a reader, and a crash, finds the old file or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file or folder that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct FileError {
    /// Its path.
    pub path: PathBuf,
    /// The error of the system.
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

/// Replaces a file, or creates it. When this returns, content and name are on the disk.
///
/// # Errors
/// What the system refuses; the file is as it was then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_name(path);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // It may not even have been created.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_folder_of(path)
}

/// Puts the name of a new file on the disk, as far as the system lets folders be opened for that.
///
/// # Errors
/// What the system refuses.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(folder_of(path)).map_or(Ok(()), |folder| folder.sync_all())
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// True if two paths name the same file, there or not: the same name in the same folder, however it is written.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let folder = |path: &Path| {
        let folder = folder_of(path);
        fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
    };
    one == other || one.file_name() == other.file_name() && folder(one) == folder(other)
}

/// The paths in a folder that fit, sorted.
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

/// A name beside the file that no other process uses.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_or_left_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        replace(&path, b"one").expect("the folder can be written to");
        replace(&path, b"two").expect("the folder can be written to");
        assert_eq!(fs::read(&path).expect("the file is there"), b"two");
        // A folder cannot be replaced by a file.
        let taken = folder.path().join("folder");
        fs::create_dir(&taken).expect("a folder");
        assert!(replace(&taken, b"three").is_err());
        fs::remove_dir(&taken).expect("it is still there");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
