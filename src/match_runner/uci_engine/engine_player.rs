//! An engine as the referee of a game sees it.

use super::error::UciEngineError;
use super::output::EngineMove;
use std::time::Duration;

/// The outcome of a `go` command.
#[derive(Clone, Debug, PartialEq)]
pub enum GoReply {
    /// A `bestmove`.
    BestMove(EngineMove),
    /// There was no `bestmove` within the limit. The engine still owes it: see
    /// [`UciEngine::recover`](super::UciEngine::recover).
    Timeout {
        /// Time since the clock started.
        waited: Duration,
    },
}

/// An engine as the referee sees it: a [`UciEngine`](super::UciEngine), or a script in tests.
pub trait EnginePlayer {
    /// True if the engine has an option of this name, ignoring case.
    fn has_option(&self, name: &str) -> bool;

    /// Sets an option, with the engine's spelling of its name. An option that the engine does not have causes a
    /// warning.
    ///
    /// # Errors
    /// The engine does not read, or has exited.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError>;

    /// Sends `ucinewgame`, and `UCI_Chess960` if it changes, and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine is not ready in time.
    fn new_game(&mut self, chess960: bool) -> Result<(), UciEngineError>;

    /// Sends a command that has no reply.
    ///
    /// # Errors
    /// The engine does not read, or has exited.
    fn send(&mut self, command: &str) -> Result<(), UciEngineError>;

    /// Sends `position`, waits until the engine is ready, sends `go` and waits for `bestmove`. Both arguments are whole
    /// commands. If the engine already ponders on this position, only `ponderhit` is sent.
    ///
    /// Returns [`GoReply::Timeout`] as soon as `limit` has passed since `go`; the engine keeps searching.
    ///
    /// # Errors
    /// The engine is not ready in time, or exits. A missing `bestmove` is no error.
    fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError>;

    /// Starts `go ponder …` on a position and returns at once. [`EnginePlayer::go`] with the same position continues
    /// that search (`ponderhit`); with another position it stops it.
    ///
    /// # Errors
    /// The engine does not read, or has exited.
    fn ponder(&mut self, position: &str, go: &str) -> Result<(), UciEngineError>;

    /// Stops an engine that is still thinking, because its move is overdue or because it ponders, and waits for its
    /// move. Returns `None` if it was not thinking.
    ///
    /// # Errors
    /// The engine still does not move, or exits.
    fn stop(&mut self) -> Result<Option<EngineMove>, UciEngineError>;

    /// Takes the protocol warnings since the last call: predicates such as "sent an unexpected 'readyok'", at most 16.
    fn take_warnings(&mut self) -> Vec<String>;
}
