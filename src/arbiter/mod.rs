//! Matches between engines, refereed under the Laws of Chess.
//!
//! A match is a list of games that follows from its [`MatchSettings`] alone: the [`schedule`] gives the engines, colours
//! and [`openings`] of each. Workers take the games in order; each plays one with two [`player`]s, child processes that speak
//! UCI, under the clocks and rules of [`game`]. What a finished game leaves is a [`GameRecord`]; the [`ledger`] puts it
//! on disk before the next one begins, so that a match can be resumed where it was killed. The [`stats`] and the
//! [`report`] are made of records and nothing else.
//!
//! Nothing here prints: [`tournament`] tells a listener what happens.
#![forbid(unsafe_code)]

pub mod game;
pub mod ledger;
pub mod openings;
pub mod pgn;
pub mod record;
pub mod report;
pub mod schedule;
pub mod settings;
pub mod stats;
pub mod tournament;
pub mod uci_engine;

pub use record::{GameRecord, MoveRecord};
pub use settings::{EngineLimits, EngineSpec, MatchSettings};
