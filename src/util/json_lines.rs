//! JSON Lines: files of JSON objects, one per line, to which [`super::append_file`] appends.

use serde::Serialize;
use std::io::{self, BufRead, BufReader, Read};

/// Why a line cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The source failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is longer than the limit.
    #[error("the line is too long")]
    TooLong,
}

/// Reads the complete lines of a file; the last one may be incomplete, if a write was interrupted.
pub struct LineReader<R> {
    source: BufReader<R>,
    max_length: u64,
    number: usize,
    end: u64,
}

impl<R: Read> LineReader<R> {
    /// A reader of lines of at most `max_length` bytes.
    pub fn new(source: R, max_length: u64) -> Self {
        Self {
            source: BufReader::new(source),
            max_length,
            number: 0,
            end: 0,
        }
    }

    /// The number of the last line, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The end of the last complete line, in bytes from the start of the file.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The next line with its line break; `None` at the end, or if the last line is incomplete.
    ///
    /// # Errors
    /// The source failed, or the line is too long.
    pub fn next_line(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        let mut line = Vec::new();
        let mut limited = self.source.by_ref().take(self.max_length);
        let length = limited.read_until(b'\n', &mut line)? as u64;
        self.number += 1;
        if line.ends_with(b"\n") {
            self.end += length;
            Ok(Some(line))
        } else if length == self.max_length {
            Err(LineError::TooLong)
        } else {
            Ok(None)
        }
    }

    /// True if nothing follows the last line.
    ///
    /// # Errors
    /// The source failed.
    pub fn is_last(&mut self) -> io::Result<bool> {
        self.source.fill_buf().map(<[u8]>::is_empty)
    }
}

/// A value as a line of JSON.
///
/// # Errors
/// It cannot be represented in JSON.
pub fn json_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
