//! Splits a file into games.

use super::lexer::{BYTE_ORDER_MARK, Lexer, Token, TokenKind};
use super::words;
use std::io::{self, Read};

/// The maximum size of a game, in bytes.
pub const MAX_GAME: usize = 4 << 20;

/// The size of one read, in bytes.
const CHUNK: usize = 256 << 10;

/// A text of this length, in bytes, without a tag, a move or a line end is not PGN.
const MAX_UNBROKEN: usize = 1_000_000;

/// How much of a game that is too long is skipped, in bytes.
const MAX_SKIP: u64 = 64 << 20;

/// The first read has at most this many control characters, or at most one in this many bytes.
const MAX_CONTROLS: (usize, usize) = (16 << 10, 32);

/// The text of one game and its position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The number of its first line, from 1.
    pub line: u64,
    /// The byte offset of the game in the file.
    pub offset: u64,
    /// The text. If it is not UTF-8, it is decoded as Windows-1252.
    pub text: String,
}

impl RawGame {
    /// The text of a single game that does not come from a file.
    pub const fn new(text: String) -> Self {
        Self {
            number: 1,
            line: 1,
            offset: 0,
            text,
        }
    }
}

/// The reasons why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The source failed. The iterator ends.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game is longer than [`MAX_GAME`]. It is skipped up to the next line that begins with a tag such as `[Event "`
    /// after an empty one.
    #[error("line {line}: game {number} is longer than {} MiB", MAX_GAME >> 20)]
    TooLong {
        /// The number of the game in the file, from 1.
        number: usize,
        /// The number of its first line, from 1.
        line: u64,
    },
    /// The source is not PGN, and may have no end. The iterator ends.
    #[error("line {line}: this is not PGN: {problem}")]
    NotPgn {
        /// The number of the first line that is not, from 1.
        line: u64,
        /// What is there instead.
        problem: &'static str,
    },
}

/// An iterator over the games of a file, which holds one game in memory at a time.
///
/// A game begins with its tags, or with move 1 after the result of another game. Games without separation are split at
/// tags: a tag after moves begins the next game, and so does an `Event` tag, or a repetition of the game's first tag,
/// after an empty line. A file without a tag and a move has no game.
#[derive(Debug)]
pub struct PgnReader<R> {
    source: R,
    /// True at the end of the source.
    finished: bool,
    /// The part of the file that has been read but not returned.
    buffer: Vec<u8>,
    /// The start of the game in the buffer.
    start: usize,
    /// Number of the line it begins in.
    line: u64,
    /// Bytes of the file before the buffer.
    offset: u64,
    lexer: Lexer,
    section: Section,
    /// The number of the current game, from 1.
    number: usize,
}

/// The parts of the current game read so far.
#[derive(Debug, Default)]
pub(super) struct Section {
    first_tag: Option<Vec<u8>>,
    moves: bool,
    /// The text began with move number 1; a move may follow.
    number: bool,
    result: bool,
    /// The last line with a word that was skipped before the game or after its result: a number without dots in the same
    /// line belongs to that text.
    text_line: u64,
    /// The depth of open variations.
    pub(super) depth: u32,
}

impl Section {
    /// True after a tag, a move or a result.
    const fn has_begun(&self) -> bool {
        self.first_tag.is_some() || self.moves || self.result
    }

    /// True if a token belongs to the next game.
    fn is_beyond(&self, token: &Token, text: &[u8]) -> bool {
        match token.kind {
            TokenKind::Tag if self.moves || self.number || self.result => true,
            TokenKind::Tag if token.after_blank => {
                let name = words::tag_name(&text[token.start..token.end]);
                self.first_tag
                    .as_ref()
                    .is_some_and(|first| name == b"Event" || name == first)
            }
            TokenKind::Number {
                value: Some(1),
                dots,
            } => self.result && self.depth == 0 && self.may_begin(token.line, dots),
            _ => false,
        }
    }

    /// True if a number 1 with these dots may be a move number.
    const fn may_begin(&self, line: u64, dots: u32) -> bool {
        dots > 0 || self.text_line != line
    }

    /// Records a token; false for text before the game.
    pub(super) fn note(&mut self, token: &Token, text: &[u8]) -> bool {
        let begun = self.has_begun() || self.number;
        match token.kind {
            TokenKind::Tag => {
                if self.first_tag.is_none() {
                    let name = words::tag_name(&text[token.start..token.end]);
                    self.first_tag = Some(name.to_owned());
                }
                true
            }
            TokenKind::Number { value, dots } => {
                self.number |= value == Some(1) && self.may_begin(token.line, dots);
                begun || self.number
            }
            TokenKind::Word => {
                let word = &text[token.start..token.end];
                if begun && self.depth == 0 && words::result(word).is_some() {
                    self.result = true;
                    return true;
                }
                let counts = begun || words::looks_like_move(word);
                if !counts || self.result {
                    self.text_line = token.line;
                }
                self.moves |= counts;
                counts
            }
            TokenKind::Open if begun => {
                self.depth = self.depth.saturating_add(1);
                true
            }
            TokenKind::Close if begun => {
                self.depth = self.depth.saturating_sub(1);
                true
            }
            TokenKind::Comment { .. } | TokenKind::LineComment => true,
            _ => begun,
        }
    }
}

impl<R: Read> PgnReader<R> {
    /// Reads from a file, a pipe or a slice of bytes, with its own buffer.
    pub fn new(source: R) -> Self {
        Self {
            source,
            finished: false,
            buffer: Vec::new(),
            start: 0,
            line: 1,
            offset: 0,
            lexer: Lexer::new(1),
            section: Section::default(),
            number: 1,
        }
    }

    /// True if the text that has been read and not returned cannot become a game.
    fn is_unbroken(&self) -> bool {
        let text = &self.buffer[self.start..];
        let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        text.len() >= MAX_UNBROKEN && !self.section.has_begun() && !text.iter().any(is_line_end)
    }

    /// Reads on. The first read also shows whether the source is a text.
    fn read_on(&mut self) -> Result<(), ReadError> {
        let is_first = self.offset == 0 && self.buffer.is_empty();
        self.refill()?;
        if is_first && is_binary(&self.buffer) {
            return Err(self.not_pgn("binary data"));
        }
        Ok(())
    }

    /// Drops the returned part of the buffer, and reads at least as much as is left in it.
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.offset += self.start as u64;
        self.lexer.at -= self.start;
        self.start = 0;
        let wanted = self.buffer.len().max(CHUNK) as u64;
        let source = self.source.by_ref();
        self.finished = (source.take(wanted).read_to_end(&mut self.buffer)? as u64) < wanted;
        Ok(())
    }

    /// Takes the game up to an index of the buffer; a byte order mark there belongs to the next game.
    fn cut(&mut self, end: usize, line: u64) -> Result<RawGame, ReadError> {
        let text = &self.buffer[self.start..end];
        let text = text.strip_suffix(BYTE_ORDER_MARK).unwrap_or(text);
        let end = self.start + text.len();
        let game = if text.len() > MAX_GAME {
            Err(self.too_long())
        } else {
            Ok(RawGame {
                number: self.number,
                line: self.line,
                offset: self.offset + self.start as u64,
                text: decode(text),
            })
        };
        self.number += 1;
        self.start = end;
        self.line = line;
        self.section = Section::default();
        game
    }

    const fn too_long(&self) -> ReadError {
        ReadError::TooLong {
            number: self.number,
            line: self.line,
        }
    }

    const fn not_pgn(&self, problem: &'static str) -> ReadError {
        ReadError::NotPgn {
            line: self.line,
            problem,
        }
    }

    /// Skips a game that is too long, up to the start of the next one.
    fn skip(&mut self) -> Result<(), ReadError> {
        let error = self.too_long();
        let end = self.offset + self.lexer.at as u64 + MAX_SKIP;
        let mut line_is_empty = false;
        loop {
            let found = self
                .lexer
                .skip_to_game(&self.buffer, self.finished, &mut line_is_empty);
            self.start = self.lexer.at;
            if found || self.finished {
                break;
            }
            if self.offset + self.start as u64 > end {
                return Err(self.not_pgn("64 MiB without the start of a game"));
            }
            self.refill()?;
        }
        self.number += 1;
        self.line = self.lexer.line;
        self.section = Section::default();
        Err(error)
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = Result<RawGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            while let Some(token) = self.lexer.next(&self.buffer, self.finished) {
                let game = self
                    .section
                    .is_beyond(&token, &self.buffer)
                    .then(|| self.cut(token.start, token.line));
                self.section.note(&token, &self.buffer);
                if game.is_some() {
                    return game;
                }
            }
            let outcome = if self.is_unbroken() {
                Err(self.not_pgn("a megabyte without a tag, a move or a line end"))
            } else if self.finished {
                // Text without a tag and a move is no game.
                let is_game = self.section.has_begun();
                return is_game.then(|| self.cut(self.buffer.len(), self.lexer.line));
            } else if self.buffer.len() - self.start > MAX_GAME {
                self.skip()
            } else {
                self.read_on()
            };
            if let Err(error) = outcome {
                if !matches!(error, ReadError::TooLong { .. }) {
                    self.finished = true;
                    self.section = Section::default();
                    self.buffer.clear();
                    (self.start, self.lexer.at) = (0, 0);
                }
                return Some(Err(error));
            }
        }
    }
}

/// True for data that are not a text: too many control characters. NUL does not count, as it is a blank in PGN.
fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 1..=8 | 0x0E..=0x1F | 0x7F);
    let controls = bytes.iter().filter(is_control).count();
    let (most, share) = MAX_CONTROLS;
    controls > most && controls > bytes.len() / share
}

/// Decodes UTF-8, with Windows-1252 as fallback.
fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // The file was truncated inside a character.
        Err(error) if error.error_len().is_none() => String::from_utf8_lossy(bytes).into_owned(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    }
}

/// The character of a byte in Windows-1252; undefined bytes as in Latin-1.
fn windows_1252(byte: u8) -> char {
    /// The characters of 0x80 to 0x9F.
    const PUNCTUATION: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => PUNCTUATION[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
