//! What tests of several layers share.

pub mod random_games;
