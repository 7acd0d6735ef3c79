//! Files of games and positions, and one game of a file, for commands about a single game.

use super::output::CliError;
use crate::notation::pgn::{PgnReader, RawGame};
use crate::util::input;
use std::io::{self, Read};
use std::path::Path;

/// Reads the game with a number, from 1; without a number, the only game of the file.
///
/// # Errors
/// The file cannot be read, has no such game, or has several games and no number was given.
pub fn read_game(path: &Path, number: Option<u32>) -> Result<RawGame, CliError> {
    let (source, _) = open(path).map_err(|error| CliError::at(path.display(), error))?;
    let mut games = PgnReader::new(source);
    let index = number.unwrap_or(1) as usize;
    let found = games.nth(index - 1).transpose();
    let found = found.map_err(|error| CliError::at(path.display(), error))?;
    let Some(game) = found else {
        let problem = format_args!("there is no game {index}");
        return Err(CliError::at(path.display(), problem));
    };
    if number.is_none() && games.next().is_some() {
        let problem = "there are several games; choose one with --game";
        return Err(CliError::at(path.display(), problem));
    }
    Ok(game)
}

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
