//! The `position` command.

use super::uci_command::lookup;
use crate::board::Board;
use crate::board::fen::{self, FenError, FenWarning, STARTPOS};
use crate::laws::game::Game;
use crate::notation::pgn::looks_like_move;
use crate::notation::uci_move::{self, UciMoveError};
use crate::util::text::quote;
use std::str::SplitAsciiWhitespace;

/// A `position` command, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN of the start position, not validated; its fields are separated by single blanks.
    pub fen: String,
    /// The moves, not validated: in lower case if they are in UCI notation, otherwise as they were typed.
    pub moves: Vec<String>,
    /// The words after `startpos` that were skipped.
    skipped: Vec<String>,
}

const NO_BOARD: &str = "position: neither startpos nor a FEN is given";

/// The null move: passes the turn.
const NULL_MOVE: &str = "0000";

impl PositionCommand {
    /// Parses the words after `position`.
    ///
    /// # Errors
    /// The start position is missing or ambiguous.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_ascii_whitespace();
        let (fen, skipped) = parse_start(&mut words)?;
        Ok(Self {
            fen,
            moves: words.map(move_word).collect(),
            skipped,
        })
    }

    /// The warning about words between `startpos` and `moves`, which are skipped.
    pub fn surplus(&self) -> Option<FenWarning> {
        let is_there = !self.skipped.is_empty();
        is_there.then(|| FenWarning::Surplus(quote(&self.skipped.join(" "))))
    }

    /// The game, with warnings about the parts of the FEN that were left out.
    ///
    /// # Errors
    /// The FEN is invalid, or see [`play_moves`].
    pub fn game(&self) -> Result<(Game, Vec<FenWarning>), String> {
        let parsed = fen::parse(&self.fen);
        let (start, warnings) = parsed.map_err(|error| match error {
            FenError::Moves => "position: the word moves is missing before the moves".to_owned(),
            _ => format!("invalid FEN: {error}"),
        })?;
        Ok((play_moves(start, &self.moves)?, warnings))
    }
}

/// Plays moves in UCI notation. `0000` passes the turn; the game then begins after it, because no position before it
/// can recur.
///
/// # Errors
/// A move is illegal or unreadable.
pub fn play_moves(start: Board, moves: &[String]) -> Result<Game, String> {
    let mut game = Game::new(start);
    for (text, number) in moves.iter().zip(1..) {
        play(&mut game, text).map_err(|why| format!("position: move {number} {why}"))?;
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
    let mv = uci_move::parse(game.board(), text).map_err(|error| match error {
        UciMoveError::Unreadable(text) => {
            format!("'{text}' is not in UCI notation, such as e2e4")
        }
        UciMoveError::Illegal(_) => error.to_string(),
    })?;
    game.play_legal(mv);
    Ok(())
}

/// Parses the start position and the word `moves` after it. Unknown words are skipped; those between `startpos` and `moves`
/// are returned too.
fn parse_start(words: &mut SplitAsciiWhitespace) -> Result<(String, Vec<String>), String> {
    let without_skipped = |fen| (fen, Vec::new());
    loop {
        let word = words.next().ok_or(NO_BOARD)?;
        match lookup(&["startpos", "fen", "moves"], word.trim_matches(QUOTES)) {
            Some("startpos") => return Ok((STARTPOS.to_owned(), skip_to_moves(words)?)),
            Some("moves") => return Err(NO_BOARD.to_owned()),
            Some(_) if words.clone().next().is_some_and(is_startpos) => {}
            Some(_) => return parse_fen(String::new(), words).map(without_skipped),
            // The word `fen` is missing.
            None if word.contains('/') => {
                return parse_fen(word.to_owned(), words).map(without_skipped);
            }
            None if is_move_like(word) => return Err(stray_move(word)),
            None => {}
        }
    }
}

/// Collects the remaining fields of a FEN up to the word `moves`.
fn parse_fen(mut fen: String, words: &mut SplitAsciiWhitespace) -> Result<String, String> {
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
        Err(NO_BOARD.to_owned())
    } else {
        Ok(fen.to_owned())
    }
}

/// Skips the words before the word `moves`, and returns them.
fn skip_to_moves(words: &mut SplitAsciiWhitespace) -> Result<Vec<String>, String> {
    let mut skipped = Vec::new();
    for word in words.take_while(|word| !is_moves(word)) {
        if word.contains('/') || word.eq_ignore_ascii_case("fen") {
            return Err("position: both startpos and a FEN are given".to_owned());
        }
        if is_move_like(word) {
            return Err(stray_move(word));
        }
        skipped.push(word.to_owned());
    }
    Ok(skipped)
}

/// Skipping a move before the word `moves` would lead to another position.
fn stray_move(word: &str) -> String {
    format!(
        "position: the word moves is missing before '{}'",
        quote(word)
    )
}

const QUOTES: [char; 2] = ['"', '\''];

fn is_moves(word: &str) -> bool {
    word.eq_ignore_ascii_case("moves")
}

fn is_startpos(word: &str) -> bool {
    word.trim_matches(QUOTES).eq_ignore_ascii_case("startpos")
}

/// A word of the list of moves. An error quotes what is not UCI notation as it was typed.
fn move_word(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    if is_uci_notation(&lower) {
        lower
    } else {
        word.to_owned()
    }
}

fn is_uci_notation(word: &str) -> bool {
    let (squares, promotion) = word.as_bytes().split_at(word.len().min(4));
    matches!(
        squares,
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']
    ) && matches!(promotion, [] | [b'n' | b'b' | b'r' | b'q'])
}

fn is_move_like(word: &str) -> bool {
    word == NULL_MOVE
        || looks_like_move(word.as_bytes())
        || matches!(
            word.as_bytes(),
            [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9', _, ..]
        )
}
