//! The notations in which the moves of a game are written.

use super::language::Language;
use super::san::{self, PieceLetters};
use crate::board::Board;
use crate::types::Move;
use crate::util::text::quote;
use std::str::FromStr;

/// The notation of the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveNotation {
    /// The export format of PGN: `O-O`, `exd6`, `e8=Q`.
    #[default]
    Pgn,
    /// The notation of the Laws (97 Appendix E, 09 Appendix C), as a player writes it: `0-0`, `exd6 e.p.`, `e8Q`, with
    /// the piece letters of a language.
    Fide(Language),
    /// The notation of the Laws with figurines, as they recommend for print.
    Figurine,
}

impl MoveNotation {
    /// The text of a legal move.
    ///
    /// ```
    /// use compongo::board::Board;
    /// use compongo::notation::move_notation::MoveNotation;
    /// use compongo::notation::san;
    ///
    /// let board: Board = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let mv = san::parse(&board, "exd6")?;
    /// let spanish: MoveNotation = "es".parse()?;
    /// assert_eq!(spanish.write(&board, mv), "exd6 a.p.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(self, board: &Board, mv: Move) -> String {
        match self {
            Self::Pgn => san::write(board, mv),
            Self::Fide(language) => {
                san::write_fide(board, mv, &language.letters(), language.en_passant())
            }
            Self::Figurine => san::write_fide(
                board,
                mv,
                &PieceLetters::FIGURINES,
                Language::English.en_passant(),
            ),
        }
    }

    /// The language for reading the moves back. Every language reads figurines.
    pub const fn language(self) -> Language {
        match self {
            Self::Fide(language) => language,
            Self::Pgn | Self::Figurine => Language::English,
        }
    }
}

/// The error for a text that names no notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a notation; write pgn, fide, figurine, or a language whose piece letters are known, such as en, es, de, fr, nl, ru"
)]
pub struct UnknownNotation(String);

/// Parses `pgn`, `fide` (in English), `figurine`, or a language.
impl FromStr for MoveNotation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Self, UnknownNotation> {
        match text.trim().to_lowercase().as_str() {
            "pgn" => Ok(Self::Pgn),
            "fide" => Ok(Self::Fide(Language::English)),
            "figurine" => Ok(Self::Figurine),
            language => {
                let language = language.parse().map(Self::Fide);
                language.map_err(|_| UnknownNotation(quote(text)))
            }
        }
    }
}
