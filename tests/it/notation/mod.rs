//! Moves, positions and games as text: UCI, SAN, EPD, PGN; and opening books.

mod language;
mod moves;
mod pgn;
mod pgn_writer;
mod polyglot;
mod proptests;
