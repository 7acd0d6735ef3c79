//! Self-play: the games that networks learn from.
//!
//! A [`SelfplayConfig`] says how the games of a generation are played, a [`SelfplayPlayer`] plays the game with a given number, [`run`]
//! lets many of them play at the same time, and [`store`] collects the games in a folder of [`shard`]s. There they can
//! be read, played again ([`verify`]) and handed to other programs ([`export`]).
//!
//! [`filter`] says which positions are learned from, [`exact`] of which the rules and the [`tables`] of few men prove the
//! value.

mod ends;
pub mod exact;
mod expectation;
pub mod export;
pub mod filter;
mod game;
mod opening;
mod recipe;
pub mod run;
mod selfplay;
pub mod shard;
mod stats;
pub mod store;
pub mod tables;
pub mod verify;

pub use ends::{AdjudicationRules, ScoreAdjudicator, end_by_laws};
pub use expectation::ExpectedScore;
pub use game::{GameResult, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination};
pub use opening::SelfplayOpening;
pub use recipe::SelfplayConfig;
pub use selfplay::SelfplayPlayer;
pub use stats::SelfplayStats;
