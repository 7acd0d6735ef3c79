//! Files named by the user, opened for reading so that the program never waits for ever: a directory is refused, a pipe
//! without a writer is given up, and a file that grows ends where it ended when it was opened.

use std::fs::{self, File};
use std::io::{self, Read, Take};
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long a named pipe may take to get a writer.
const PIPE_WAIT: Duration = Duration::from_secs(2);

/// A file that is being read.
#[derive(Debug)]
pub struct InputFile {
    source: Take<File>,
    length: Option<u64>,
}

impl InputFile {
    /// The length in bytes; `None` for a device or a pipe.
    pub const fn length(&self) -> Option<u64> {
        self.length
    }
}

impl Read for InputFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer)
    }
}

/// Opens a file, a device or a pipe. A device may have no end: its reader needs a limit of its own.
///
/// # Errors
/// The error of the system; the path is a directory, or a pipe that nothing writes to.
pub fn open(path: &Path) -> io::Result<InputFile> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let (file, length) = if found.is_file() {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        (file, Some(length))
    } else {
        (open_stream(path)?, None)
    };
    // The files of the kernel have a length of 0 and yet a content.
    let end = length.filter(|&length| length > 0).unwrap_or(u64::MAX);
    Ok(InputFile {
        source: file.take(end),
        length,
    })
}

/// Opens a regular file, for readers that move about in it.
///
/// # Errors
/// The error of the system; the path is not a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Opening a pipe would wait for its writer.
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// Reads a whole regular file of at most `limit` bytes.
///
/// # Errors
/// The error of the system; the file is longer, or is not a regular file.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > limit {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("the file is larger than the limit of {limit} bytes"),
        ));
    }
    let mut bytes = Vec::new();
    // It may be growing.
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a device or a pipe. The system lets a reader of a named pipe wait for its writer without a limit, so the waiting
/// is left to a thread, which may last as long as the process.
fn open_stream(path: &Path) -> io::Result<File> {
    let (sender, receiver) = channel();
    let owned = path.to_owned();
    thread::Builder::new().spawn(move || {
        // After the wait nobody receives it.
        let _ = sender.send(File::open(owned));
    })?;
    receiver.recv_timeout(PIPE_WAIT).unwrap_or_else(|_| {
        Err(io::Error::new(
            io::ErrorKind::TimedOut,
            format!(
                "nothing writes to this pipe (waited {} s); start the writing program first, or use standard input",
                PIPE_WAIT.as_secs()
            ),
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_that_grows_ends_where_it_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "one").expect("the folder can be written to");
        let mut input = open(&path).expect("it is there");
        assert_eq!(input.length(), Some(3));
        let mut log = File::options().append(true).open(&path).expect("a file");
        log.write_all(b"two").expect("the folder can be written to");
        let mut text = String::new();
        input.read_to_string(&mut text).expect("it is there");
        assert_eq!(text, "one");
        assert_eq!(read(&path, 6).expect("it is there"), b"onetwo");
        assert!(read(&path, 5).is_err());
        assert!(open(folder.path()).is_err() && open_regular(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_read_once_it_has_a_writer() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        let late = path.clone();
        let writer = thread::spawn(move || fs::write(late, "text"));
        let mut text = String::new();
        let mut input = open(&path).expect("it has a writer");
        assert_eq!(input.length(), None);
        input.read_to_string(&mut text).expect("the writer ends");
        assert_eq!(text, "text");
        writer.join().expect("no panic").expect("it has a reader");
        let error = open(&path).expect_err("there is no writer");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
