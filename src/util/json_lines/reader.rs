//! Reads files of JSON lines.

use super::line_check::take_check;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, BufReader, Read};

/// The version of the format.
pub const VERSION: u32 = 2;
/// The first version whose lines must have checksums.
const CHECKED: u32 = 2;

/// The longest line, in bytes: a game of ten thousand moves is shorter, and so is an analysis with 256 lines of 246
/// moves.
pub const MAX_LINE: u64 = 16 << 20;
const HEADER_START: &[u8] = b"{\"version\":";

/// The part of a header that all versions have.
#[derive(Deserialize)]
struct HeaderVersion {
    version: u32,
}

/// The reasons why a line cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// Reading the file failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is longer than any record.
    #[error("the line is too long")]
    TooLong,
    /// The line is not the expected JSON.
    #[error("damaged, or not from {origin}: {error}")]
    Json {
        /// What such a line comes from.
        origin: &'static str,
        /// The fault.
        #[source]
        error: serde_json::Error,
    },
    /// The checksum does not match.
    #[error("damaged: the checksum does not match")]
    Check,
    /// The line has no checksum, although the version of the file requires one.
    #[error("damaged: the checksum is missing")]
    NoCheck,
    /// An unsupported version of the format.
    #[error("version {0} of the format is not supported, only versions 1 to {VERSION}")]
    Version(u32),
}

/// Reads a file of JSON lines from its start, without changing it, even while another process writes it.
///
/// An incomplete last line counts as the end.
pub struct JsonLinesReader<R> {
    source: BufReader<R>,
    origin: &'static str,
    /// The version of the file; 1 without a header.
    version: u32,
    /// The line that was read last, until it is taken.
    text: Vec<u8>,
    number: usize,
    end: u64,
}

impl<R: Read> JsonLinesReader<R> {
    /// A reader for messages such as "not from compongo analyse", where `origin` is `compongo analyse`.
    pub fn new(source: R, origin: &'static str) -> Self {
        Self {
            source: BufReader::new(source),
            origin,
            version: 1,
            text: Vec::new(),
            number: 0,
            end: 0,
        }
    }

    /// The number of the line that was read last, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The end of the last complete line, in bytes from the start of the file.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// True if a new file begins with a header, or with a part of one that an interrupted write has left.
    ///
    /// # Errors
    /// The first line cannot be read.
    pub fn begins_with_header(&mut self) -> Result<bool, LineError> {
        self.read_line()?;
        Ok(self.text.starts_with(HEADER_START) || HEADER_START.starts_with(&self.text))
    }

    /// The header, which is the first line; `None` if it is incomplete.
    ///
    /// # Errors
    /// The line cannot be read, is damaged, or is a header of another format or of an unsupported version.
    pub fn header<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LineError> {
        let Some(mut line) = self.take_line()? else {
            return Ok(None);
        };
        let length = line.len() as u64;
        let check = take_check(&mut line);
        let json = |error| self.json(error);
        let HeaderVersion { version } = serde_json::from_slice(&line).map_err(json)?;
        if !(1..=VERSION).contains(&version) {
            return Err(LineError::Version(version));
        }
        verify(check, version)?;
        let header = serde_json::from_slice(&line).map_err(json)?;
        self.version = version;
        self.end = length;
        Ok(Some(header))
    }

    /// The next record; `None` at the end, or if the last line is incomplete.
    ///
    /// # Errors
    /// The line cannot be read, is damaged, or is something else.
    pub fn record<T: DeserializeOwned>(&mut self) -> Result<Option<T>, LineError> {
        let Some(mut line) = self.take_line()? else {
            return Ok(None);
        };
        let length = line.len() as u64;
        let check = take_check(&mut line);
        match serde_json::from_slice(&line) {
            Ok(record) => {
                verify(check, self.version)?;
                self.end += length;
                Ok(Some(record))
            }
            // An interrupted write, which left the line break on disk but not the whole line.
            Err(error) if !error.is_data() && self.end > 0 && self.is_last()? => Ok(None),
            Err(error) => Err(self.json(error)),
        }
    }

    fn json(&self, error: serde_json::Error) -> LineError {
        LineError::Json {
            origin: self.origin,
            error,
        }
    }

    /// The next line with its line break; `None` at the end, or if the last line is incomplete.
    fn take_line(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        self.read_line()?;
        let is_complete = self.text.ends_with(b"\n");
        Ok(is_complete.then(|| std::mem::take(&mut self.text)))
    }

    /// Reads the next line, unless the last one has not been taken.
    fn read_line(&mut self) -> Result<(), LineError> {
        if !self.text.is_empty() {
            return Ok(());
        }
        let mut limited = self.source.by_ref().take(MAX_LINE);
        let length = limited.read_until(b'\n', &mut self.text)? as u64;
        self.number += 1;
        if length == MAX_LINE && !self.text.ends_with(b"\n") {
            return Err(LineError::TooLong);
        }
        Ok(())
    }

    /// True if nothing follows the last line.
    fn is_last(&mut self) -> io::Result<bool> {
        self.source.fill_buf().map(<[u8]>::is_empty)
    }
}

/// Checks whether the checksum of a line was right, wrong or missing, in a file of a version.
fn verify(check: Option<bool>, version: u32) -> Result<(), LineError> {
    match check {
        Some(false) => Err(LineError::Check),
        None if version >= CHECKED => Err(LineError::NoCheck),
        _ => Ok(()),
    }
}
