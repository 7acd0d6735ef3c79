//! Parses UCI: a line of bytes becomes a [`UciCommand`].
//!
//! A line is read once, with a match on its keyword. Keywords ignore case, and unknown words before and inside a
//! command are skipped. A refusal becomes one message of the form `<what>: <why>`, printed after `info string error`;
//! corrections are listed as warnings, printed after `info string warning`.
//!
//! The parser of `vampirc-uci` is not used here: it panics on `go ` and on `depth 256`, keeps only the last of several
//! limits, and silently drops unreadable moves. For the engine's output see `uci::print`.

mod go_command;
mod own_command;
mod position_command;
mod uci_command;

pub use go_command::GoCommand;
pub use own_command::{BENCH_DEFAULTS, BenchCommand, OwnCommand};
pub use position_command::{PositionCommand, play_moves};
pub use uci_command::{UciCommand, is_command};
