//! Named pipes that are written to.

use std::fs::File;
use std::io;
use std::path::Path;

/// Waits until a named pipe has a reader, and opens it; `None` if the path leads to something else. While the file is
/// open, opening the pipe again does not wait.
///
/// # Errors
/// The error of the system; `is_over` was true before there was a reader.
#[cfg(unix)]
pub fn await_reader(path: &Path, is_over: impl Fn() -> bool) -> io::Result<Option<File>> {
    use super::file;
    use std::fs::OpenOptions;
    use std::os::unix::fs::OpenOptionsExt;
    use std::thread;
    use std::time::Duration;

    if !file::is_named_pipe(path) {
        return Ok(None);
    }
    let mut options = OpenOptions::new();
    options.write(true).custom_flags(libc::O_NONBLOCK);
    loop {
        match options.open(path) {
            Ok(writer) => return Ok(Some(writer)),
            // This says that there is no reader.
            Err(error) if error.raw_os_error() != Some(libc::ENXIO) => return Err(error),
            Err(_) if is_over() => return Err(io::Error::other("nothing reads this pipe")),
            Err(_) => thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Does nothing where there are no named pipes.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn await_reader(_: &Path, _: impl Fn() -> bool) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::{fs, thread};

    #[test]
    fn the_writer_waits_for_a_reader_or_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        assert!(await_reader(&path, || true).expect("no pipe").is_none());
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        assert!(await_reader(&path, || true).is_err());
        let read = path.clone();
        let reader = thread::spawn(move || fs::read_to_string(read).expect("text"));
        let mut pipe = await_reader(&path, || false)
            .expect("a reader")
            .expect("a pipe");
        pipe.write_all(b"text").expect("it has a reader");
        drop(pipe);
        assert_eq!(reader.join().expect("it reads"), "text");
    }
}
