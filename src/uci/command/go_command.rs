//! The `go` command.

use super::own_command::parse_perft;
use super::uci_command::{UciCommand, lookup};
use crate::engine::options::read_integer;
use crate::time::SearchLimits;
use crate::types::{Color, MAX_DEPTH, MAX_MOVES, MAX_PLY};
use crate::util::text::quote;

/// A `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The limits. Times are within ±999,999,999,999 ms.
    pub limits: SearchLimits,
    /// The words after `searchmoves` in lower case, not validated; `None` for all moves.
    pub search_moves: Option<Vec<String>>,
    /// Corrections and omissions, each in the form `<what>: <why>`.
    pub warnings: Vec<String>,
}

const KEYWORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// The largest time in ms, about 31 years.
const MAX_TIME: i128 = 999_999_999_999;
/// The thinking time in ms if no limit of a `go` is usable.
const FALLBACK_TIME: i64 = 1000;
/// The maximum number of warnings per line.
const MAX_WARNINGS: usize = 8;
/// The maximum number of words after `searchmoves`: no position has more legal moves.
const MAX_SEARCH_MOVES: usize = 2 * MAX_MOVES;

impl GoCommand {
    /// Parses the words after `go`. Never fails: unusable parts are dropped with a warning. `go perft` is another
    /// command, for which only the word after `perft` counts.
    pub(super) fn parse<'w>(words: impl Iterator<Item = &'w str>) -> UciCommand {
        let mut parser = GoParser::default();
        let mut words = words.peekable();
        let keyword = |word: &str| lookup(&KEYWORDS, word);
        while let Some(word) = words.next() {
            match keyword(word) {
                None => parser.unknown(word),
                Some("infinite") => parser.go.limits.infinite = true,
                Some("ponder") => parser.go.limits.ponder = true,
                Some("searchmoves") => {
                    let mut any = false;
                    while let Some(text) = words.next_if(|word| keyword(word).is_none()) {
                        any = true;
                        parser.search_move(text);
                    }
                    if !any {
                        parser.unusable("searchmoves", None);
                    }
                }
                Some("perft") => {
                    return parse_perft(words.next_if(|word| keyword(word).is_none()));
                }
                Some(name) => {
                    let text = words.next_if(|word| keyword(word).is_none());
                    match text.and_then(read_integer) {
                        Some(number) => parser.number(name, number),
                        None => parser.unusable(name, text),
                    }
                }
            }
        }
        UciCommand::Go(Box::new(parser.finish()))
    }
}

#[derive(Default)]
struct GoParser {
    go: GoCommand,
    /// True if a limit was requested.
    requested: bool,
    limited: bool,
    /// Whether the clocks of White and Black were unreadable.
    unreadable_clocks: [bool; 2],
}

impl GoParser {
    fn warn(&mut self, warning: String) {
        if self.go.warnings.len() < MAX_WARNINGS {
            self.go.warnings.push(warning);
        }
    }

    fn unknown(&mut self, word: &str) {
        // It may be a limit such as `depth5`.
        self.requested |= word.bytes().any(|byte| byte.is_ascii_digit());
        self.warn(format!("go: '{}' is unknown", quote(word)));
    }

    fn unusable(&mut self, keyword: &str, text: Option<&str>) {
        self.requested = true;
        for (color, name) in [(Color::White, "wtime"), (Color::Black, "btime")] {
            self.unreadable_clocks[color.index()] |= keyword == name;
        }
        self.warn(match text {
            Some(text) => format!("go: {keyword} '{}' is not a number", quote(text)),
            None => format!("go: {keyword} has no argument"),
        });
    }

    fn search_move(&mut self, text: &str) {
        let moves = self.go.search_moves.get_or_insert_default();
        if moves.len() < MAX_SEARCH_MOVES {
            moves.push(text.to_ascii_lowercase());
        }
    }

    fn number(&mut self, keyword: &str, number: i128) {
        self.requested = true;
        let max_mate = MAX_PLY as i128 / 2;
        let (min, max) = match keyword {
            "depth" => (1, MAX_DEPTH.into()),
            "nodes" => (1, u64::MAX.into()),
            "mate" => (-max_mate, max_mate),
            "movestogo" => (1, u32::MAX.into()),
            "winc" | "binc" => (0, MAX_TIME),
            _ => (-MAX_TIME, MAX_TIME),
        };
        // Values below the range have a meaning for these keywords.
        let number = match keyword {
            "depth" | "nodes" | "mate" if number == 0 => 1,
            "winc" | "binc" => number.max(0),
            "movestogo" if number <= 0 => return,
            _ => number,
        };
        let clamped = number.clamp(min, max);
        if clamped != number {
            self.warn(format!(
                "go: {keyword} {number} is out of range; using {clamped}"
            ));
        }
        self.set(keyword, clamped);
    }

    /// Sets a limit to a number in its range.
    fn set(&mut self, keyword: &str, number: i128) {
        let limits = &mut self.go.limits;
        self.limited |= !matches!(keyword, "winc" | "binc" | "movestogo");
        match keyword {
            "wtime" => limits.clocks[Color::White.index()] = Some(number as i64),
            "btime" => limits.clocks[Color::Black.index()] = Some(number as i64),
            "winc" => limits.increments[Color::White.index()] = number as i64,
            "binc" => limits.increments[Color::Black.index()] = number as i64,
            "movestogo" => limits.moves_to_go = Some(number as u32),
            "movetime" => limits.move_time = Some(number as i64),
            "depth" => limits.depth = Some(number as u16),
            "nodes" => limits.nodes = Some(number as u64),
            _ => limits.mate = Some(number as i16),
        }
    }

    /// Replaces unusable limits, because a GUI that sent a number waits for an answer.
    fn finish(mut self) -> GoCommand {
        for color in [Color::White, Color::Black] {
            let (own, other) = (color.index(), (!color).index());
            let clocks = self.go.limits.clocks;
            if self.unreadable_clocks[own] && clocks[own].is_none() && clocks[other].is_some() {
                self.go.limits.clocks[own] = clocks[other];
                self.warn("go: one clock cannot be read; using the other for both".to_owned());
            }
        }
        // With `ponder`, the answer also waits for `ponderhit`.
        if self.requested && !self.limited && !self.go.limits.infinite {
            self.go.limits.move_time = Some(FALLBACK_TIME);
            self.warn(format!(
                "go: no limit is usable; using movetime {FALLBACK_TIME}"
            ));
        }
        self.go
    }
}
