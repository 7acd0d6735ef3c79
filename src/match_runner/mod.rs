//! Matches between engines, refereed under the Laws of Chess.
//!
//! A match is a list of games that follows from its [`MatchSettings`]: the [`schedule`] gives the engines, colours and
//! [`openings`] of each game. In Swiss and knockout tournaments, the pairings of the [`rounds`] also depend on the
//! results of earlier games. Worker threads take the games in order. Each plays one game at a time, between two UCI
//! engines that run as child processes ([`uci_engine`]), under the clocks and rules of [`game`]. A finished game is a
//! [`GameRecord`]; its worker appends it to the [`ledger`] before it takes another game, so that a killed match can be
//! resumed. [`stats`] and [`report`] are computed from the settings and the records alone.
//!
//! Nothing here prints: [`tournament`] reports progress to a listener.
#![forbid(unsafe_code)]

pub mod game;
pub mod ledger;
pub mod openings;
pub mod pgn;
pub mod record;
pub mod report;
pub mod rounds;
pub mod schedule;
pub mod settings;
pub mod stats;
pub mod tournament;
pub mod uci_engine;

pub use record::{GameRecord, MoveRecord};
pub use settings::{EngineLimits, EngineSpec, MatchSettings};
