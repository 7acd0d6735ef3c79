//! Self-play: the games that networks learn from.
//!
//! A [`Recipe`] says how the games of a generation are played, a [`Player`] plays the game with a given number, [`run`]
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

pub use ends::{Adjudication, Adjudicator, by_laws};
pub use expectation::Expectation;
pub use game::{CLASSICAL, Ending, Game, GameResult, Ply};
pub use opening::Opening;
pub use recipe::Recipe;
pub use selfplay::Player;
pub use stats::Stats;
