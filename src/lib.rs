//! Compongo: a UCI chess engine that plays strongly and knows the Laws of Chess exactly.
pub mod time;
pub mod types;
