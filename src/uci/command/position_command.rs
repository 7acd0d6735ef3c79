//! The `position` command.

use super::uci_command::lookup;
use crate::board::Board;
use crate::board::fen::{self, FenError, FenWarning, STARTPOS};
use crate::laws::game::Game;
use crate::notation::uci_move;
use crate::util::text::quote;
use std::str::SplitAsciiWhitespace;

/// A `position` command, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN of the start position, not validated; its fields are separated by single blanks.
    pub fen: String,
    /// The moves in lower case, not validated.
    pub moves: Vec<String>,
}

/// The reasons why a `position` command is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Neither `startpos` nor a FEN.
    #[error("position: neither startpos nor a FEN is given")]
    NoBoard,
    /// Both `startpos` and a FEN.
    #[error("position: both startpos and a FEN are given")]
    TwoBoards,
    /// There is a move before the word `moves`; skipping it would lead to another position.
    #[error("position: '{0}' stands before the word moves")]
    StrayMove(String),
    /// The FEN is invalid.
    #[error("invalid FEN: {0}")]
    Fen(#[from] FenError),
    /// The line is longer than any that is read.
    #[error("position: the line is longer than 16 MiB")]
    TooLong,
    /// A move is illegal or unreadable.
    #[error("position: move {number} {reason}")]
    Move {
        /// Its index in the list, from 1.
        number: usize,
        /// The reason.
        reason: String,
    },
}

/// The null move: passes the turn.
const NULL_MOVE: &str = "0000";

impl PositionCommand {
    /// Parses the words after `position`.
    ///
    /// # Errors
    /// The start position is missing or ambiguous.
    pub fn parse(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace();
        Ok(Self {
            fen: parse_start(&mut words)?,
            moves: words.map(str::to_ascii_lowercase).collect(),
        })
    }

    /// The game, with warnings about the parts of the FEN that were left out.
    ///
    /// # Errors
    /// The FEN is invalid, or see [`play_moves`].
    pub fn game(&self) -> Result<(Game, Vec<FenWarning>), PositionError> {
        let (start, warnings) = fen::parse(&self.fen)?;
        Ok((play_moves(start, &self.moves)?, warnings))
    }
}

/// Plays moves in UCI notation. `0000` passes the turn; the game then begins after it, because no position before it
/// can recur.
///
/// # Errors
/// A move is illegal or unreadable.
pub fn play_moves(start: Board, moves: &[String]) -> Result<Game, PositionError> {
    let mut game = Game::new(start);
    for (text, number) in moves.iter().zip(1..) {
        play(&mut game, text).map_err(|reason| PositionError::Move { number, reason })?;
    }
    Ok(game)
}

fn play(game: &mut Game, text: &str) -> Result<(), String> {
    if text == NULL_MOVE {
        let mut board = *game.board();
        if board.in_check() {
            return Err(format!(
                "'{NULL_MOVE}' is illegal: the side to move is in check"
            ));
        }
        board.play_null();
        *game = Game::new(board);
        return Ok(());
    }
    let mv = uci_move::parse(game.board(), text).map_err(|error| error.to_string())?;
    game.play_legal(mv);
    Ok(())
}

/// Parses the start position and the word `moves` after it. Unknown words are skipped.
fn parse_start(words: &mut SplitAsciiWhitespace) -> Result<String, PositionError> {
    loop {
        let word = words.next().ok_or(PositionError::NoBoard)?;
        match lookup(&["startpos", "fen", "moves"], word.trim_matches(QUOTES)) {
            Some("startpos") => return skip_to_moves(words).map(|()| STARTPOS.to_owned()),
            Some("moves") => return Err(PositionError::NoBoard),
            Some(_) if words.clone().next().is_some_and(is_startpos) => {}
            Some(_) => return parse_fen(String::new(), words),
            // The word `fen` is missing.
            None if word.contains('/') => return parse_fen(word.to_owned(), words),
            None if is_move_like(word) => return Err(PositionError::StrayMove(quote(word))),
            None => {}
        }
    }
}

/// Collects the remaining fields of a FEN up to the word `moves`.
fn parse_fen(mut fen: String, words: &mut SplitAsciiWhitespace) -> Result<String, PositionError> {
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
        Err(PositionError::NoBoard)
    } else {
        Ok(fen.to_owned())
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

fn is_moves(word: &str) -> bool {
    word.eq_ignore_ascii_case("moves")
}

fn is_startpos(word: &str) -> bool {
    word.trim_matches(QUOTES).eq_ignore_ascii_case("startpos")
}

fn is_move_like(word: &str) -> bool {
    word == NULL_MOVE
        || matches!(
            word.as_bytes(),
            [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9', _, ..]
        )
}
