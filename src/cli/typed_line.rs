//! Lines that a person types.

use std::io::{self, BufRead, Read};

/// The most bytes of a line.
const MAX_LINE: u64 = 1 << 20;

/// The next line with its end; empty at the end of the input. Bytes that are not UTF-8 are replaced.
///
/// # Errors
/// The input cannot be read, or the line is longer than a megabyte.
pub fn read(input: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    let length = input.take(MAX_LINE).read_until(b'\n', &mut line)? as u64;
    if length == MAX_LINE && !line.ends_with(b"\n") {
        return Err(io::Error::other(
            "the input has a line of more than a megabyte",
        ));
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}
