//! PGN: files of games, read in one pass and game by game, and written game by game.
//!
//! Reading has two steps, so that they can run in different threads. A [`Reader`] finds where games begin and end
//! and hands each of them out as text, a [`RawGame`]. [`Game::parse`] takes that text to pieces: tags, moves,
//! comments, result. Moves are still text then; [`crate::notation::language::replay`] finds out what they mean.
//!
//! Real files break every rule of the format, and what is lost in silence is judged wrongly later. Whatever is
//! wrong with a game becomes a [`Remark`] with the number of its line, and everything that looks like part of the
//! moves is kept as it was written, readable or not.
//!
//! A [`Writer`] takes moves and makes a text of them, in the one form that the standard prescribes.
//!
//! ```
//! use compongo::notation::pgn::{Game, Reader, ResultToken};
//!
//! let file = "[White \"Ann\"]\n\n1. e4 {best} e5 2. Nf3 (2. f4) 1/2-1/2\n";
//! let games: Vec<_> = Reader::new(file.as_bytes()).collect::<Result<_, _>>()?;
//! let game = Game::parse(&games[0]);
//! assert_eq!(game.tags.get("White"), Some("Ann"));
//! assert_eq!(game.moves.iter().map(|mv| mv.text).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
//! assert_eq!(game.result, Some(ResultToken::Draw));
//! assert!(game.remarks.is_empty());
//! # Ok::<(), compongo::notation::pgn::ReadError>(())
//! ```

mod comment;
mod game;
mod lexer;
mod reader;
mod remark;
mod tags;
mod words;
mod writer;

pub use comment::Comment;
pub use game::{Game, MoveToken};
pub use reader::{MAX_GAME, RawGame, ReadError, Reader};
pub use remark::{MAX_REMARKS, Remark, RemarkKind};
pub use tags::{Tag, TagError, Tags, Termination};
pub use writer::Writer;

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
