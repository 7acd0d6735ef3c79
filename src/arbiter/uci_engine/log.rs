//! The protocol: every line that passes between the arbiter and its players.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A file that all players of a match write to, each line with the milliseconds since the match began, the player's name,
/// and who spoke: `12.345 Foo > go depth 1`, `12.900 Foo < bestmove e2e4`, `12.950 Foo ! a line of its standard error`.
///
/// Copies write to the same file. A line that cannot be written is lost: the match is worth more than its protocol.
#[derive(Clone, Debug)]
pub struct ProtocolLog {
    file: Arc<Mutex<File>>,
    began: Instant,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogSource {
    /// The arbiter.
    Stdin,
    /// The player.
    Stdout,
    /// The player's standard error.
    Stderr,
}

impl ProtocolLog {
    /// Opens a file; what stands in it stays.
    ///
    /// # Errors
    /// The file cannot be opened for writing.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self {
            file: Arc::new(Mutex::new(file)),
            began: Instant::now(),
        })
    }

    /// Writes a line.
    pub fn write(&self, at: Instant, player: &str, voice: LogSource, text: &str) {
        let time = at.saturating_duration_since(self.began).as_secs_f64() * 1000.0;
        let mark = match voice {
            LogSource::Stdin => '>',
            LogSource::Stdout => '<',
            LogSource::Stderr => '!',
        };
        let line = format!("{time:.3} {player} {mark} {text}\n");
        if let Ok(mut file) = self.file.lock() {
            // Lost, as said above.
            let _ = file.write_all(line.as_bytes());
        }
    }
}
