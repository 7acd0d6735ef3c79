//! PGN: files of games, read in one pass and game by game, and written game by game.
//!
//! Reading has two steps, so that they can run in different threads. A [`PgnReader`] finds where games begin and end
//! and hands each of them out as text, a [`RawGame`]. [`PgnGame::parse`] takes that text to pieces: tags, moves,
//! comments, result. Moves are still text then; [`crate::notation::language::replay`] finds out what they mean.
//!
//! Real files break every rule of the format, and what is lost in silence is judged wrongly later. Whatever is
//! wrong with a game becomes a [`PgnWarning`] with the number of its line, and everything that looks like part of the
//! moves is kept as it was written, readable or not.
//!
//! A [`PgnWriter`] takes moves and makes a text of them, in the one form that the standard prescribes.
//!
//! ```
//! use compongo::notation::pgn::{PgnGame, PgnReader, ResultToken};
//!
//! let file = "[White \"Ann\"]\n\n1. e4 {best} e5 2. Nf3 (2. f4) 1/2-1/2\n";
//! let games: Vec<_> = PgnReader::new(file.as_bytes()).collect::<Result<_, _>>()?;
//! let game = PgnGame::parse(&games[0]);
//! assert_eq!(game.tags.get("White"), Some("Ann"));
//! assert_eq!(game.moves.iter().map(|mv| mv.text).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
//! assert_eq!(game.result, Some(ResultToken::Draw));
//! assert!(game.warnings.is_empty());
//! # Ok::<(), compongo::notation::pgn::ReadError>(())
//! ```

mod comment;
mod game;
mod lexer;
mod reader;
mod tags;
mod warning;
mod words;
mod writer;

pub use comment::Comment;
pub use game::{MoveToken, PgnGame};
pub use reader::{MAX_GAME, PgnReader, RawGame, ReadError};
pub use tags::{PgnTermination, Tag, TagError, Tags};
pub use warning::{MAX_WARNINGS, PgnWarning, PgnWarningKind};
pub use writer::PgnWriter;

use std::fmt;

/// What PGN can say about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultToken {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or its result is something else.
    Open,
}

impl ResultToken {
    /// The result that a text states: `1-0`, `0-1`, `1/2-1/2`, `1/2`, `½-½`, `*`, also with dashes for hyphens.
    pub fn new(text: &str) -> Option<Self> {
        words::result(text.trim().as_bytes())
    }

    /// As PGN writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

impl fmt::Display for ResultToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
