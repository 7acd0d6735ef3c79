//! Output: each line is one locked write that ends in a single `\n`, and is flushed. Control characters are removed.
//!
//! The messages `id`, `option`, `uciok`, `readyok` and `bestmove` are values of `vampirc-uci`, which formats them. The
//! exceptions are `info`, because the crate keeps depth, mate and hashfull in 8 and 16 bits and misspells
//! `currmovenumber`, and `bestmove (none)`, for which it has no value.

use super::debug_log;
use crate::engine::options::OptionId;
use crate::notation::uci_move::UciMove;
use crate::util::text::{printable, printable_lines};
use std::fmt::Display;
use std::io::{self, Write};
use vampirc_uci::{UciMessage, UciMove as MoveMessage, UciPiece, UciSquare};

/// Adds text to a line.
pub fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = std::fmt::Write::write_fmt(out, text);
}

/// The field `wdl` of an `info` line, with a space before it.
pub fn wdl([win, draw, loss]: [i32; 3]) -> String {
    format!(" wdl {win} {draw} {loss}")
}

/// Writes a line.
pub fn line(text: impl Display) {
    let text = text.to_string();
    write_all(&format!("{}\n", printable(&text)));
}

/// Writes text that consists of whole lines.
pub fn lines(text: &str) {
    write_all(&printable_lines(text));
}

/// Writes a message of the protocol.
pub fn message(message: &UciMessage) {
    line(message);
}

/// `bestmove`, with the expected reply if there is one; `bestmove (none)` without a move.
pub fn best_move(best_move: Option<UciMove>, ponder: Option<UciMove>) {
    match best_move.and_then(move_message) {
        Some(best_move) => message(&UciMessage::BestMove {
            best_move,
            ponder: ponder.and_then(move_message),
        }),
        None => line("bestmove (none)"),
    }
}

/// The move as a value of the crate.
fn move_message(mv: UciMove) -> Option<MoveMessage> {
    let text = mv.to_string();
    let [from_file, from_rank, to_file, to_rank, promotion @ ..] = text.as_bytes() else {
        return None;
    };
    let square = |file: u8, rank: u8| UciSquare::from(file.into(), rank - b'0');
    Some(MoveMessage {
        from: square(*from_file, *from_rank),
        to: square(*to_file, *to_rank),
        promotion: match promotion {
            [b'n'] => Some(UciPiece::Knight),
            [b'b'] => Some(UciPiece::Bishop),
            [b'r'] => Some(UciPiece::Rook),
            [b'q'] => Some(UciPiece::Queen),
            _ => None,
        },
    })
}

/// If standard output cannot be written, the process exits: with code 0 if its reader has gone away, otherwise with 1
/// and a message.
fn write_all(text: &str) {
    if let Err(why) = debug_log::output(text) {
        debug_log_failed(&why);
    }
    let mut out = io::stdout().lock();
    if let Err(why) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        if why.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        // If this fails too, there is nobody left to tell.
        let _ = writeln!(io::stderr(), "compongo: standard output: {why}");
        std::process::exit(1);
    }
}

/// Reports that the debug log, now closed, could not be written.
pub fn debug_log_failed(why: &io::Error) {
    warning(format_args!("{}: {why}", OptionId::DebugLogFile.name()));
}

/// Reports a refusal: `<what>: <why>`.
pub fn error(text: impl Display) {
    line(format_args!("info string error {text}"));
}

/// Reports a correction: `<what>: <why>`.
pub fn warning(text: impl Display) {
    line(format_args!("info string warning {text}"));
}
