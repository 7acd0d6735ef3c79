//! Parses UCI: a line of bytes becomes a [`UciCommand`].
//!
//! A line is read once, with a match on its keyword. Keywords ignore case, and unknown words before and inside a
//! command are skipped. A refusal becomes one message of the form `<what>: <why>`, printed after `info string error`;
//! corrections are listed as warnings, printed after `info string warning`.
//!
//! The parser of `vampirc-uci` is not used here: it panics on `go ` and on `depth 256`, keeps only the last of several
//! limits, and silently drops unreadable moves. For the engine's output see `uci::print`.

mod go_command;
mod position_command;

pub use go_command::GoCommand;
pub use position_command::{PositionCommand, PositionError, play_moves};

use crate::engine::bench::BenchSettings;
use crate::engine::options::{self, OptionId, read_integer, split_word};
use crate::types::MAX_PLY;
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
    Position(Result<PositionCommand, PositionError>),
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

/// A command of this engine, recognised only as the first word of a line, except `go perft`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnCommand {
    /// `d`: show the board.
    Display,
    /// `eval`: show the evaluation.
    Eval,
    /// `bench`: search the bench positions.
    Bench(BenchCommand),
    /// `perft`, `divide` and `go perft`: count the leaves so many plies below.
    Perft(u16),
    /// `laws`: show the state of the game under the Laws of Chess.
    Laws,
    /// `laws offer`: the opponent offers a draw; the answer to the next `go` accepts or refuses it.
    DrawOffer,
    /// `flip`: swap the colours.
    Flip,
    /// `compiler`: show how the engine was built.
    Compiler,
    /// `license`.
    License,
    /// `help`.
    Help,
}

impl OwnCommand {
    /// True if it runs on its own thread and can be stopped.
    pub const fn takes_time(self) -> bool {
        matches!(self, Self::Bench(_) | Self::Perft(_) | Self::Laws)
    }
}

/// The arguments of `bench [depth]` and `bench <hash> <threads> <depth>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchCommand {
    /// Size of the transposition table in MiB.
    pub hash: u32,
    /// Search threads.
    pub threads: u16,
    /// Depth in plies.
    pub depth: u16,
}

impl Default for BenchCommand {
    fn default() -> Self {
        let settings = BenchSettings::default();
        Self {
            hash: settings.hash as u32,
            threads: settings.threads as u16,
            depth: settings.depth,
        }
    }
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

const OWN_WORDS: [&str; 10] = [
    "d", "eval", "laws", "bench", "perft", "divide", "flip", "compiler", "license", "help",
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

fn own_command(word: &str, rest: &str) -> UciCommand {
    let own = match word {
        "d" => OwnCommand::Display,
        "eval" => OwnCommand::Eval,
        "laws" if split_word(rest).0 == "offer" => OwnCommand::DrawOffer,
        "laws" => OwnCommand::Laws,
        "flip" => OwnCommand::Flip,
        "compiler" => OwnCommand::Compiler,
        "license" => OwnCommand::License,
        "help" => OwnCommand::Help,
        "bench" => match parse_bench(rest) {
            Some(args) => OwnCommand::Bench(args),
            None => {
                return UciCommand::Rejected(format!(
                    "bench: '{}' is not [depth] or <hash> <threads> <depth>",
                    quote(rest)
                ));
            }
        },
        // `perft` and `divide`.
        _ => return parse_perft(rest.split_ascii_whitespace().next()),
    };
    UciCommand::Own(own)
}

fn parse_perft(text: Option<&str>) -> UciCommand {
    match (text, text.and_then(read_integer)) {
        (_, Some(number @ 0..)) => {
            let depth = number.min(MAX_PLY as i128) as u16;
            UciCommand::Own(OwnCommand::Perft(depth))
        }
        (Some(text), _) => UciCommand::Rejected(format!("perft: '{}' is not a depth", quote(text))),
        (None, _) => UciCommand::Rejected("perft: no depth is given".to_owned()),
    }
}

/// The words that may follow the three numbers of `bench` (positions, kind of limit, evaluation), as tools write them
/// for Stockfish.
const BENCH_DEFAULTS: [&str; 3] = ["default", "depth", "mixed"];

/// Parses the arguments of `bench`, clamped to their ranges.
fn parse_bench(text: &str) -> Option<BenchCommand> {
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    if words.len() > 3 && BENCH_DEFAULTS.starts_with(&words[3..]) {
        words.truncate(3);
    }
    let numbers: Option<Vec<i128>> = words.into_iter().map(read_integer).collect();
    let depth = |number: i128| number.clamp(1, MAX_PLY as i128) as u16;
    match numbers?[..] {
        [] => Some(BenchCommand::default()),
        [number] => Some(BenchCommand {
            depth: depth(number),
            ..BenchCommand::default()
        }),
        [hash, threads, number] => Some(BenchCommand {
            hash: hash.clamp(1, 1 << 20) as u32,
            threads: threads.clamp(1, 512) as u16,
            depth: depth(number),
        }),
        _ => None,
    }
}

/// The word of the list that equals `text`, ignoring case.
fn lookup<'w>(words: &[&'w str], text: &str) -> Option<&'w str> {
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
