//! Subcommands as a user sees them, and README beside them.

mod control_characters;
mod matches;
mod perft;
mod readme;
