//! Opening books: files of positions (EPD, FEN) or games (PGN).

use super::opening::{Opening, game_over_reason};
use crate::notation::epd;
use crate::notation::pgn::{FirstMovesError, PgnGame, RawGame, RecordedGame};
use crate::notation::source::{FileEntries, FileEntry};
use crate::util::input;
use crate::util::text::printable;
use crate::util::unpack::unpack;
use std::io::{self, Read};
use std::path::Path;

/// How many warnings about a book are kept; further ones are only counted.
const MAX_WARNINGS: usize = 20;
/// The most memory of the openings of a book, in bytes: a small compressed file can contain any number of openings.
const MAX_MEMORY: usize = 2 << 30;

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningBook {
    /// The openings in file order; there may be duplicates.
    pub openings: Vec<Opening>,
    /// Warnings about skipped or corrected openings: the first ones, then the number of further ones.
    pub warnings: Vec<String>,
    /// The number of warnings that are not kept.
    more_warnings: usize,
    /// The memory of the openings, in bytes.
    memory: usize,
}

/// The reasons why a file is not an opening book.
#[derive(Debug, thiserror::Error)]
pub enum OpeningBookError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A position or a game is invalid, or there is none.
    #[error("{0}")]
    Content(String),
}

/// Reads a file of positions (EPD or FEN, one per line) or of games (PGN), which may be compressed; the format is
/// detected.
///
/// At most `plies` plies of each game are read (all if `None`), in the language of the tag `Language` or of the
/// letters; later moves are not checked. Openings that end the game are skipped with a warning.
///
/// # Errors
/// The file cannot be read, has no opening, or has more than fit in memory; or the first invalid position, tag or move,
/// with its line number.
pub fn read_book(path: &Path, plies: Option<usize>) -> Result<OpeningBook, OpeningBookError> {
    read_from(unpack(input::open(path)?)?.text, plies, MAX_MEMORY)
}

fn read_from(
    source: impl Read,
    plies: Option<usize>,
    max_memory: usize,
) -> Result<OpeningBook, OpeningBookError> {
    let mut book = OpeningBook::default();
    for entry in FileEntries::new(source)? {
        match entry? {
            FileEntry::Position { line, text, .. } => book.position(line, &text, plies)?,
            FileEntry::Game(raw) => book.game(&raw, plies)?,
            FileEntry::TooLong { error, .. } => return Err(OpeningBookError::Content(error)),
        }
        if book.memory > max_memory {
            let most = max_memory >> 20;
            let large =
                format!("the openings need more than {most} MiB of memory; use a smaller file");
            return Err(OpeningBookError::Content(large));
        }
    }
    if book.openings.is_empty() {
        let empty = "the file has no opening that can be played on".to_owned();
        return Err(OpeningBookError::Content(empty));
    }
    if book.more_warnings > 0 {
        let more = format!("{} more warnings like these", book.more_warnings);
        book.warnings.push(more);
    }
    Ok(book)
}

impl OpeningBook {
    fn position(
        &mut self,
        line: u64,
        text: &str,
        plies: Option<usize>,
    ) -> Result<(), OpeningBookError> {
        let (epd, warnings) = epd::parse(text)
            .map_err(|error| OpeningBookError::Content(format!("line {line}: {error}")))?;
        for warning in warnings {
            self.warn(|| format!("line {line}: {warning}"));
        }
        let texts = epd.move_texts();
        let record = RecordedGame::of_moves(epd.board, &texts, None);
        let moves = record.first_moves(plies.unwrap_or(usize::MAX));
        let moves = moves.map_err(|FirstMovesError { kind, .. }| {
            OpeningBookError::Content(format!("line {line}: {kind}"))
        })?;
        let opening = Opening {
            start: epd.board,
            moves,
        };
        self.add(opening, || format!("line {line}"));
        Ok(())
    }

    fn game(&mut self, raw: &RawGame, plies: Option<usize>) -> Result<(), OpeningBookError> {
        let pgn = PgnGame::parse(raw);
        let (game, line) = (pgn.number, pgn.line);
        let place = || format!("line {line}: game {game}");
        if pgn.is_empty() {
            self.warn(|| format!("line {line}: the text is not a game"));
            return Ok(());
        }
        let record = RecordedGame::new(pgn, None)
            .map_err(|error| OpeningBookError::Content(format!("{}: {error}", place())))?;
        for warning in &record.fen_warnings {
            self.warn(|| format!("{}: {warning}", place()));
        }
        let moves = record.first_moves(plies.unwrap_or(usize::MAX));
        let moves = moves.map_err(|FirstMovesError { line, kind }| {
            OpeningBookError::Content(format!("line {line}: game {game}: {kind}"))
        })?;
        let opening = Opening {
            start: record.start,
            moves,
        };
        self.add(opening, place);
        Ok(())
    }

    fn add(&mut self, opening: Opening, place: impl Fn() -> String) {
        match game_over_reason(&opening.end()) {
            None => {
                self.memory += size_of_val(&opening) + size_of_val(opening.moves.as_slice());
                self.openings.push(opening);
            }
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

    #[test]
    fn a_file_of_too_many_openings_is_refused() {
        for entry in ["8/8/8/8/8/k7/8/K6R w - -\n", "1. e4 e5 *\n\n"] {
            let text = entry.repeat(10_000);
            let read = |max_memory| read_from(text.as_bytes(), None, max_memory);
            let book = read(16 << 20).expect("enough memory");
            assert_eq!(book.openings.len(), 10_000);
            let error = read(1 << 20).expect_err("too many openings");
            let expected = "the openings need more than 1 MiB of memory; use a smaller file";
            assert_eq!(error.to_string(), expected);
        }
    }
}
