//! What a player is told.

use std::io::{self, ErrorKind, Write};
use std::process::ChildStdin;
use std::thread;
use std::time::{Duration, Instant};

/// How long a full pipe is left alone before the next attempt.
const NAP: Duration = Duration::from_millis(1);

/// Why lines did not reach the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// Nobody is there to read.
    Closed,
    /// The pipe is full, and nobody reads.
    Blocked,
}

/// When lines were written.
#[derive(Clone, Copy, Debug)]
pub struct WriteTimes {
    /// Right before the first byte.
    pub begun: Instant,
    /// Right after the last byte.
    pub done: Instant,
}

/// The pipe to a player. It does not block, so that a player that does not read holds up nobody.
#[derive(Debug)]
pub struct EngineStdin(ChildStdin);

impl EngineStdin {
    /// Takes the pipe.
    ///
    /// # Errors
    /// The system does not let us write without blocking.
    pub fn new(pipe: ChildStdin) -> io::Result<Self> {
        never_block(&pipe)?;
        Ok(Self(pipe))
    }

    /// Writes lines, each with its end.
    ///
    /// # Errors
    /// Not all of it could be written within the limit. Nothing may be written after that.
    pub fn write(&mut self, lines: &str, limit: Duration) -> Result<WriteTimes, WriteError> {
        let begun = Instant::now();
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            match self.0.write(rest) {
                Ok(0) => return Err(WriteError::Closed),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if begun.elapsed() >= limit {
                        return Err(WriteError::Blocked);
                    }
                    thread::sleep(NAP);
                }
                Err(_) => return Err(WriteError::Closed),
            }
        }
        let done = Instant::now();
        Ok(WriteTimes { begun, done })
    }
}

#[cfg(unix)]
fn never_block(pipe: &ChildStdin) -> io::Result<()> {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    // The child's end of the pipe is not affected.
    fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Elsewhere a player that does not read is waited for.
#[cfg(not(unix))]
fn never_block(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}
