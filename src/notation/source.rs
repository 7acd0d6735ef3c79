//! Files of games or positions, detected by content.

use super::epd;
use super::pgn::{PgnReader, RawGame, ReadError};
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// How many bytes of a file are examined to detect its kind.
const SNIFF_LENGTH: u64 = 64 << 10;
/// How many bytes of a file are searched for a NUL byte, which shows that it is not text. A stray NUL byte far inside a
/// file of games makes only one game unreadable.
const BINARY_SNIFF_LENGTH: usize = 1 << 10;
/// The longest line of a file of positions, in bytes.
const MAX_LINE: u64 = 16 << 20;

/// An entry of a file: a game or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileEntry {
    /// A game.
    Game(RawGame),
    /// A line with a position.
    Position {
        /// The number of the position, from 1.
        number: usize,
        /// The number of the line, from 1.
        line: u64,
        /// The byte offset of the line in the file.
        offset: u64,
        /// The line.
        text: String,
    },
    /// A game that is too long.
    TooLong {
        /// The number of the game, from 1.
        number: usize,
        /// The number of its first line, from 1.
        line: u64,
        /// The error.
        error: String,
    },
}

impl FileEntry {
    /// The byte offset, if known.
    pub const fn offset(&self) -> Option<u64> {
        match self {
            Self::Game(raw) => Some(raw.offset),
            Self::Position { offset, .. } => Some(*offset),
            Self::TooLong { .. } => None,
        }
    }

    /// The approximate size in memory, in bytes.
    pub const fn size(&self) -> usize {
        match self {
            Self::Game(raw) => raw.text.len(),
            Self::Position { text, .. } => text.len(),
            Self::TooLong { .. } => 0,
        }
    }
}

type WholeFile<R> = Chain<Cursor<Vec<u8>>, R>;

/// An iterator over the entries of a file, which holds one entry in memory at a time.
#[derive(Debug)]
pub enum FileEntries<R: Read> {
    /// A file of games.
    Games(PgnReader<WholeFile<R>>),
    /// A file of positions, one per line.
    Positions(PositionLines<WholeFile<R>>),
}

impl<R: Read> FileEntries<R> {
    /// Detects the kind of a file from its first line that is neither empty nor a comment.
    ///
    /// # Errors
    /// The file cannot be read, is text in UTF-16, or has a NUL byte near its beginning. In other text, what is not UTF-8 is
    /// read as Windows-1252 in a game, and replaced in a position.
    pub fn new(source: R) -> io::Result<Self> {
        Self::detect(source, |_| false)
    }

    /// Does the same as [`FileEntries::new`], but also takes a line that `is_position` accepts for a position.
    ///
    /// # Errors
    /// The same as for [`FileEntries::new`].
    pub fn detect(mut source: R, is_position: fn(&str) -> bool) -> io::Result<Self> {
        let mut beginning = Vec::new();
        source
            .by_ref()
            .take(SNIFF_LENGTH)
            .read_to_end(&mut beginning)?;
        if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") {
            let problem = "this is UTF-16 text; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        if beginning
            .iter()
            .take(BINARY_SNIFF_LENGTH)
            .any(|&byte| byte == 0)
        {
            let problem = "this is not text: it has NUL bytes";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let has_positions = has_positions(&beginning, is_position);
        let whole = Cursor::new(beginning).chain(source);
        Ok(if has_positions {
            Self::Positions(PositionLines::new(whole))
        } else {
            Self::Games(PgnReader::new(whole))
        })
    }
}

impl<R: Read> Iterator for FileEntries<R> {
    type Item = io::Result<FileEntry>;

    fn next(&mut self) -> Option<io::Result<FileEntry>> {
        match self {
            Self::Games(reader) => Some(match reader.next()? {
                Ok(raw) => Ok(FileEntry::Game(raw)),
                Err(ReadError::Io(error)) => Err(error),
                Err(error @ ReadError::NotPgn { .. }) => {
                    Err(io::Error::new(io::ErrorKind::InvalidData, error))
                }
                Err(error @ ReadError::TooLong { number, line }) => Ok(FileEntry::TooLong {
                    number,
                    line,
                    error: error.to_string(),
                }),
            }),
            Self::Positions(lines) => lines.next(),
        }
    }
}

/// True if the text begins with a position: the first field has eight ranks, the line is a valid EPD, or `is_position` accepts
/// it.
fn has_positions(text: &[u8], is_position: fn(&str) -> bool) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.trim_start_matches('\u{FEFF}').lines().map(str::trim);
    let first = lines.find(|line| !is_comment(line)).unwrap_or_default();
    let ranks = first.split_whitespace().next().unwrap_or_default();
    let looks_like_ranks = ranks.matches('/').count() == 7 && !ranks.starts_with('[');
    looks_like_ranks || epd::parse(first).is_ok() || is_position(first)
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Positions, one per line. Empty lines and lines that begin with `#` are skipped.
#[derive(Debug)]
pub struct PositionLines<R> {
    source: BufReader<R>,
    /// The number of positions read.
    positions: usize,
    line: u64,
    offset: u64,
    /// After an error nothing more is read.
    failed: bool,
}

impl<R: Read> PositionLines<R> {
    fn new(source: R) -> Self {
        Self {
            source: BufReader::new(source),
            positions: 0,
            line: 0,
            offset: 0,
            failed: false,
        }
    }

    /// The next line; `None` at the end.
    fn read(&mut self) -> io::Result<Option<(u64, String)>> {
        let offset = self.offset;
        let mut bytes = Vec::new();
        let mut limited = self.source.by_ref().take(MAX_LINE);
        self.offset += limited.read_until(b'\n', &mut bytes)? as u64;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
            let problem = format!("line {} is longer than {} MiB", self.line, MAX_LINE >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some((offset, text.trim_matches(is_margin).to_owned())))
    }

    fn next(&mut self) -> Option<io::Result<FileEntry>> {
        while !self.failed {
            let (offset, text) = match self.read() {
                Ok(line) => line?,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            };
            if !is_comment(&text) {
                self.positions += 1;
                return Some(Ok(FileEntry::Position {
                    number: self.positions,
                    line: self.line,
                    offset,
                    text,
                }));
            }
        }
        None
    }
}

/// White space, the byte order mark, and the end of file of DOS.
pub fn is_margin(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{1A}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_file_is_detected() {
        for text in [
            "8/8/8/8/8/k7/8/K7 w - -",
            "\u{FEFF}\n# endgames\n\n8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 1",
            "8/8/8/8/8/k7/8 w - -\n8/8/8/8/8/k7/8/K7/8 w",
            "9/8/8/8/8/k7/8/K7 w",
        ] {
            let expected = !text.starts_with("8/8/8/8/8/k7/8 ");
            assert_eq!(
                has_positions(text.as_bytes(), |_| false),
                expected,
                "{text}"
            );
        }
        for text in [
            "",
            "[Event \"x\"]",
            "1. e4 e5 1/2-1/2",
            "% x",
            "e4 e5",
            "{a/b/c/d/e/f/g/h}",
        ] {
            let expected = text.starts_with('{');
            assert_eq!(
                has_positions(text.as_bytes(), |_| false),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn a_file_that_is_not_text_is_refused() {
        let late = [&b"1. e4 *\n".repeat(1000)[..], b"\0"].concat();
        for (bytes, message) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "this is not text"),
            (b"\xFF\xFE1\0.\0", "this is UTF-16 text"),
            (b"1. e4 *\n", ""),
            (&late[..], ""),
        ] {
            let error = FileEntries::new(bytes).err();
            assert_eq!(error.is_some(), !message.is_empty(), "{bytes:?}");
            if let Some(error) = error {
                assert_eq!(error.kind(), io::ErrorKind::InvalidData);
                assert!(error.to_string().starts_with(message), "{error}");
            }
        }
    }

    #[test]
    fn long_lines_are_read_whole() {
        let text = format!(
            "8/8/8/8/8/k7/8/K7 w - -\n{}\n\n#\nlast",
            "x".repeat(100_000)
        );
        let entries = FileEntries::new(text.as_bytes()).expect("memory can be read");
        let found: Vec<(usize, u64, usize)> = entries
            .map(|entry| match entry.expect("memory can be read") {
                FileEntry::Position {
                    number, line, text, ..
                } => (number, line, text.len()),
                entry => panic!("{entry:?}"),
            })
            .collect();
        assert_eq!(found, [(1, 1, 23), (2, 2, 100_000), (3, 5, 4)]);
        let endless = format!("8/8/8/8/8/k7/8/K7 w - -\n{}", "x".repeat(MAX_LINE as usize));
        let mut entries = FileEntries::new(endless.as_bytes()).expect("memory can be read");
        assert!(entries.next().is_some_and(|entry| entry.is_ok()));
        let error = entries.next().expect("a second line").unwrap_err();
        assert_eq!(error.to_string(), "line 2 is longer than 16 MiB");
        assert!(entries.next().is_none());
    }
}
