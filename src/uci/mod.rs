//! The UCI front end: one thread reads (`reader`), one controls (`controller`), one or more search. It translates and
//! prints; [`crate::engine`] decides the answers of searches.
//!
//! The controller is one loop over one channel. Either it is idle, or a search or one of the engine's own commands is
//! running. Meanwhile it answers `isready`, `uci` and `debug` at once; everything else waits in a backlog, in order. A
//! `position` there replaces the one directly before it, and if too much waits (`queue`), the reader waits too.
//! `stop` and `ponderhit` bypass the controller: the reader passes them to the stop tokens of the searches. A search
//! that must not answer yet (`infinite`, `ponder`, no limit) ends when it ends, and its answer is held back until its
//! token permits it. No flag is ever reset, so no `stop` can be lost.
//!
//! `quit` stops searches, which print their last line and `bestmove`; earlier commands of this engine (`bench`,
//! `perft`) run to their end. At the end of input, searches with a limit of their own also run to their end.
//!
//! [`command`] parses input. The protocol's messages except `info` are values of `vampirc-uci`, see `print`.
#![forbid(unsafe_code)]

pub mod command;
mod controller;
mod debug_log;
mod display;
mod info_printer;
mod laws;
mod own;
mod print;
mod queue;
mod reader;
mod tablebases;

use crate::board::Board;
use crate::engine::bench::BenchSettings;
use crate::eval::Evaluation;
use crate::time::StopToken;
use crate::util::version::ENGINE;
use controller::Controller;
use queue::QueueRoom;
use reader::InputReader;
use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

/// Speaks UCI on standard input and output until `quit` or the end of input.
///
/// On a terminal, lines can be edited and recalled, and a first line names the program.
pub fn run() {
    if stdin().is_terminal() {
        print::line(format_args!(
            "{ENGINE}, a UCI chess engine; type help for the commands"
        ));
    }
    control(|reader| {
        if stdin().is_terminal() && stdout().is_terminal() {
            reader.read_terminal();
        } else {
            reader.read_stream(stdin());
        }
    });
}

/// Runs UCI commands one after another, each to its end. The exit code is 2 if a command, an option or a position was
/// refused, or a command failed.
pub fn run_script(script: Vec<String>) -> u8 {
    control(move |reader| reader.read_script(&script))
}

/// Runs a controller whose events come from `read`, which runs on its own thread.
fn control(read: impl FnOnce(InputReader) + Send + 'static) -> u8 {
    let (events, inbox) = channel();
    let room: Arc<QueueRoom> = Arc::default();
    let reader = InputReader::new(events.clone(), Arc::clone(&room));
    thread::spawn(move || read(reader));
    Controller::new(events, inbox, room).run()
}

/// Searches the bench positions and prints nodes and speed. False after a failure, which is reported.
pub fn print_bench(settings: &BenchSettings) -> bool {
    display::bench(settings, &StopToken::default())
}

/// Prints the evaluation of a position and its terms.
pub fn print_eval(board: &Board, evaluation: &Evaluation) {
    print::lines(&display::eval(board, evaluation));
}
