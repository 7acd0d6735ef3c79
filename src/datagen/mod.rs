//! Self-play: generation of training data.
//!
//! A [`SelfplayConfig`] determines how the games of a generation are played, a [`SelfplayPlayer`] plays the game with a
//! given index, [`parallel`] plays many at a time, and [`store`] collects them in a folder of [`shard`]s, which can be
//! replayed ([`verify`]) and exported ([`export`]).
//!
//! [`filter`] selects training positions.

mod adjudication;
mod config;
mod expected_score;
pub mod export;
pub mod filter;
pub mod parallel;
mod random_opening;
mod selfplay;
mod selfplay_game;
pub mod shard;
mod stats;
pub mod store;
pub mod verify;

pub use crate::search::params::HALFMOVE_SCALE;
pub use adjudication::{AdjudicationRules, ScoreAdjudicator, end_by_laws};
pub use config::SelfplayConfig;
pub use expected_score::ExpectedScore;
pub use random_opening::SelfplayOpening;
pub use selfplay::SelfplayPlayer;
pub use selfplay_game::{
    GameResult, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination,
};
pub use stats::SelfplayStats;
