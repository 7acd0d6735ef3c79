//! Compongo: a UCI chess engine that plays strongly and knows the Laws of Chess exactly.
pub mod board;
pub mod time;
pub mod types;
