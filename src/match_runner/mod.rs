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
//!
//! ```no_run
//! use compongo::Board;
//! use compongo::match_runner::openings::Opening;
//! use compongo::match_runner::tournament::{Match, MatchListener, PlayedGames};
//! use compongo::match_runner::{EngineLimits, EngineSpec, GameRecord, MatchSettings};
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! struct Printer;
//!
//! impl MatchListener for Printer {
//!     fn game_finished(&self, record: &GameRecord) {
//!         println!("game {}: {}, {}", record.game, record.score, record.end.text);
//!     }
//! }
//!
//! let limits = EngineLimits { tc: Some("8+0.08".parse()?), ..EngineLimits::default() };
//! let engine = |name: &str, cmd: &str| EngineSpec {
//!     name: name.to_owned(),
//!     cmd: cmd.to_owned(),
//!     limits: limits.clone(),
//!     ..EngineSpec::default()
//! };
//! let settings = MatchSettings {
//!     engines: vec![engine("new", "./new"), engine("old", "./old")],
//!     games: 100,
//!     ..MatchSettings::default()
//! };
//! settings.check()?;
//! // Another thread may set it to stop the match.
//! let stop = Arc::new(AtomicBool::new(false));
//! let result = Match {
//!     settings: &settings,
//!     openings: &[Opening::at(Board::start())],
//!     played: PlayedGames::default(),
//!     ledger: None,
//!     guard: None,
//!     protocol: None,
//!     tables: None,
//!     cores: &[],
//! }
//! .play(&Printer, &stop);
//! println!("{} games", result.games);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
