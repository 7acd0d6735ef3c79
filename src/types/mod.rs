//! The vocabulary of the engine: one file per noun. Nothing here decides what is legal.
//!
//! The nouns of chess are small `Copy` values. An absent one is an `Option`, never a `None` member or a null move.

mod bitboard;
mod color;
mod key;
mod moves;
mod piece;
mod rng;
mod score;
mod square;
mod uci_score;

pub use bitboard::{Bitboard, BitboardIter};
pub use color::Color;
pub use key::Key;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{ColoredPiece, Piece};
pub use rng::Rng;
pub use score::{MAX_DEPTH, MAX_PLY, Score, WhiteScore};
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci_score::UciScore;
