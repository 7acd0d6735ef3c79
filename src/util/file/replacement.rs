//! Replaces files atomically.

use super::file_error::FileError;
use super::folder::{list, remove_all, sync_folder_of};
use super::target::{FileTarget, folder_of, is_named_pipe, open_stream};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Checks that a file can be written, before long work: see [`replace`].
///
/// # Errors
/// The reason why it cannot be written.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match FileTarget::of(path)? {
        // Opening a named pipe would wait for its reader.
        FileTarget::Stream(stream) if is_named_pipe(&stream) => Ok(()),
        FileTarget::Stream(stream) => open_stream(&stream).map(drop),
        FileTarget::File(file) => {
            let folder = fs::metadata(folder_of(&file));
            match fs::metadata(&file) {
                Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
                Ok(_) => drop(OpenOptions::new().append(true).open(&file)?),
                Err(_) if !folder.is_ok_and(|folder| folder.is_dir()) => {
                    return Err(io::Error::other("there is no such directory"));
                }
                Err(_) => {}
            }
            let (temporary, _) = create_beside(&file)?;
            fs::remove_file(temporary)
        }
    }
}

/// Replaces a regular file, or creates it. A symbolic link stays, and its target is replaced. When this returns,
/// content and name are on disk. The permissions stay as they were. A device, a pipe or an open file is written to.
///
/// # Errors
/// The error of the system; a regular file is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace_by(Replacement::create(path), path, bytes)
}

/// Does as [`replace`], and lets only the owner read and write the file (on Unix).
///
/// # Errors
/// The error of the system; a regular file is then unchanged.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let file = Replacement::create(path).and_then(Replacement::private);
    replace_by(file, path, bytes)
}

fn replace_by(file: io::Result<Replacement>, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let written = file.and_then(|mut file| {
        file.write_all(bytes)?;
        file.finish()
    });
    written.map_err(FileError::at(path))
}

/// A file that is written piece by piece and replaces the target once it is complete, like [`replace`] does in one go.
#[derive(Debug)]
pub struct Replacement {
    file: File,
    /// The temporary file, and the file that it replaces; `None` for a stream, and after the replacement.
    pending: Option<(PathBuf, PathBuf)>,
    /// Only the owner may read the file, whatever the permissions of the one that it replaces.
    private: bool,
}

impl Replacement {
    /// Opens a stream, or a temporary file next to a regular one.
    ///
    /// # Errors
    /// The error of the system.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(match FileTarget::of(path)? {
            FileTarget::Stream(stream) => Self {
                file: open_stream(&stream)?,
                pending: None,
                private: false,
            },
            FileTarget::File(file) => {
                let (temporary, opened) = create_beside(&file)?;
                Self {
                    file: opened,
                    pending: Some((temporary, file)),
                    private: false,
                }
            }
        })
    }

    /// Lets only the owner read and write the file, before anything is in it. A stream stays as it is.
    fn private(mut self) -> io::Result<Self> {
        #[cfg(unix)]
        if self.pending.is_some() {
            use std::os::unix::fs::PermissionsExt;
            self.file
                .set_permissions(fs::Permissions::from_mode(0o600))?;
        }
        self.private = true;
        Ok(self)
    }

    /// Replaces the target by the file. Otherwise the old file stays, and the new data are removed.
    ///
    /// # Errors
    /// The error of the system; a regular file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        let Some((temporary, path)) = &self.pending else {
            return Ok(());
        };
        if !self.private
            && let Ok(found) = fs::metadata(path)
        {
            self.file.set_permissions(found.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(temporary, path)?;
        let synced = sync_folder_of(path);
        self.pending = None;
        synced
    }

    /// Puts the file in place unless another one is there, and returns it, open for reading and writing. When this
    /// returns, content and name are on disk.
    ///
    /// # Errors
    /// The error of the system, `AlreadyExists` if there is a file; no new file is left behind.
    pub fn finish_new(mut self) -> io::Result<File> {
        let file = self.file.try_clone()?;
        let Some((temporary, path)) = &self.pending else {
            return Ok(file);
        };
        self.file.sync_all()?;
        match fs::hard_link(temporary, path) {
            // A leftover name is only a nuisance.
            Ok(()) => drop(fs::remove_file(temporary)),
            Err(_) if path.exists() => return Err(io::ErrorKind::AlreadyExists.into()),
            // Not every file system has links.
            Err(_) => fs::rename(temporary, path)?,
        }
        sync_folder_of(path).inspect_err(|_| drop(fs::remove_file(path)))?;
        self.pending = None;
        Ok(file)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.pending {
            // A leftover file is only a nuisance.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Removes a regular file, which another program may already have removed. A device or a pipe stays.
pub fn remove(path: &Path) {
    if let Ok(FileTarget::File(file)) = FileTarget::of(path) {
        // A leftover file is only a nuisance.
        let _ = fs::remove_file(file);
    }
}

/// Removes the unfinished files, in a folder, of replacements of files whose names are `ours`: a process that was killed has
/// left them. No other process may be writing such files there.
///
/// # Errors
/// The folder cannot be read, or a file cannot be removed.
pub fn remove_unfinished(folder: &Path, ours: impl Fn(&Path) -> bool) -> Result<(), FileError> {
    let mut left = list(folder, |name| {
        replaced_name(name).is_some_and(|name| ours(Path::new(name)))
    })?;
    left.retain(|path| path.is_file());
    remove_all(&left)
}

/// The name of the file beside which [`create_beside`] has made one with this name; `None` if it makes no such names.
fn replaced_name(name: &str) -> Option<&str> {
    let (replaced, numbers) = name.strip_suffix(".new")?.rsplit_once('.')?;
    let (process, number) = numbers.split_once('-')?;
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    (is_number(process) && is_number(number)).then_some(replaced)
}

/// Creates a file next to another one, under an unused name.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    for number in 0_u32.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{process}-{number}.new"));
        let temporary = PathBuf::from(name);
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (temporary, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
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

    #[test]
    fn a_new_file_appears_with_its_content_and_replaces_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let create = |bytes: &[u8]| {
            let mut file = Replacement::create(&path)?;
            file.write_all(bytes)?;
            assert_ne!(fs::read(&path).ok().as_deref(), Some(bytes));
            file.finish_new()
        };
        let mut file = create(b"one").expect("there is no file");
        file.write_all(b" and more").expect("the file is open");
        let error = create(b"two").expect_err("there is a file");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).expect("the file is there"), b"one and more");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_a_killed_process_has_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let (left, _) = create_beside(&path("a.shard")).expect("the folder can be written to");
        assert!(left.exists());
        fs::create_dir(path("a.shard.1-2.new")).expect("a folder");
        for name in [
            "a.shard",
            "notes.2024-12.new",
            "x.shard.1-y.new",
            "12-0.new",
        ] {
            fs::write(path(name), b"one").expect("the folder can be written to");
        }
        remove_unfinished(folder.path(), |name| {
            name.extension() == Some("shard".as_ref())
        })
        .expect("a folder");
        assert!(!left.exists());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 5);
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let taken = [".new", &format!(".{}-0.new", std::process::id())];
        let taken = taken.map(|suffix| folder.path().join(format!("file{suffix}")));
        for path in &taken {
            fs::write(path, b"mine").expect("the folder can be written to");
        }
        replace(&path, b"one").expect("the folder can be written to");
        check_writable(&path).expect("the folder can be written to");
        for path in &taken {
            assert_eq!(fs::read(path).expect("it is still there"), b"mine");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_stay() {
        use crate::util::file::is_stream;
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        symlink("two", at("one")).expect("a link");
        symlink(at("file"), at("two")).expect("a link");
        for bytes in [b"a", b"b"] {
            replace(&at("one"), bytes).expect("the folder can be written to");
            assert_eq!(fs::read(at("file")).expect("a file"), bytes);
            assert!(at("one").is_symlink() && at("two").is_symlink());
        }
        fs::set_permissions(at("file"), fs::Permissions::from_mode(0o640)).expect("it is ours");
        replace(&at("file"), b"c").expect("the folder can be written to");
        let mode = fs::metadata(at("file"))
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
        symlink("loop", at("loop")).expect("a link");
        assert!(replace(&at("loop"), b"x").is_err());
        for (device, is_written) in [
            ("/dev/null", true),
            ("/dev/full", cfg!(not(target_os = "linux"))),
        ] {
            if Path::new(device).exists() {
                symlink(device, at("device")).expect("a link");
                assert!(is_stream(&at("device")));
                check_writable(&at("device")).expect("it can be opened");
                assert_eq!(replace(&at("device"), b"x").is_ok(), is_written);
                remove(Path::new(device));
                assert!(Path::new(device).exists());
                fs::remove_file(at("device")).expect("the link");
            }
        }
    }
}
