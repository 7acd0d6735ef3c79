//! The protocol log: every line between the match runner and the engines.

use crate::util::text::printable;
use crate::util::{file, pack};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The log file of a match, shared by all engines (a clone writes to the same file).
///
/// Each line has the milliseconds since the log was opened, the engine's name and the direction:
/// `12.345 Foo > go depth 1` (sent), `12.900 Foo < bestmove e2e4` (standard output), `12.950 Foo ! no net` (standard
/// error). Control characters are left out. A line that cannot be written is dropped: a full disk must not end the
/// match.
#[derive(Clone, Debug)]
pub struct ProtocolLog {
    file: Arc<Mutex<File>>,
    began: Instant,
}

/// The stream that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineStream {
    /// Commands to the engine.
    Stdin,
    /// The engine's standard output.
    Stdout,
    /// The engine's standard error.
    Stderr,
}

impl ProtocolLog {
    /// Opens a log file, a device, a pipe or an open file such as `/dev/stderr`; lines are appended.
    ///
    /// # Errors
    /// The file cannot be opened for writing, or has the name of a compressed file.
    pub fn open(path: &Path) -> io::Result<Self> {
        pack::refuse_name(path)?;
        Ok(Self {
            file: Arc::new(Mutex::new(file::open_append(path)?)),
            began: Instant::now(),
        })
    }

    /// Writes a line.
    pub fn write(&self, at: Instant, engine: &str, stream: EngineStream, text: &str) {
        let time = at.saturating_duration_since(self.began).as_secs_f64() * 1000.0;
        let mark = match stream {
            EngineStream::Stdin => '>',
            EngineStream::Stdout => '<',
            EngineStream::Stderr => '!',
        };
        let (engine, text) = (printable(engine), printable(text));
        let line = format!("{time:.3} {engine} {mark} {text}\n");
        if let Ok(mut file) = self.file.lock() {
            // Dropped on failure, see above.
            let _ = file.write_all(line.as_bytes());
        }
    }
}
