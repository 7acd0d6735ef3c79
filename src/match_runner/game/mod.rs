//! One game between two engines under the Laws.
//!
//! The order of events in each turn; the first event that applies ends the game (Articles 5 and 9, as in
//! [`crate::laws::outcome`]):
//!
//! 1. the position: checkmate, stalemate, dead position, fivefold repetition, 75 moves;
//! 2. a draw claim by the arbiter for the side to move, if the match has that policy;
//! 3. adjudication by the engines' scores or by endgame tables, if the match uses it;
//! 4. the clock: a `bestmove` that arrives after the flag fell does not count;
//! 5. statements of the engine: resignation, acceptance of a draw, a draw claim;
//! 6. the move: an illegal one costs the game, or the penalty of the edition.
//!
//! The referee sees players only through [`EnginePlayer`], and takes the time from the times that they report.

mod adjudicate;
mod claim;
mod draw_offer;
mod game_task;
mod illegal_move;
mod node_use;
mod play_game;
mod player_state;
mod referee;
mod verdict;

pub use super::uci_engine::EnginePlayer;
pub use game_task::GameTask;
