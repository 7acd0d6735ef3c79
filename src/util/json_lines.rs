//! JSON Lines: files of JSON objects, one per line, written with [`super::append_file`].

use super::checksum::Checksum;
use serde::Serialize;
use std::io::{self, BufRead, BufReader, Read};

/// The reasons why a line cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// Reading the source failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is longer than the limit.
    #[error("the line is too long")]
    TooLong,
}

/// Reads the complete lines of a file; the last line may be incomplete after an interrupted write.
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
/// The value cannot be represented in JSON.
pub fn json_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The text before and after a checksum, the last member of an object.
const CHECK: (&[u8], &[u8]) = (b",\"check\":\"", b"\"}\n");
/// The length of a checksum in hexadecimal.
const CHECK_LENGTH: usize = 2 * Checksum::LENGTH;

/// A line of JSON for a value that is an object, with a checksum of everything before it as the last member:
/// `{"game":1,"check":"0123456789abcdef"}`.
///
/// # Errors
/// The value cannot be represented in JSON.
pub fn checked_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    if line.pop() != Some(b'}') || line.len() < 2 {
        return Err(io::Error::other(
            "only an object with members has a checksum",
        ));
    }
    let check = Checksum::of(&[&line]).to_string();
    line.extend(CHECK.0);
    line.extend(check.as_bytes());
    line.extend(CHECK.1);
    Ok(line)
}

/// Removes the checksum from a line of [`checked_line`]; true if it is correct, `None` if the line has none.
pub fn take_check(line: &mut Vec<u8>) -> Option<bool> {
    let rest = line.strip_suffix(CHECK.1)?;
    let (rest, check) = rest.split_at_checked(rest.len().checked_sub(CHECK_LENGTH)?)?;
    let checked = rest.strip_suffix(CHECK.0)?;
    let is_right = Checksum::of(&[checked]).to_string().as_bytes() == check;
    let length = checked.len();
    line.truncate(length);
    line.extend(b"}\n");
    Some(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_finds_every_changed_byte() {
        let value = std::collections::BTreeMap::from([("a", 1), ("b", 22)]);
        let line = checked_line(&value).expect("an object");
        let mut taken = line.clone();
        assert_eq!(take_check(&mut taken), Some(true));
        assert_eq!(taken, json_line(&value).expect("an object"));
        assert_eq!(take_check(&mut taken), None);
        for at in 0..line.len() {
            let mut damaged = line.clone();
            damaged[at] ^= 1;
            assert_ne!(take_check(&mut damaged), Some(true), "byte {at}");
        }
        assert!(checked_line(&[1, 2]).is_err());
    }
}
