//! One game between two engines under the Laws.
//!
//! In each turn the referee looks at these events in this order, and the first that ends the game decides it:
//!
//! 1. the position: checkmate, stalemate, dead position, fivefold repetition, 75 moves (Articles 5 and 9, see
//!    [`crate::laws::outcome`]);
//! 2. a draw claim by the arbiter for the side to move, if the match has that policy;
//! 3. adjudication by the engines' scores, the number of moves or endgame tables, if the match uses it;
//! 4. the clock: a `bestmove` that arrives after the flag fell does not count, and an engine that crashes or stalls is
//!    ruled as if its flag had fallen;
//! 5. statements of the engine: resignation, acceptance of a draw, a draw claim;
//! 6. the move: an illegal one costs the game, or the penalty of the edition.
//!
//! The referee sees the players only through [`EnginePlayer`], and runs the clocks by the times in their replies.

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
