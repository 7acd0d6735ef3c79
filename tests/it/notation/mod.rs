//! Moves, positions and games as text: UCI, SAN, EPD, PGN.

mod moves;
mod pgn;
mod pgn_writer;
mod proptests;
