//! Reads texts of bounded length.

use super::file_error::FileError;
use crate::util::input;
use std::io::{self, Read};
use std::path::Path;

/// The longest text file that is read whole, in bytes.
pub const TEXT_LIMIT: u64 = 64 << 20;

/// Reads a text file of at most [`TEXT_LIMIT`] bytes: a device such as `/dev/zero` has no end.
///
/// # Errors
/// The error of the system; the file is longer, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let text = input::open(path).and_then(|file| read_text_from(file, TEXT_LIMIT));
    text.map_err(FileError::at(path))
}

/// Reads a text of at most `limit` bytes to its end.
///
/// # Errors
/// As for [`read_text`].
pub fn read_text_from(source: impl Read, limit: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("longer than {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("not UTF-8 text"))
}
