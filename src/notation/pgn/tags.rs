//! Tags: what is said about a game before its moves.

use super::{ResultToken, words};
use crate::board::Board;
use crate::board::fen::{self, FenError, FenWarning};
use crate::util::text::quote;
use std::borrow::Cow;

/// A name with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// A word of letters, digits and underscores.
    pub name: &'a str,
    /// The value, without quotes and escapes.
    pub value: Cow<'a, str>,
    /// The number of its line in the file, from 1.
    pub line: u64,
}

impl<'a> Tag<'a> {
    /// Reads a tag from its bracket to the end of its text, and says whether it has the right form.
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

/// Takes the backslashes away that stand before quotes and backslashes.
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

/// Why a tag means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// The position is no position.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// The game does not begin with the initial position, but no other one is given.
    #[error("tag {0} '{1}' calls for a tag FEN, but there is none")]
    NoFen(&'static str, String),
    /// The game has other rules.
    #[error("variant '{0}' is not chess")]
    Variant(String),
    /// The result is none that a game can have.
    #[error("result '{0}' is not 1-0, 0-1, 1/2-1/2 or *")]
    Result(String),
}

/// How a game came to its end, as far as a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnTermination<'a> {
    /// By the rules, by agreement or by resignation.
    Normal,
    /// Lost by time.
    TimeForfeit,
    /// Lost because rules were broken.
    RulesInfraction,
    /// Decided by a third person.
    Adjudication,
    /// Given up by the players.
    Abandoned,
    /// To be continued.
    Adjourned,
    /// Not over.
    Unterminated,
    /// Something else, as it is written.
    Other(&'a str),
}

/// The tags of a game, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags<'a>(Vec<Tag<'a>>);

impl<'a> Tags<'a> {
    /// All of them, also those that appear twice.
    pub fn all(&self) -> &[Tag<'a>] {
        &self.0
    }

    pub(super) fn push(&mut self, tag: Tag<'a>) {
        self.0.push(tag);
    }

    /// The names that have appeared before, with their lines. Games with very many tags take no longer for it than
    /// sorting does.
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

    /// The first tag of a name, in any letter case.
    pub fn find(&self, name: &str) -> Option<&Tag<'a>> {
        self.0
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The value of the first tag of a name, in any letter case. What is empty, or only a question mark or a dash, is
    /// given out as well.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_ref())
    }

    /// The value of a tag, unless it says that nothing is known.
    fn known(&self, name: &str) -> Option<&str> {
        self.get(name)
            .map(str::trim)
            .filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// `Result`, if it is there.
    ///
    /// # Errors
    /// It is none of the four.
    pub fn result(&self) -> Result<Option<ResultToken>, TagError> {
        self.known("Result")
            .map(|text| ResultToken::new(text).ok_or_else(|| TagError::Result(quote(text))))
            .transpose()
    }

    /// The position in which the game begins, from `FEN`, `SetUp` and `Variant`, and what had to be left out of it.
    ///
    /// Ordinary chess and Chess960 are known by many names; without `Variant` either may be meant.
    ///
    /// # Errors
    /// The position is missing or none, or the game is not chess.
    pub fn start(&self) -> Result<(Board, Vec<FenWarning>), TagError> {
        let variant = self.known("Variant").unwrap_or("standard");
        let is_chess960 = match variant_key(variant).as_str() {
            "standard" | "chess" | "normal" | "classic" | "classical" | "orthodox"
            | "fromposition" => false,
            "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
            | "freestyle" | "freestylechess" => true,
            _ => return Err(TagError::Variant(quote(variant))),
        };
        match (self.known("FEN"), self.known("SetUp")) {
            (Some(fen), _) => Ok(fen::parse(fen)?),
            (None, Some(set_up)) if set_up != "0" => Err(TagError::NoFen("SetUp", quote(set_up))),
            (None, _) if is_chess960 => Err(TagError::NoFen("Variant", quote(variant))),
            (None, _) => Ok((Board::start(), Vec::new())),
        }
    }

    /// `PgnTermination`, if it says anything.
    pub fn termination(&self) -> Option<PgnTermination<'_>> {
        let text = self.known("PgnTermination")?;
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        Some(match () {
            () if is("normal") => PgnTermination::Normal,
            () if is("time forfeit") => PgnTermination::TimeForfeit,
            () if is("rules infraction") => PgnTermination::RulesInfraction,
            () if is("adjudication") => PgnTermination::Adjudication,
            () if is("abandoned") => PgnTermination::Abandoned,
            () if is("adjourned") => PgnTermination::Adjourned,
            () if is("unterminated") => PgnTermination::Unterminated,
            () => PgnTermination::Other(text),
        })
    }
}

/// The letters and digits of a name, in lower case.
fn variant_key(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}
