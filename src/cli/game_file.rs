//! Files of games and positions.

use crate::util::input;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file, with its length if it is known; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = input::open(path)?;
    let length = file.length();
    Ok((Box::new(file), length))
}
