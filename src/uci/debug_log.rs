//! The file of the option `Debug Log File`: every line of input and output with its time.

use crate::util::text::printable_lines;
use crate::util::{file, mutex, pack};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

struct DebugLog {
    file: File,
    opened: Instant,
}

static LOG: Mutex<Option<DebugLog>> = Mutex::new(None);

/// Appends to the file at `path` from now on; closes the log if `path` is empty.
///
/// # Errors
/// The file cannot be opened, has the name of a compressed file, contains something other than a log, or is a named pipe, whose
/// reader the engine would wait for. The log stays as it was.
pub fn open(path: &str) -> io::Result<()> {
    let log = if path.is_empty() {
        None
    } else {
        let path = Path::new(path);
        if file::is_named_pipe(path) {
            return Err(io::Error::other("it is a named pipe"));
        }
        pack::refuse_name(path)?;
        if path.is_file() && !is_log(path)? {
            return Err(io::Error::other(
                "the file is not a debug log; name a new file",
            ));
        }
        Some(DebugLog {
            file: file::open_append(path)?,
            opened: Instant::now(),
        })
    };
    *mutex::lock(&LOG) = log;
    Ok(())
}

/// True if a file begins like a log, or is empty.
fn is_log(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut beginning)?;
    let text = String::from_utf8_lossy(&beginning);
    let mut words = text.split_ascii_whitespace();
    Ok(match words.next() {
        None => beginning.is_empty(),
        Some(seconds) => seconds.parse::<f64>().is_ok() && matches!(words.next(), Some("<" | ">")),
    })
}

/// Logs a line of input.
///
/// # Errors
/// The log cannot be written; it is closed.
pub fn input(line: &[u8]) -> io::Result<()> {
    note('>', &String::from_utf8_lossy(line))
}

/// Logs output.
///
/// # Errors
/// The same as for [`input`].
pub fn output(text: &str) -> io::Result<()> {
    note('<', text)
}

/// Writes lines of the form `SECONDS DIRECTION LINE`.
fn note(direction: char, text: &str) -> io::Result<()> {
    let mut slot = mutex::lock(&LOG);
    let Some(log) = slot.as_mut() else {
        return Ok(());
    };
    let seconds = log.opened.elapsed().as_secs_f64();
    let lines: Vec<String> = printable_lines(text)
        .lines()
        .map(|line| format!("{seconds:10.3} {direction} {line}\n"))
        .collect();
    let written = log.file.write_all(lines.concat().as_bytes());
    if written.is_err() {
        *slot = None;
    }
    written
}
