//! The engine: options, transposition table, thread data and the current game. It decides how searches are answered,
//! but neither reads commands nor prints.
//!
//! ```
//! use compongo::notation::san;
//! use compongo::time::SearchLimits;
//! use compongo::{Engine, Game};
//!
//! let mut game = Game::default();
//! for text in ["e4", "e5"] {
//!     game.play(san::parse(game.board(), text)?)?;
//! }
//! let mut engine = Engine::new();
//! engine.set_game(game);
//! let limits = SearchLimits { depth: Some(5), ..SearchLimits::default() };
//! let result = engine.search_blocking(&limits)?;
//! assert!(result.best_move.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
pub mod bench;
mod blocking;
mod draw_offers;
mod facade;
pub mod fixed_depth;
mod go;
mod gui_clock;
mod laws_report;
mod line;
mod node_clock;
pub mod options;
mod own_book;
mod strength;
mod tablebases;

pub use answer::{DrawMessage, GoResult};
pub use facade::Engine;
pub use go::{FinishedSearch, GoError, SearchHandle, SearchStart};
pub use laws_report::LawsReport;
pub use line::{LineChecker, ShownLine};
pub use own_book::BookMove;
