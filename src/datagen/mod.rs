//! Self-play: the games that networks learn from.
//!
//! A [`SelfplayConfig`] says how the games of a generation are played, a [`SelfplayPlayer`] plays the game with a given number, [`run`]
//! lets many of them play at the same time, and [`store`] collects the games in a folder of [`shard`]s. There they can
//! be read, played again ([`verify`]) and handed to other programs ([`export`]).
//!
//! [`filter`] says which positions are learned from, [`exact`] of which the rules and the [`tables`] of few pieces prove the
//! value.

mod adjudication;
mod config;
pub mod exact;
mod expected_score;
pub mod export;
pub mod filter;
mod game;
mod opening;
pub mod parallel;
mod selfplay;
pub mod shard;
mod stats;
pub mod store;
pub mod tables;
pub mod verify;

pub use adjudication::{AdjudicationRules, ScoreAdjudicator, end_by_laws};
pub use config::SelfplayConfig;
pub use expected_score::ExpectedScore;
pub use game::{GameResult, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination};
pub use opening::SelfplayOpening;
pub use selfplay::SelfplayPlayer;
pub use stats::SelfplayStats;
