//! Subcommands as a user sees them, and README beside them.

mod matches;
mod perft;
mod readme;
