//! The table: the game, the engine, the file, and whoever watches.
//!
//! Everything that happens goes through one lock: what a person does ([`PlayTable::act`]), what the engine answers, and
//! what the clock says. After each of them the game is saved and the watcher is told.
//!
//! * `play_table`: the lock, and what a person does;
//! * `table_state`: what the lock guards, and the file of the game;
//! * `engine_turn`: the engine thinks about its move, its claims and its answers to offers;
//! * `help`: a hint, and the analysis of a position;
//! * `review_job`: the review of a game that is over.

mod engine_turn;
mod help;
mod play_table;
mod review_job;
mod table_state;
mod watcher;

pub use play_table::PlayTable;
pub(super) use table_state::TableState;
pub use table_state::is_reserved;
pub use watcher::{PlayEvent, PlayWatcher};
