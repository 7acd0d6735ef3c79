//! The command line.
//!
//! Without arguments the engine speaks UCI. If the first argument is a subcommand or begins with `-`, clap parses the
//! command line; anything else is a list of UCI commands, run one after another.
#![forbid(unsafe_code)]

mod adjournment;
mod analyse;
mod arguments;
mod bench;
mod book;
mod command_line;
mod datagen;
mod diagram;
mod eval;
mod extract;
mod game_args;
mod game_file;
mod genfens;
#[cfg(target_os = "linux")]
mod guard;
mod help;
mod judge;
mod matches;
mod net;
mod output;
mod perft;
mod play;
mod progress;
mod review;
mod ruling;
mod train;
mod transcript;
mod typed_line;

pub use command_line::run;
