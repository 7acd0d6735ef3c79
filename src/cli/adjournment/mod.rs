//! `compongo adjourn` and `compongo resume-adjourned`: adjourned games.

pub mod adjourn;
mod game;
pub mod resume;
mod summary;

use super::game_file::open;
use super::output::CliError;
use super::player;
use crate::ruling::{ClockTime, ClockTimeError};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// Parses a time on a clock.
fn clock(text: &str) -> Result<Duration, ClockTimeError> {
    text.parse().map(|ClockTime(time)| time)
}

/// Reads a text of at most `limit` bytes from a file or standard input.
fn read_text(path: &Path, limit: u64) -> Result<String, CliError> {
    let at = |error: &dyn std::fmt::Display| CliError::at(path.display(), error);
    let mut bytes = Vec::new();
    let mut source = open(path)?.take(limit + 1);
    source.read_to_end(&mut bytes).map_err(|error| at(&error))?;
    if bytes.len() as u64 > limit {
        return Err(at(&format_args!("longer than {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| at(&"not a text in UTF-8"))
}
