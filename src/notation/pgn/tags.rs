//! Tags: the headers of a game.

use super::lexer::{Lexer, TokenKind};
use super::reader::RawGame;
use super::result_token::ResultToken;
use super::words;
use crate::board::Board;
use crate::board::fen::{self, FenError, FenWarning};
use crate::util::text::quote;
use std::borrow::Cow;

/// A tag: name and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// A word of letters, digits and underscores.
    pub name: &'a str,
    /// The value, unquoted and unescaped.
    pub value: Cow<'a, str>,
    /// The number of its line in the file, from 1.
    pub line: u64,
}

impl<'a> Tag<'a> {
    /// Parses a tag; false if it is malformed.
    pub(super) fn read(text: &'a str, line: u64) -> (Self, bool) {
        let name_length = words::tag_name(text.as_bytes()).len();
        let start = text.len() - text[1..].trim_start().len();
        let (name, rest) = text[start..].split_at(name_length);
        let rest = rest.trim();
        let inner = rest.strip_suffix(']').unwrap_or(rest).trim_end();
        let quotes_removed = inner
            .strip_prefix('"')
            .and_then(|inner| inner.strip_suffix('"'));
        let well_formed = quotes_removed.is_some() && rest.ends_with(']');
        let value = quotes_removed.or(inner.strip_prefix('"')).unwrap_or(inner);
        let tag = Self {
            name,
            value: unescape(value),
            line,
        };
        (tag, well_formed)
    }
}

/// Removes the backslashes before quotes and backslashes.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|&next| c == '\\' && matches!(next, '"' | '\\'));
        plain.push(escaped.unwrap_or(c));
    }
    Cow::Owned(plain)
}

/// The reasons why a tag is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// The FEN is invalid.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// A starting position is required, but the tag `FEN` is missing.
    #[error("tag {0} '{1}' requires a tag FEN, but there is none")]
    NoFen(&'static str, String),
    /// The variant is not chess.
    #[error("variant '{0}' is not chess")]
    Variant(String),
    /// The result is unknown.
    #[error("result '{0}' is not 1-0, 0-1, 1/2-1/2 or *")]
    Result(String),
}

/// The tags of a game, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags<'a>(Vec<Tag<'a>>);

impl<'a> Tags<'a> {
    /// Reads the tags of a game, and not its moves: much faster than [`super::PgnGame::parse`].
    pub fn read(raw: &'a RawGame) -> Self {
        let mut tags = Self::default();
        let mut lexer = Lexer::new(raw.line);
        while let Some(token) = lexer.next(raw.text.as_bytes(), true) {
            match token.kind {
                TokenKind::Tag => {
                    let (tag, _) = Tag::read(&raw.text[token.start..token.end], token.line);
                    tags.push(tag);
                }
                // The moves begin.
                TokenKind::Number { .. } | TokenKind::Word if !tags.0.is_empty() => break,
                _ => {}
            }
        }
        tags
    }

    /// All tags, including repeated ones.
    pub fn all(&self) -> &[Tag<'a>] {
        &self.0
    }

    pub(super) fn push(&mut self, tag: Tag<'a>) {
        self.0.push(tag);
    }

    /// Repeated names, with their line numbers.
    pub(super) fn repeated(&self) -> Vec<(&'a str, u64)> {
        let key = |tag: &Tag<'a>| tag.name.to_ascii_lowercase();
        let mut names: Vec<(String, &Tag<'a>)> = self.0.iter().map(|tag| (key(tag), tag)).collect();
        names.sort_by(|one, other| one.0.cmp(&other.0));
        names
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| (pair[1].1.name, pair[1].1.line))
            .collect()
    }

    /// The first tag with a name, ignoring case.
    pub fn find(&self, name: &str) -> Option<&Tag<'a>> {
        self.0
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The value of the first tag with a name, ignoring case, even if it is empty, `?` or `-`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_ref())
    }

    /// The value of a tag, unless it is empty, `?` or `-`.
    fn known(&self, name: &str) -> Option<&str> {
        self.get(name)
            .map(str::trim)
            .filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// The tag `Result`.
    ///
    /// # Errors
    /// The result is unknown.
    pub fn result(&self) -> Result<Option<ResultToken>, TagError> {
        self.known("Result")
            .map(|text| ResultToken::new(text).ok_or_else(|| TagError::Result(quote(text))))
            .transpose()
    }

    /// Whether the tag `Variant` names Chess960, under one of its many names, or standard chess; `None` if it names
    /// neither.
    ///
    /// # Errors
    /// The variant is not chess.
    pub fn is_chess960(&self) -> Result<Option<bool>, TagError> {
        let Some(variant) = self.known("Variant") else {
            return Ok(None);
        };
        match variant_key(variant).as_str() {
            "standard" | "standardchess" | "chess" | "normal" | "classic" | "classical"
            | "orthodox" => Ok(Some(false)),
            "fromposition" => Ok(None),
            "chess960"
            | "960"
            | "frc"
            | "fischerandom"
            | "fischerrandom"
            | "fischerrandomchess"
            | "fischerrandomchess960"
            | "freestyle"
            | "freestylechess" => Ok(Some(true)),
            _ => Err(TagError::Variant(quote(variant))),
        }
    }

    /// The starting position, from `FEN`, `SetUp` and `Variant`, with warnings about the parts of the FEN that were ignored.
    ///
    /// `Variant` only decides whether a FEN is required: castling rights that exist in Chess960 alone are read in any case.
    ///
    /// # Errors
    /// The FEN is missing or invalid, or the variant is not chess.
    pub fn start(&self) -> Result<(Board, Vec<FenWarning>), TagError> {
        let is_chess960 = self.is_chess960()? == Some(true);
        match (self.known("FEN"), self.known("SetUp")) {
            (Some(fen), _) => Ok(fen::parse(fen)?),
            (None, Some(set_up)) if set_up != "0" => Err(TagError::NoFen("SetUp", quote(set_up))),
            (None, _) if is_chess960 => {
                let variant = self.known("Variant").unwrap_or_default();
                Err(TagError::NoFen("Variant", quote(variant)))
            }
            (None, _) => Ok((Board::start(), Vec::new())),
        }
    }

    /// The tag `Termination`.
    pub fn termination(&self) -> Option<&str> {
        self.known("Termination")
    }
}

/// The letters and digits of a name, in lower case.
fn variant_key(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}
