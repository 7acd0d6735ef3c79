//! Subcommands as a user sees them, and README beside them.

mod adjournment;
mod analyse;
#[cfg(unix)]
mod articles;
mod book;
mod compressed;
mod control_characters;
#[cfg(target_os = "linux")]
mod endless;
mod genfens;
mod help;
#[cfg(unix)]
mod match_exits;
#[cfg(unix)]
mod match_features;
#[cfg(unix)]
mod match_files;
#[cfg(unix)]
mod match_rounds;
#[cfg(unix)]
mod match_rules;
mod matches;
mod output;
mod perft;
mod positions;
mod readme;
mod review;
mod rules;
mod ruling;
#[cfg(unix)]
mod terminal;
