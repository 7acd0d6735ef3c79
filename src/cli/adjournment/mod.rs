//! `compongo adjourn` and `compongo resume-adjourned`: adjourned games.

pub mod adjourn;
pub mod resume;
mod summary;

use super::game_file::open;
use super::output::CliError;
use crate::util::file::read_text_from;
use std::path::Path;

/// Reads a text of at most `limit` bytes from a file or standard input.
fn read_text(path: &Path, limit: u64) -> Result<String, CliError> {
    let text = open(path).and_then(|file| read_text_from(file.text, limit));
    text.map_err(|error| CliError::at(path.display(), error))
}
