//! Helpers shared by the tests of several layers.

pub mod damage;
pub mod folder;
pub mod position;
pub mod process;
pub mod random;
pub mod random_games;
pub mod source;
