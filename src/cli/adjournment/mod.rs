//! `compongo adjourn` and `compongo resume-adjourned`: adjourned games.

pub mod adjourn;
mod game;
pub mod resume;
mod summary;

use super::output::CliError;
use crate::notation::pgn::parse_time;
use crate::types::Color;
use crate::util::text::quote;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

/// Parses a player.
fn player(text: &str) -> Result<Color, String> {
    let found = Color::ALL.into_iter();
    let mut found = found.filter(|color| text.eq_ignore_ascii_case(&color.to_string()));
    found
        .next()
        .ok_or_else(|| format!("'{}' is neither white nor black", quote(text)))
}

/// Parses a time on a clock.
fn clock(text: &str) -> Result<Duration, String> {
    let time = parse_time(text).filter(|_| !text.is_empty());
    time.ok_or_else(|| format!("'{}' is no time such as 1:05:30", quote(text)))
}

/// Parses a time in minutes, or one on a clock.
fn minutes(text: &str) -> Result<Duration, String> {
    if text.contains(':') {
        return clock(text);
    }
    let number = text.parse::<u32>().ok();
    let number = number.map(|minutes| Duration::from_mins(minutes.into()));
    number.ok_or_else(|| {
        format!(
            "'{}' is no time in minutes, nor one such as 1:05:30",
            quote(text)
        )
    })
}

/// A file or standard input.
fn open(path: &Path) -> Result<Box<dyn Read>, CliError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(|error| CliError::at(path.display(), error))?;
    Ok(Box::new(file))
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
