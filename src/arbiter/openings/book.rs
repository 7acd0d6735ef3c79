//! Opening books: files of positions (EPD, FEN) or games (PGN).

use super::{Opening, game_over_reason};
use crate::notation::epd::{self, EpdError};
use crate::notation::language::parse_moves;
use crate::notation::pgn::{PgnGame, RawGame, TagError};
use crate::notation::san::SanError;
use crate::notation::source::{FileEntries, FileEntry};
use crate::util::text::printable;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Warnings about a book that are kept; further ones are counted.
const MAX_WARNINGS: usize = 20;

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningBook {
    /// The openings in file order; there may be duplicates.
    pub openings: Vec<Opening>,
    /// What was skipped or corrected: the first warnings, and the number of further ones.
    pub warnings: Vec<String>,
    /// Warnings that are not kept.
    more_warnings: usize,
}

/// Why a file is not an opening book.
#[derive(Debug, thiserror::Error)]
pub enum OpeningBookError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not a position.
    #[error("line {line}: {error}")]
    Position {
        /// The number of the line, from 1.
        line: u64,
        /// The error.
        error: EpdError,
    },
    /// The tags of a game give no valid first position.
    #[error("line {line}: game {game}: {error}")]
    Start {
        /// The number of the game, from 1.
        game: usize,
        /// The number of its first line, from 1.
        line: u64,
        /// The error.
        error: TagError,
    },
    /// A move of a game is unreadable or illegal.
    #[error("line {line}: game {game}: {error}")]
    Move {
        /// The number of the game, from 1.
        game: usize,
        /// The number of the line of the move, from 1.
        line: u64,
        /// The error.
        error: SanError,
    },
    /// A game is too long.
    #[error("{0}")]
    TooLong(String),
    /// The file has no opening.
    #[error("the file has no opening")]
    Empty,
}

/// Reads a file of positions (EPD, FEN: one to a line) or of games (PGN); the format is detected.
///
/// `plies` is the largest number of plies taken of a game; later moves are not checked. Openings after which the game is
/// over are skipped with a warning.
///
/// # Errors
/// The first invalid position or move, with its line.
pub fn read_book(path: &Path, plies: Option<usize>) -> Result<OpeningBook, OpeningBookError> {
    read_from(File::open(path)?, plies)
}

fn read_from(source: impl Read, plies: Option<usize>) -> Result<OpeningBook, OpeningBookError> {
    let mut book = OpeningBook::default();
    for entry in FileEntries::new(source)? {
        match entry? {
            FileEntry::Position { line, text, .. } => book.position(line, &text)?,
            FileEntry::Game(raw) => book.game(&raw, plies)?,
            FileEntry::TooLong { error, .. } => return Err(OpeningBookError::TooLong(error)),
        }
    }
    if book.openings.is_empty() {
        return Err(OpeningBookError::Empty);
    }
    if book.more_warnings > 0 {
        let more = format!("{} more warnings like these", book.more_warnings);
        book.warnings.push(more);
    }
    Ok(book)
}

impl OpeningBook {
    fn position(&mut self, line: u64, text: &str) -> Result<(), OpeningBookError> {
        let parsed = epd::parse(text);
        let (epd, warnings) = parsed.map_err(|error| OpeningBookError::Position { line, error })?;
        for warning in warnings {
            self.warn(|| format!("line {line}: {warning}"));
        }
        self.add(Opening::at(epd.board), || format!("line {line}"));
        Ok(())
    }

    fn game(&mut self, raw: &RawGame, plies: Option<usize>) -> Result<(), OpeningBookError> {
        let (number, line) = (raw.index + 1, raw.line);
        let game = PgnGame::parse(raw);
        let place = || format!("line {line}: game {number}");
        if game.tags.all().is_empty() && game.moves.is_empty() {
            self.warn(|| format!("line {line}: the text is not a game"));
            return Ok(());
        }
        let (start, warnings) = game.tags.start().map_err(|error| OpeningBookError::Start {
            game: number,
            line,
            error,
        })?;
        for warning in warnings {
            self.warn(|| format!("{}: {warning}", place()));
        }
        let taken = plies.unwrap_or(usize::MAX).min(game.moves.len());
        let texts: Vec<&str> = game.moves[..taken].iter().map(|mv| mv.text).collect();
        let replay = parse_moves(&start, &texts);
        let moves: Vec<_> = replay.moves.iter().map(|reading| reading.mv).collect();
        if let Some(error) = replay.error {
            return Err(OpeningBookError::Move {
                game: number,
                line: game.moves[moves.len()].line,
                error,
            });
        }
        self.add(Opening { start, moves }, place);
        Ok(())
    }

    fn add(&mut self, opening: Opening, place: impl Fn() -> String) {
        match game_over_reason(&opening.end()) {
            None => self.openings.push(opening),
            Some(why) => self.warn(|| format!("{}: skipped, the game is over: {why}", place())),
        }
    }

    fn warn(&mut self, warning: impl FnOnce() -> String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(printable(&warning()).into_owned());
        } else {
            self.more_warnings += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &str, plies: Option<usize>) -> OpeningBook {
        read_from(text.as_bytes(), plies).expect("a book")
    }

    fn lines(book: &OpeningBook) -> Vec<String> {
        let line = |opening: &Opening| {
            let text = opening.text();
            format!("{} {}", text.fen, text.moves.join(" "))
                .trim_end()
                .to_owned()
        };
        book.openings.iter().map(line).collect()
    }

    fn error(text: &str, plies: Option<usize>) -> String {
        read_from(text.as_bytes(), plies)
            .expect_err("no book")
            .to_string()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn positions_are_read_with_their_counters_and_rights() {
        let text = "\u{FEFF}# endings\r\n\r\n\
            8/8/8/8/8/k7/7R/K7 w - - 12 40\r\n\
            8/8/8/8/8/k7/7R/K7 w - - bm Rh3+; hmvc 7; fmvn 33;\n\
            bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n\
            1r2k2r/8/8/8/8/8/8/RR2K3 w Bk - 0 1";
        let expected = [
            "8/8/8/8/8/k7/7R/K7 w - - 12 40",
            "8/8/8/8/8/k7/7R/K7 w - - 7 33",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
            "1r2k2r/8/8/8/8/8/8/RR2K3 w Bk - 0 1",
        ];
        let book = book(text, Some(8));
        assert_eq!(lines(&book), expected);
        assert!(book.warnings.is_empty());
    }

    #[test]
    fn games_are_read_and_cut() {
        let text = "[Event \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} Nc6 1-0\n\n\
            [Event \"b\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O O-O *\n";
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 e1a1 e8h8";
        let whole = [format!("{START} e2e4 e7e5 g1f3 b8c6"), castling.to_owned()];
        assert_eq!(lines(&book(text, None)), whole);
        assert_eq!(lines(&book(text, Some(99))), whole);
        let cut = [format!("{START} e2e4 e7e5 g1f3"), castling.to_owned()];
        assert_eq!(lines(&book(text, Some(3))), cut);
        let starts = [START, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"];
        assert_eq!(lines(&book(text, Some(0))), starts);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let position = format!("{START}\n\n# rook\n8/8/8/8/8/k7/7R/8 w - - 0 1\n");
        assert_eq!(error(&position, None), "line 4: white has 0 kings");
        let illegal = "1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5\n2. Ke3 *\n";
        assert_eq!(error(illegal, None), "line 6: game 2: 'Ke3' is illegal");
        assert_eq!(book(illegal, Some(2)).openings.len(), 2);
        let variant = "[Variant \"Atomic\"]\n\n1. e4 *\n";
        assert_eq!(
            error(variant, None),
            "line 1: game 1: variant 'Atomic' is not chess"
        );
        for nothing in [
            "",
            "\n\n",
            "# only a remark",
            "no chess at all",
            "\0\u{1}\u{2}",
        ] {
            assert_eq!(
                error(nothing, None),
                "the file has no opening",
                "{nothing:?}"
            );
        }
        assert!(matches!(
            read_book(Path::new("/no/such/book"), None),
            Err(OpeningBookError::Io(_))
        ));
    }

    #[test]
    fn games_that_are_over_are_left_out() {
        let text = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 0-1\n";
        let mated = book(text, None);
        assert_eq!(lines(&mated), [format!("{START} f2f3 e7e5")]);
        assert_eq!(
            mated.warnings,
            ["line 1: game 1: skipped, the game is over: checkmate"]
        );
        assert_eq!(book(text, Some(3)).openings.len(), 2);
        let bare = "8/8/8/8/8/k7/8/K7 w - - 0 1\n".repeat(50);
        assert_eq!(error(&bare, None), "the file has no opening");
        let corrected = book("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", None);
        assert_eq!(lines(&corrected), ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
        assert_eq!(
            corrected.warnings,
            ["line 1: castling right 'Q' dropped: king and rook are not in place"]
        );
    }

    #[test]
    fn warnings_are_bounded() {
        let text = format!("{}{START}", "8/8/8/8/8/k7/8/K7 w - - 0 1\n".repeat(1000));
        let book = book(&text, None);
        assert_eq!(book.openings.len(), 1);
        assert_eq!(book.warnings.len(), MAX_WARNINGS + 1);
        assert_eq!(book.warnings[MAX_WARNINGS], "980 more warnings like these");
    }
}
