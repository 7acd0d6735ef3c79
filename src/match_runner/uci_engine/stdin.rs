//! The standard input of an engine, written without blocking.

use std::io::{self, ErrorKind, Write};
use std::process::ChildStdin;
use std::thread;
use std::time::{Duration, Instant};

/// Time between two attempts to write to a full pipe.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// Why commands could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The engine has closed its end of the pipe.
    Closed,
    /// The pipe stayed full until the time limit.
    Full,
}

/// When a command was written.
#[derive(Clone, Copy, Debug)]
pub struct WriteTimes {
    /// Before the first byte.
    pub begin: Instant,
    /// After the last byte.
    pub end: Instant,
}

/// The pipe to an engine. An engine that does not read cannot block the writer.
#[derive(Debug)]
pub struct EngineStdin(ChildStdin);

impl EngineStdin {
    /// Takes the pipe and makes it non-blocking.
    ///
    /// # Errors
    /// The system refuses non-blocking writes.
    pub fn new(pipe: ChildStdin) -> io::Result<Self> {
        set_nonblocking(&pipe)?;
        Ok(Self(pipe))
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// Not all of the text could be written within the limit. Nothing may be written afterwards.
    pub fn write(&mut self, lines: &str, limit: Duration) -> Result<WriteTimes, WriteError> {
        let begin = Instant::now();
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            match self.0.write(rest) {
                Ok(0) => return Err(WriteError::Closed),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if begin.elapsed() >= limit {
                        return Err(WriteError::Full);
                    }
                    thread::sleep(RETRY_INTERVAL);
                }
                Err(_) => return Err(WriteError::Closed),
            }
        }
        let end = Instant::now();
        Ok(WriteTimes { begin, end })
    }
}

#[cfg(unix)]
fn set_nonblocking(pipe: &ChildStdin) -> io::Result<()> {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    // The child's end of the pipe is not affected.
    fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(())
}

/// On other systems writes to a full pipe block.
#[cfg(not(unix))]
fn set_nonblocking(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}
