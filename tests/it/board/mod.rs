//! Positions, moves, FEN and perft.

mod magics;
mod perft;
mod properties;
