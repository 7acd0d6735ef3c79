//! `go`.

use super::{canonical, lookup};
use crate::engine::options::read_integer;
use crate::time::SearchLimits;
use crate::types::{Color, MAX_MOVES, MAX_PLY};
use crate::util::text::quote;
use vampirc_uci::{UciMessage, UciTimeControl};

/// What a `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// When the search ends. Times lie within ±999,999,999,999 ms.
    pub limits: SearchLimits,
    /// The moves to search, in lower case; they may be illegal or no moves at all. `None`: every move.
    pub search_moves: Option<Vec<String>>,
    /// Count the positions at this depth instead of searching; the error says why the depth is unusable.
    pub perft: Option<Result<u16, String>>,
    /// What was ignored or corrected, each in the form `<what>: <why>`.
    pub warnings: Vec<String>,
}

/// The words that begin a clause.
const CLAUSES: [&str; 13] = [
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

/// The largest time in milliseconds, 31 years; also the largest number that the crate reads whole.
const MAX_TIME: i128 = 999_999_999_999;
/// The largest number that the crate can bear after `depth`, `mate` and `movestogo`.
const MAX_SMALL: i128 = 255;
/// The thinking time in milliseconds for those who set a limit that cannot be read.
const FALLBACK_TIME: i64 = 1000;
/// Warnings about one line, at most.
const MAX_WARNINGS: usize = 8;
/// Words after `searchmoves`, at most: no position has more legal moves.
const MAX_SEARCH_MOVES: usize = 2 * MAX_MOVES;

impl Go {
    /// The command in the words after `go`. Never fails: what is unusable is left out, with a warning.
    pub(super) fn read<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut reader = Reader::default();
        let mut words = words.peekable();
        let clause = |word: &str| lookup(&CLAUSES, word);
        while let Some(word) = words.next() {
            match clause(word) {
                None => reader.surplus(word),
                Some(flag @ ("infinite" | "ponder")) => reader.merge(flag, None),
                Some("searchmoves") => {
                    let mut any = false;
                    while let Some(text) = words.next_if(|word| clause(word).is_none()) {
                        any = true;
                        reader.search_move(text);
                    }
                    if !any {
                        reader.unusable("searchmoves", None);
                    }
                }
                Some(name) => {
                    let text = words.next_if(|word| clause(word).is_none());
                    let number = text.and_then(read_integer);
                    match number {
                        _ if name == "perft" => reader.perft(text, number),
                        Some(number) => reader.number(name, number),
                        None => reader.unusable(name, text),
                    }
                }
            }
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    go: Go,
    /// Something was to set a limit.
    wanted: bool,
    /// Something did.
    limited: bool,
    /// Whose clock was unreadable.
    lost_clocks: [bool; 2],
}

impl Reader {
    fn warn(&mut self, warning: String) {
        if self.go.warnings.len() < MAX_WARNINGS {
            self.go.warnings.push(warning);
        }
    }

    fn surplus(&mut self, word: &str) {
        self.wanted |= read_integer(word).is_some();
        self.warn(format!("go: '{}' is unknown", quote(word)));
    }

    fn unusable(&mut self, clause: &str, text: Option<&str>) {
        self.wanted = true;
        for (color, name) in [(Color::White, "wtime"), (Color::Black, "btime")] {
            self.lost_clocks[color.index()] |= clause == name;
        }
        self.warn(match text {
            Some(text) => format!("go: {clause} '{}' is not a number", quote(text)),
            None => format!("go: {clause} says nothing"),
        });
    }

    fn search_move(&mut self, text: &str) {
        let moves = self.go.search_moves.get_or_insert_default();
        if moves.len() < MAX_SEARCH_MOVES {
            moves.push(text.to_ascii_lowercase());
        }
    }

    fn perft(&mut self, text: Option<&str>, number: Option<i128>) {
        self.go.perft = Some(match (text, number) {
            (_, Some(number @ 0..)) => Ok(number.min(MAX_PLY as i128) as u16),
            (Some(text), _) => Err(format!("perft: '{}' is not a depth", quote(text))),
            (None, _) => Err("perft: no depth is given".to_owned()),
        });
    }

    fn number(&mut self, clause: &str, number: i128) {
        self.wanted = true;
        let max_mate = MAX_PLY as i128 / 2;
        let (min, max) = match clause {
            "depth" => (1, MAX_PLY as i128),
            "nodes" => (1, u64::MAX.into()),
            "mate" => (-max_mate, max_mate),
            "movestogo" => (1, u32::MAX.into()),
            "winc" | "binc" => (0, MAX_TIME),
            _ => (-MAX_TIME, MAX_TIME),
        };
        // These have a meaning of their own below their range.
        let number = match clause {
            "depth" | "nodes" | "mate" if number == 0 => 1,
            "winc" | "binc" => number.max(0),
            "movestogo" if number <= 0 => return,
            _ => number,
        };
        let clamped = number.clamp(min, max);
        if clamped != number {
            self.warn(format!(
                "go: {clause} {number} is out of range, {clamped} is taken"
            ));
        }
        self.merge(clause, Some(clamped));
    }

    /// Sets what the crate sees in a clause, to our number: the crate reads some numbers wrongly.
    fn merge(&mut self, clause: &str, number: Option<i128>) {
        let line = match number {
            Some(number) => {
                let small = matches!(clause, "depth" | "mate" | "movestogo");
                format!(
                    "go {clause} {}",
                    number.abs().min(if small { MAX_SMALL } else { MAX_TIME })
                )
            }
            None => format!("go {clause}"),
        };
        let Some(UciMessage::Go {
            time_control,
            search_control,
        }) = canonical(line)
        else {
            return self.unusable(clause, None);
        };
        let number = number.unwrap_or_default();
        let limits = &mut self.go.limits;
        match time_control {
            Some(UciTimeControl::Infinite) => limits.infinite = true,
            Some(UciTimeControl::Ponder) => limits.ponder = true,
            Some(UciTimeControl::MoveTime(_)) => {
                limits.move_time = Some(number as i64);
                self.limited = true;
            }
            Some(UciTimeControl::TimeLeft {
                white_time,
                black_time,
                white_increment,
                black_increment,
                moves_to_go,
            }) => {
                let white = (Color::White, white_time, white_increment);
                let black = (Color::Black, black_time, black_increment);
                for (color, time, increment) in [white, black] {
                    if time.is_some() {
                        limits.clocks[color.index()] = Some(number as i64);
                        self.limited = true;
                    }
                    if increment.is_some() {
                        limits.increments[color.index()] = number as i64;
                    }
                }
                if moves_to_go.is_some() {
                    limits.moves_to_go = Some(number as u32);
                }
            }
            None => {}
        }
        if let Some(search) = search_control {
            self.limited = true;
            if search.depth.is_some() {
                limits.depth = Some(number as u16);
            }
            if search.nodes.is_some() {
                limits.nodes = Some(number as u64);
            }
            if search.mate.is_some() {
                limits.mate = Some(number as i16);
            }
        }
    }

    /// Finds a limit for those who wanted one: whoever sent a number waits for an answer.
    fn finish(mut self) -> Go {
        for color in [Color::White, Color::Black] {
            let (own, other) = (color.index(), (!color).index());
            let clocks = self.go.limits.clocks;
            if self.lost_clocks[own] && clocks[own].is_none() && clocks[other].is_some() {
                self.go.limits.clocks[own] = clocks[other];
                self.warn("go: for the unreadable clock, the other one is taken".to_owned());
            }
        }
        // While pondering, this counts from the hit.
        if self.wanted && !self.limited && !self.go.limits.infinite && self.go.perft.is_none() {
            self.go.limits.move_time = Some(FALLBACK_TIME);
            self.warn(format!(
                "go: no limit is usable, the answer comes after {FALLBACK_TIME} ms"
            ));
        }
        self.go
    }
}
