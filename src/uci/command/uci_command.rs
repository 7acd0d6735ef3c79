//! Lines of UCI, parsed by their keywords.

use super::go_command::GoCommand;
use super::own_command::{OWN_WORDS, OwnCommand, own_command};
use super::position_command::PositionCommand;
use crate::engine::options::{self, OptionId, split_word};
use crate::util::text::{nearest, quote};
use std::borrow::Cow;

/// A line of UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `go`.
    Go(Box<GoCommand>),
    /// `position`.
    Position(Result<PositionCommand, String>),
    /// `setoption` for a known option.
    SetOption {
        /// The option to set.
        id: OptionId,
        /// The value, not validated; empty if there is none.
        value: String,
    },
    /// A command of this engine.
    Own(OwnCommand),
    /// A line without effect.
    Ignored,
    /// A refused line, and the reason.
    Rejected(String),
}

/// The first words of the standard commands.
const KEYWORDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The first words of engine output; such lines are ignored.
const ENGINE_WORDS: [&str; 8] = [
    "id",
    "uciok",
    "readyok",
    "bestmove",
    "copyprotection",
    "registration",
    "info",
    "option",
];

/// True if the first word of `text` is a command.
pub fn is_command(text: &str) -> bool {
    let (word, _) = split_word(text);
    lookup(&KEYWORDS, word)
        .or_else(|| lookup(&OWN_WORDS, word))
        .is_some()
}

/// The message about a first word that is not a command.
fn unknown(word: &str) -> String {
    let hint = nearest(word, KEYWORDS.into_iter().chain(OWN_WORDS)).unwrap_or("help");
    format!("command: '{}' is unknown, try {hint}", quote(word))
}

impl UciCommand {
    /// Parses a line, with or without its line end. Never fails: see [`UciCommand::Rejected`].
    ///
    /// A line whose first keyword is `go` always gives [`UciCommand::Go`], unless it has the word `perft`.
    ///
    /// ```
    /// use compongo::uci::command::UciCommand;
    ///
    /// let UciCommand::Go(go) = UciCommand::parse(b"go ponder wtime 60000.0 btime 60000 foo \r") else {
    ///     panic!()
    /// };
    /// assert!(go.limits.ponder);
    /// assert_eq!(go.limits.clocks, [Some(60000), Some(60000)]);
    /// ```
    pub fn parse(line: &[u8]) -> Self {
        let text = decode(line);
        let (first, rest) = split_word(&text);
        if first.is_empty() || first.starts_with('#') || lookup(&ENGINE_WORDS, first).is_some() {
            return Self::Ignored;
        }
        if let Some(word) = lookup(&OWN_WORDS, first) {
            return own_command(word, rest);
        }
        let mut text: &str = &text;
        loop {
            let (word, rest) = split_word(text);
            if word.is_empty() {
                return Self::Rejected(unknown(first));
            }
            if let Some(keyword) = lookup(&KEYWORDS, word) {
                return standard_command(keyword, rest);
            }
            text = rest;
        }
    }
}

fn standard_command(keyword: &str, rest: &str) -> UciCommand {
    match keyword {
        "uci" => UciCommand::Uci,
        "isready" => UciCommand::IsReady,
        "ucinewgame" => UciCommand::NewGame,
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        "go" => GoCommand::parse(rest.split_ascii_whitespace()),
        "position" => UciCommand::Position(PositionCommand::parse(rest)),
        "setoption" => match options::split(rest) {
            Ok((id, value)) => UciCommand::SetOption {
                id,
                value: value.to_owned(),
            },
            Err(error) => UciCommand::Rejected(error.to_string()),
        },
        "debug" => rest
            .split_ascii_whitespace()
            .find_map(|word| lookup(&["on", "off"], word))
            .map_or(UciCommand::Ignored, |word| UciCommand::Debug(word == "on")),
        // `register` requires no action.
        _ => UciCommand::Ignored,
    }
}

/// The word of the list that equals `text`, ignoring case.
pub(super) fn lookup<'w>(words: &[&'w str], text: &str) -> Option<&'w str> {
    words
        .iter()
        .find(|word| word.eq_ignore_ascii_case(text))
        .copied()
}

/// The text of a line without byte order mark, NUL and line end; invalid UTF-8 is replaced.
fn decode(line: &[u8]) -> Cow<'_, str> {
    let line = line.trim_ascii_end();
    let line = [b"\xEF\xBB\xBF".as_slice(), b"\xFF\xFE"]
        .iter()
        .find_map(|mark| line.strip_prefix(*mark))
        .unwrap_or(line);
    let text = String::from_utf8_lossy(line);
    if text.bytes().any(|b| matches!(b, 0 | b'\r' | b'\n')) {
        let without_nul = text.chars().filter(|&c| c != '\0');
        Cow::Owned(
            without_nul
                .map(|c| if matches!(c, '\r' | '\n') { ' ' } else { c })
                .collect(),
        )
    } else {
        text
    }
}
