//! What is left of the games of a match: PGN and JSON, and what becomes of them when a match is interrupted.

mod damage;
#[cfg(unix)]
mod disk;
mod files;
mod pgn;
pub mod sample;
