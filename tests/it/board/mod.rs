//! Positions, moves, FEN and perft.

mod castling;
mod fen;
mod magics;
mod perft;
mod properties;
