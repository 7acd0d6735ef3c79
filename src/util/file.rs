//! Files that are replaced atomically: a reader, and a crash, finds the old file or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Replaces a file, or creates it. When this returns, content and name are on the disk.
///
/// # Errors
/// What the system refuses; the file is as it was then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// As [`replace`], with content that `write` produces piece by piece.
///
/// # Errors
/// What the system or `write` refuses; the file is as it was then.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = temporary_name(path);
    let written = File::create(&temporary).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
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
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
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
        let refused = replace_with(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(refused.is_err());
        assert_eq!(fs::read(&path).expect("the file is there"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
