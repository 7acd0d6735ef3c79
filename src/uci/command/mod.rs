//! What a client says: a line of bytes becomes a [`Command`].
//!
//! Nothing a client sends can stop the engine, so the grammar of `vampirc-uci` never sees a raw line: it panics on
//! some, loses flags of others and drops moves in silence. Here lines are cut into words, numbers are clamped, and
//! the crate is handed short canonical lines only, whose answer is compared with what is known already.
//!
//! Keywords are read in any case. Words nobody knows are skipped, before a command and inside it. What is refused
//! becomes one message of the form `<what>: <why>`, to be printed after `info string error`; corrections are listed
//! as warnings, to be printed after `info string warning`.

mod go;
mod position;
mod setoption;
#[cfg(test)]
mod tests;

pub use go::Go;
pub use position::{Base, Position, PositionError};

use crate::engine::options::{OptionId, read_integer, split_word};
use crate::types::MAX_PLY;
use crate::util::text::quote;
use position::MoveReader;
use std::borrow::Cow;
use std::iter;
use vampirc_uci::{UciMessage, parse_strict};

/// One line of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: name the engine and its options.
    Uci,
    /// `isready`: answer as soon as nothing is being executed.
    IsReady,
    /// `ucinewgame`: what comes next belongs to another game.
    NewGame,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected reply was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `go`, and `perft` and `divide`, which stand for `go perft`.
    Go(Box<Go>),
    /// `position`. One that cannot be read withdraws the board that was set before.
    Position(Result<Position, PositionError>),
    /// `setoption` for a known option.
    SetOption {
        /// Which option.
        id: OptionId,
        /// What to set it to; empty if there is no value. Not checked.
        value: String,
    },
    /// A command that only this engine has.
    Own(Own),
    /// A line that asks for nothing and deserves no answer.
    Ignored,
    /// A line that cannot be obeyed, and why. Nothing changes.
    Rejected(String),
}

/// A command outside UCI. It is known as the first word of a line only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// `d`: show the board.
    Display,
    /// `eval`: show the evaluation of the board.
    Eval,
    /// `bench`: search the built-in positions, to this depth in plies if one is given.
    Bench(Option<u16>),
    /// `laws`: show what the Laws of Chess say of the game.
    Laws,
    /// `laws offer`: the opponent offers a draw; the answer to the next `go` accepts or refuses it.
    DrawOffered,
    /// `flip`: swap the colours.
    Flip,
    /// `compiler`: show how the engine was built.
    Compiler,
    /// `license`.
    License,
    /// `help`.
    Help,
}

impl Own {
    /// True for what runs for a while and can be stopped.
    pub const fn takes_time(self) -> bool {
        matches!(self, Self::Bench(_) | Self::Laws)
    }
}

/// The words that begin a command of UCI.
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

/// The words that begin a line of an engine: such a line has come the wrong way.
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

/// The words that begin a command outside UCI.
const OWN_WORDS: [&str; 10] = [
    "d", "eval", "laws", "bench", "perft", "divide", "flip", "compiler", "license", "help",
];

/// True if `text` begins with a word that begins a command.
pub fn is_command(text: &str) -> bool {
    let (word, _) = split_word(text);
    lookup(&KEYWORDS, word)
        .or_else(|| lookup(&OWN_WORDS, word))
        .is_some()
}

/// Reads the lines of one client.
///
/// What an adapter remembers saves time only: every line means the same to each of them.
///
/// ```
/// use compongo::uci::command::{Adapter, Command};
///
/// let mut adapter = Adapter::default();
/// let Command::Go(go) = adapter.read(b"go ponder wtime 60000.0 btime 60000 foo \r") else { panic!() };
/// assert!(go.limits.ponder);
/// assert_eq!(go.limits.clocks, [Some(60000), Some(60000)]);
/// ```
#[derive(Debug, Default)]
pub struct Adapter {
    moves: MoveReader,
}

impl Adapter {
    /// The command in a line, with or without its line end. Never fails: see [`Command::Rejected`].
    ///
    /// A line whose first keyword is `go` always gives [`Command::Go`].
    pub fn read(&mut self, line: &[u8]) -> Command {
        let text = decode(line);
        let (first, rest) = split_word(&text);
        if first.is_empty() || first.starts_with('#') || lookup(&ENGINE_WORDS, first).is_some() {
            return Command::Ignored;
        }
        if let Some(word) = lookup(&OWN_WORDS, first) {
            return own_command(word, rest);
        }
        let mut text: &str = &text;
        loop {
            let (word, rest) = split_word(text);
            if word.is_empty() {
                return Command::Rejected(format!("command: '{}' is unknown", quote(first)));
            }
            if let Some(keyword) = lookup(&KEYWORDS, word) {
                return self.uci_command(keyword, rest);
            }
            text = rest;
        }
    }

    fn uci_command(&mut self, keyword: &str, rest: &str) -> Command {
        match keyword {
            "go" => Command::Go(Box::new(Go::read(rest.split_ascii_whitespace()))),
            "position" => Command::Position(position::read(rest, &mut self.moves)),
            "setoption" => setoption::read(rest),
            "register" => Command::Ignored,
            "debug" => match rest
                .split_ascii_whitespace()
                .find_map(|word| lookup(&["on", "off"], word))
            {
                Some(switch) => one_word(&format!("debug {switch}")),
                None => Command::Ignored,
            },
            _ => one_word(keyword),
        }
    }
}

/// The command in a canonical line without numbers, moves or texts.
fn one_word(line: &str) -> Command {
    match canonical(line.to_owned()) {
        Some(UciMessage::Uci) => Command::Uci,
        Some(UciMessage::IsReady) => Command::IsReady,
        Some(UciMessage::UciNewGame) => Command::NewGame,
        Some(UciMessage::Debug(on)) => Command::Debug(on),
        Some(UciMessage::Stop) => Command::Stop,
        Some(UciMessage::PonderHit) => Command::PonderHit,
        Some(UciMessage::Quit) => Command::Quit,
        _ => Command::Rejected(format!("command: '{}' is unreadable", quote(line))),
    }
}

fn own_command(word: &str, rest: &str) -> Command {
    let own = match word {
        "d" => Own::Display,
        "eval" => Own::Eval,
        "laws" => match split_word(rest).0 {
            "offer" => Own::DrawOffered,
            _ => Own::Laws,
        },
        "flip" => Own::Flip,
        "compiler" => Own::Compiler,
        "license" => Own::License,
        "help" => Own::Help,
        "bench" => match split_word(rest).0 {
            "" => Own::Bench(None),
            depth => match read_integer(depth) {
                Some(number) => Own::Bench(Some(number.clamp(1, MAX_PLY as i128) as u16)),
                None => {
                    return Command::Rejected(format!("bench: '{}' is not a depth", quote(depth)));
                }
            },
        },
        _ => {
            return Command::Go(Box::new(Go::read(
                iter::once("perft").chain(rest.split_ascii_whitespace()),
            )));
        }
    };
    Command::Own(own)
}

/// What the crate makes of one canonical line, given without its line end.
///
/// The line must hold no number above 255 after `depth`, `mate` and `movestogo`, at which the crate panics, and none
/// of more than 12 digits, which it cuts.
fn canonical(mut line: String) -> Option<UciMessage> {
    debug_assert!(!line.contains(['\n', '\r']));
    line.push('\n');
    let mut messages = parse_strict(&line).ok()?;
    if messages.len() == 1 {
        messages.pop()
    } else {
        None
    }
}

/// The word of the list that is written here in any case.
fn lookup<'w>(words: &[&'w str], text: &str) -> Option<&'w str> {
    words
        .iter()
        .find(|word| word.eq_ignore_ascii_case(text))
        .copied()
}

/// The text of a line, without byte order mark, NUL and line ends; what is not UTF-8 is replaced.
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
