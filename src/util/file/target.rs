//! Where paths lead to: regular files, or devices, pipes and open files.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The most symbolic links to follow, as many as Linux follows.
const MAX_LINKS: u32 = 40;

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileTarget {
    /// A regular file, existing or not, or a folder, after following all symbolic links.
    File(PathBuf),
    /// Something that is written to directly: a device, a pipe, or an open file of a process (`/dev/stdout`,
    /// `/dev/fd/3`).
    Stream(PathBuf),
}

/// The path of a file that belongs to another one: `game.lock` beside `game.json` or `game`, and `cup.1.lock` beside
/// `cup.1`.
pub fn beside(file: &Path, extension: &str) -> PathBuf {
    if file.extension().is_some_and(|old| old == "json") {
        return file.with_extension(extension);
    }
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
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
        use std::io::Write;
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

/// The folder of a file, the current one if its path names none.
pub(in crate::util) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_json_is_replaced_in_names_beside_a_file() {
        let lock = |name: &str| beside(Path::new(name), "lock");
        assert_eq!(lock("a/game.json"), Path::new("a/game.lock"));
        assert_eq!(lock("a/game"), Path::new("a/game.lock"));
        assert_eq!(lock("cup.1"), Path::new("cup.1.lock"));
        assert_eq!(lock("cup.2"), Path::new("cup.2.lock"));
    }
}
