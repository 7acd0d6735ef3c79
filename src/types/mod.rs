//! The vocabulary of the engine: one file per noun, nothing that knows a rule.
//!
//! Everything here is a small `Copy` value. Absence is `Option`, never a `None` member or a null move.

mod bitboard;
mod color;
mod key;
mod lot;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, BitboardIter};
pub use color::Color;
pub use key::Key;
pub use lot::Lot;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{ColoredPiece, Piece};
pub use score::{MAX_PLY, Score, WhiteScore};
pub use square::{File, Rank, Square};
