//! The commands beyond the standard, such as `laws`, `bench` and `perft`.

use super::uci_command::UciCommand;
use crate::engine::bench::BenchSettings;
use crate::engine::options::{read_integer, split_word};
use crate::types::{MAX_DEPTH, MAX_PLY};
use crate::util::text::{nearest, quote};

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
    /// `laws offer`: the opponent offers a draw; the answer to the next `go` or `ponderhit` accepts or refuses it.
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

pub(super) const OWN_WORDS: [&str; 10] = [
    "d", "eval", "laws", "bench", "perft", "divide", "flip", "compiler", "license", "help",
];

pub(super) fn own_command(word: &str, rest: &str) -> UciCommand {
    let is_offer = word == "laws" && rest.trim().eq_ignore_ascii_case("offer");
    if ["d", "eval", "flip", "laws"].contains(&word) && !is_offer && !rest.trim().is_empty() {
        if word == "laws" && nearest(split_word(rest).0, ["offer"]).is_some() {
            return UciCommand::Rejected(format!(
                "laws: '{}' is unknown, did you mean laws offer?",
                quote(rest)
            ));
        }
        // The answer would be about another position than the one in mind.
        return UciCommand::Rejected(format!(
            "{word}: '{}' is too much; the command is about the position that 'position' has set",
            quote(rest)
        ));
    }
    let own = match word {
        "d" => OwnCommand::Display,
        "eval" => OwnCommand::Eval,
        "laws" if is_offer => OwnCommand::DrawOffer,
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

pub(super) fn parse_perft(text: Option<&str>) -> UciCommand {
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
pub const BENCH_DEFAULTS: [&str; 3] = ["default", "depth", "mixed"];

/// Parses the arguments of `bench`, clamped to their ranges.
fn parse_bench(text: &str) -> Option<BenchCommand> {
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    if words.len() > 3 && BENCH_DEFAULTS.starts_with(&words[3..]) {
        words.truncate(3);
    }
    let numbers: Option<Vec<i128>> = words.into_iter().map(read_integer).collect();
    let depth = |number: i128| number.clamp(1, MAX_DEPTH.into()) as u16;
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
