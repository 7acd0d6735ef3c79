//! The `position` command.

use super::lookup;
use crate::engine::StartPosition;
use crate::util::text::quote;
use std::str::SplitAsciiWhitespace;

/// A `position` command: a start position and moves, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The start position; the fields of a FEN are separated by single blanks and not validated.
    pub start: StartPosition,
    /// The moves in lower case, not validated.
    pub moves: Vec<String>,
}

/// The reasons why a `position` command cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionSyntaxError {
    /// Neither `startpos` nor a FEN.
    #[error("position: neither startpos nor a FEN is given")]
    NoBoard,
    /// Both `startpos` and a FEN.
    #[error("position: both startpos and a FEN are given")]
    TwoBoards,
    /// There is a move before the word `moves`; skipping it would lead to another position.
    #[error("position: '{0}' stands before the word moves")]
    StrayMove(String),
}

impl PositionCommand {
    /// Parses the words after `position`.
    ///
    /// # Errors
    /// The start position is missing or ambiguous.
    pub fn parse(text: &str) -> Result<Self, PositionSyntaxError> {
        let mut words = text.split_ascii_whitespace();
        Ok(Self {
            start: parse_start(&mut words)?,
            moves: words.map(str::to_ascii_lowercase).collect(),
        })
    }
}

/// Parses the start position and the word `moves` after it. Unknown words are skipped.
fn parse_start(words: &mut SplitAsciiWhitespace) -> Result<StartPosition, PositionSyntaxError> {
    loop {
        let word = words.next().ok_or(PositionSyntaxError::NoBoard)?;
        match lookup(&["startpos", "fen", "moves"], word.trim_matches(QUOTES)) {
            Some("startpos") => return skip_to_moves(words).map(|()| StartPosition::Standard),
            Some("moves") => return Err(PositionSyntaxError::NoBoard),
            Some(_) if words.clone().next().is_some_and(is_startpos) => {}
            Some(_) => return parse_fen(String::new(), words),
            // The word `fen` is missing.
            None if word.contains('/') => return parse_fen(word.to_owned(), words),
            None if is_move_like(word) => return Err(PositionSyntaxError::StrayMove(quote(word))),
            None => {}
        }
    }
}

/// Collects the remaining fields of a FEN up to the word `moves`.
fn parse_fen(
    mut fen: String,
    words: &mut SplitAsciiWhitespace,
) -> Result<StartPosition, PositionSyntaxError> {
    for word in words.take_while(|word| !is_moves(word)) {
        if !fen.is_empty() {
            fen.push(' ');
        }
        fen.push_str(word);
    }
    // A quotation mark at the end may belong to an EPD operation, unless there is also one at the beginning.
    let fen = match fen.strip_prefix(QUOTES) {
        Some(rest) => rest.strip_suffix(QUOTES).unwrap_or(rest).trim_ascii(),
        None => &fen,
    };
    if fen.is_empty() {
        Err(PositionSyntaxError::NoBoard)
    } else {
        Ok(StartPosition::Fen(fen.to_owned()))
    }
}

fn skip_to_moves(words: &mut SplitAsciiWhitespace) -> Result<(), PositionSyntaxError> {
    for word in words.take_while(|word| !is_moves(word)) {
        if word.contains('/') || word.eq_ignore_ascii_case("fen") {
            return Err(PositionSyntaxError::TwoBoards);
        }
        if is_move_like(word) {
            return Err(PositionSyntaxError::StrayMove(quote(word)));
        }
    }
    Ok(())
}

const QUOTES: [char; 2] = ['"', '\''];

fn is_moves(word: &str) -> bool {
    word.eq_ignore_ascii_case("moves")
}

fn is_startpos(word: &str) -> bool {
    word.trim_matches(QUOTES).eq_ignore_ascii_case("startpos")
}

/// True for text that may be a move.
fn is_move_like(word: &str) -> bool {
    word == "0000"
        || matches!(
            word.as_bytes(),
            [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9', _, ..]
        )
}
