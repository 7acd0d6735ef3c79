//! The Laws of Chess: exact, quotable, nothing heuristic.
#![forbid(unsafe_code)]

pub mod material;
