//! `position`.

use super::{canonical, lookup};
use crate::util::text::quote;
use std::str::SplitAsciiWhitespace;
use vampirc_uci::UciMessage;

/// A board and the moves that lead on from it, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Where the moves begin.
    pub base: Base,
    /// The moves in lower case, each in the form of `e2e4`, `e7e8q` or `0000`. Whether they are legal is not known.
    pub moves: Vec<String>,
}

/// Where the moves of a position begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The initial position of chess.
    Startpos,
    /// The position of a FEN, whose fields are separated by single blanks. Nothing in it was checked.
    Fen(String),
}

/// Why a `position` cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// There is no board.
    #[error("position: neither startpos nor a FEN is given")]
    NoBoard,
    /// There are two boards.
    #[error("position: both startpos and a FEN are given")]
    TwoBoards,
    /// A move stands outside the list of moves, where skipping it would lead to another board.
    #[error("position: '{0}' stands before the word moves")]
    StrayMove(String),
    /// An entry of the list has not the form of a move.
    #[error("position: move {number} '{text}' is unreadable")]
    UnreadableMove {
        /// Its place in the list, from 1.
        number: usize,
        /// The entry, shortened.
        text: String,
    },
}

/// The position in what follows the word `position`.
pub(super) fn read(text: &str, reader: &mut MoveReader) -> Result<Position, PositionError> {
    let mut words = text.split_ascii_whitespace();
    let base = read_base(&mut words)?;
    Ok(Position {
        base,
        moves: reader.read(words)?,
    })
}

/// Reads the board and the word `moves` after it. Words that mean nothing are skipped.
fn read_base(words: &mut SplitAsciiWhitespace) -> Result<Base, PositionError> {
    loop {
        let word = words.next().ok_or(PositionError::NoBoard)?;
        match lookup(&["startpos", "fen", "moves"], word.trim_matches(QUOTES)) {
            Some("startpos") => return skip_to_moves(words).map(|()| Base::Startpos),
            Some("moves") => return Err(PositionError::NoBoard),
            Some(_) if words.clone().next().is_some_and(is_startpos) => {}
            Some(_) => return read_fen(String::new(), words),
            // The word `fen` is missing.
            None if word.contains('/') => return read_fen(word.to_owned(), words),
            None if is_move_like(word) => return Err(PositionError::StrayMove(quote(word))),
            None => {}
        }
    }
}

/// Collects a FEN that may have begun already, and reads the word `moves` after it.
fn read_fen(mut fen: String, words: &mut SplitAsciiWhitespace) -> Result<Base, PositionError> {
    for word in words.take_while(|word| !is_moves(word)) {
        if !fen.is_empty() {
            fen.push(' ');
        }
        fen.push_str(word);
    }
    // A quotation mark at the end may belong to an EPD operation, unless there is one at the beginning as well.
    let fen = match fen.strip_prefix(QUOTES) {
        Some(rest) => rest.strip_suffix(QUOTES).unwrap_or(rest).trim_ascii(),
        None => &fen,
    };
    if fen.is_empty() {
        Err(PositionError::NoBoard)
    } else {
        Ok(Base::Fen(fen.to_owned()))
    }
}

fn skip_to_moves(words: &mut SplitAsciiWhitespace) -> Result<(), PositionError> {
    for word in words.take_while(|word| !is_moves(word)) {
        if word.contains('/') || word.eq_ignore_ascii_case("fen") {
            return Err(PositionError::TwoBoards);
        }
        if is_move_like(word) {
            return Err(PositionError::StrayMove(quote(word)));
        }
    }
    Ok(())
}

const QUOTES: [char; 2] = ['"', '\''];

/// A move that leaves the board as it is and passes the turn.
const NULL_MOVE: &str = "0000";

fn is_moves(word: &str) -> bool {
    word.eq_ignore_ascii_case("moves")
}

fn is_startpos(word: &str) -> bool {
    word.trim_matches(QUOTES).eq_ignore_ascii_case("startpos")
}

/// True for what may have been meant as a move.
fn is_move_like(word: &str) -> bool {
    word == NULL_MOVE
        || matches!(
            word.as_bytes(),
            [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9', _, ..]
        )
}

/// Reads lists of moves. A list that goes on where the last one ended is not read from its beginning again.
#[derive(Debug, Default)]
pub(super) struct MoveReader {
    /// The last readable list, in lower case with single blanks.
    text: String,
    /// The number of its moves.
    count: usize,
}

impl MoveReader {
    fn read(&mut self, words: SplitAsciiWhitespace) -> Result<Vec<String>, PositionError> {
        let mut text = String::new();
        let mut moves = Vec::new();
        let mut odd = None;
        for word in words {
            if !matches!(word.len(), 4 | 5) {
                odd = Some(word);
                break;
            }
            let word = word.to_ascii_lowercase();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&word);
            moves.push(word);
        }
        let known = match text.strip_prefix(&self.text) {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => self.count,
            _ => 0,
        };
        check(&moves, known)?;
        if let Some(word) = odd {
            return Err(PositionError::UnreadableMove {
                number: moves.len() + 1,
                text: quote(word),
            });
        }
        self.count = moves.len();
        self.text = text;
        Ok(moves)
    }
}

/// Checks the form of all moves but the first `known`.
fn check(moves: &[String], known: usize) -> Result<(), PositionError> {
    /// Moves the crate is given at once: it takes some hundred bytes for each.
    const CHUNK: usize = 512;
    let mut first = known;
    for chunk in moves[known..].chunks(CHUNK) {
        if !are_readable(chunk) {
            let culprit = chunk
                .iter()
                .position(|text| !are_readable(std::slice::from_ref(text)))
                .unwrap_or(0);
            return Err(PositionError::UnreadableMove {
                number: first + culprit + 1,
                text: quote(&chunk[culprit]),
            });
        }
        first += chunk.len();
    }
    Ok(())
}

/// True if each text has the form of a move.
fn are_readable(moves: &[String]) -> bool {
    let mut line = String::from("position startpos moves");
    let mut count = 0;
    for text in moves.iter().filter(|text| *text != NULL_MOVE) {
        line.push(' ');
        line.push_str(text);
        count += 1;
    }
    if count == 0 {
        return true;
    }
    match canonical(line) {
        // The crate may stop at a word it cannot read, without an error: so the moves must be counted.
        Some(UciMessage::Position {
            startpos: true,
            fen: None,
            moves,
        }) => moves.len() == count,
        _ => false,
    }
}
