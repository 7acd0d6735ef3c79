//! Files named by the user. Regular files are replaced atomically, so that readers find the old file or the new one,
//! never half of one, even after a crash. A device, a pipe or an open file such as `/dev/stdout` is written to and
//! never replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The most symbolic links to follow, as many as Linux follows.
const MAX_LINKS: u32 = 40;

/// A file or folder that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct FileError {
    /// The path of the file or folder.
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

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileTarget {
    /// A regular file, existing or not, or a folder, after following all symbolic links.
    File(PathBuf),
    /// Something that is written to directly: a device, a pipe, or an open file of a process (`/dev/stdout`,
    /// `/dev/fd/3`).
    Stream(PathBuf),
}

impl FileTarget {
    /// Follows the symbolic links of a path.
    ///
    /// # Errors
    /// There are too many links, or the system reports an error.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if is_descriptor(&path) {
                return Ok(Self::Stream(path));
            }
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_symlink() => {
                    path = folder_of(&path).join(fs::read_link(&path)?);
                }
                Ok(found) if found.is_file() || found.is_dir() => return Ok(Self::File(path)),
                Ok(_) => return Ok(Self::Stream(path)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::File(path));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }
}

/// True if a path names an open file of a process. Its link need not be a path: the file may have none.
fn is_descriptor(path: &Path) -> bool {
    let folder = fs::canonicalize(folder_of(path));
    folder.is_ok_and(|folder| folder.starts_with("/proc") || folder.starts_with("/dev/fd"))
}

/// The longest text file that is read whole, in bytes.
pub const TEXT_LIMIT: u64 = 64 << 20;

/// Reads a text file of at most [`TEXT_LIMIT`] bytes: a device such as `/dev/zero` has no end.
///
/// # Errors
/// The error of the system; the file is longer, or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_text_from(File::open(path)?, TEXT_LIMIT)
}

/// Reads a text of at most `limit` bytes to its end.
///
/// # Errors
/// As for [`read_text`].
pub fn read_text_from(source: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("longer than {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("not a text in UTF-8"))
}

/// True if a path leads to a device, a pipe or an open file: data written there cannot be read back.
pub fn is_stream(path: &Path) -> bool {
    matches!(FileTarget::of(path), Ok(FileTarget::Stream(_)))
}

/// Opens a [`FileTarget::Stream`] for appending. A named pipe waits for its reader.
///
/// # Errors
/// The error of the system.
pub fn open_stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        // Opening the file a second time would overwrite what is printed.
        let name = |name: &str| is_descriptor(path) && path.ends_with(name);
        if name("1") {
            io::stdout().flush()?;
            return Ok(io::stdout().as_fd().try_clone_to_owned()?.into());
        }
        if name("2") {
            return Ok(io::stderr().as_fd().try_clone_to_owned()?.into());
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// Opens a log for appending: a regular file, existing or not, or a [`FileTarget::Stream`].
///
/// # Errors
/// The error of the system.
pub fn open_append(path: &Path) -> io::Result<File> {
    match FileTarget::of(path)? {
        FileTarget::Stream(stream) => open_stream(&stream),
        FileTarget::File(file) => File::options().create(true).append(true).open(file),
    }
}

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

/// True if a path leads to a named pipe, whose opening waits for a reader.
#[cfg(unix)]
pub fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    !is_descriptor(path) && fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
}

/// True if a path leads to a named pipe, whose opening waits for a reader.
#[cfg(not(unix))]
pub fn is_named_pipe(_: &Path) -> bool {
    false
}

/// Replaces a regular file, or creates it. A symbolic link stays, and its target is replaced. When this returns,
/// content and name are on disk. The permissions stay as they were. A device, a pipe or an open file is written to.
///
/// # Errors
/// The error of the system; a regular file is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Replacement::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Does as [`replace`], but does not wait for the disk: after a crash of the system the file may be empty or the old one.
///
/// # Errors
/// The error of the system; a regular file is then unchanged.
pub fn replace_quickly(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Replacement::create(path)?;
    file.write_all(bytes)?;
    file.put_in_place(false)
}

/// Does as [`replace`], and lets only the owner read and write the file (on Unix).
///
/// # Errors
/// The error of the system; a regular file is then unchanged.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Replacement::create(path)?;
    file.make_private()?;
    file.write_all(bytes)?;
    file.finish()
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
    fn make_private(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        if self.pending.is_some() {
            use std::os::unix::fs::PermissionsExt;
            self.file
                .set_permissions(fs::Permissions::from_mode(0o600))?;
        }
        self.private = true;
        Ok(())
    }

    /// Replaces the target by the file. Otherwise the old file stays, and the new data are removed.
    ///
    /// # Errors
    /// The error of the system; a regular file is then unchanged.
    pub fn finish(self) -> io::Result<()> {
        self.put_in_place(true)
    }

    /// Replaces the target. What is `durable` is on disk when this returns.
    fn put_in_place(mut self, durable: bool) -> io::Result<()> {
        let Some((temporary, path)) = &self.pending else {
            return Ok(());
        };
        if !self.private
            && let Ok(found) = fs::metadata(path)
        {
            self.file.set_permissions(found.permissions())?;
        }
        if durable {
            self.file.sync_all()?;
        }
        fs::rename(temporary, path)?;
        let synced = if durable {
            sync_folder_of(path)
        } else {
            Ok(())
        };
        self.pending = None;
        synced
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

/// True if a path still leads to an open file; where files have no numbers, if it leads to any.
///
/// # Errors
/// The error of the system.
pub fn leads_to(path: &Path, file: &File) -> io::Result<bool> {
    let named = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        named => named?,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let open = file.metadata()?;
        Ok((named.dev(), named.ino()) == (open.dev(), open.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (named, file);
        Ok(true)
    }
}

/// Syncs the name of a new file to disk, as far as the system allows folders to be opened for that.
///
/// # Errors
/// The error of the system.
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

/// True if two paths lead to the same file, existing or not: the same name in the same folder, however it is written.
/// Devices, pipes and open files differ from all others.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| match FileTarget::of(path) {
        Ok(FileTarget::File(file)) => {
            let folder = folder_of(&file);
            let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            Some((folder, file.file_name()?.to_owned()))
        }
        _ => None,
    };
    place(one).is_some_and(|one| Some(one) == place(other))
}

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
