//! Helpers shared by the tests of several layers.

pub mod book;
pub mod damage;
pub mod folder;
pub mod json;
pub mod pgn;
pub mod position;
pub mod process;
pub mod random;
pub mod random_games;
pub mod source;
pub mod table;

/// True if the long tests run in full, which `COMPONGO_FULL=1` in the environment asks for.
pub fn is_full() -> bool {
    std::env::var_os("COMPONGO_FULL").is_some()
}
