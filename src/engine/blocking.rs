//! Searches that are waited for.

use super::answer::GoResult;
use super::facade::Engine;
use super::go::{FinishedSearch, GoError, SearchHandle, SearchStart};
use crate::search::{SearchListener, SilentListener};
use crate::time::{SearchLimits, StopToken};
use crate::types::MoveList;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

impl Engine {
    /// Searches the current position and waits for the answer.
    ///
    /// `infinite` and `ponder` are ignored.
    ///
    /// # Errors
    /// No limit ends the search, or see [`Engine::search_with`].
    pub fn search_blocking(&mut self, limits: &SearchLimits) -> Result<GoResult, GoError> {
        let limits = SearchLimits {
            infinite: false,
            ..limits.clone()
        };
        if let Some(game) = &self.game
            && limits.is_unlimited(game.board().stm())
        {
            return Err(GoError::Unlimited);
        }
        self.search_with(&limits, None, StopToken::default(), |_| {
            Box::new(SilentListener)
        })
    }

    /// Like [`Engine::search_blocking`], with reports to the listener that `listener` makes. `moves` are the root moves,
    /// `None` for all legal ones; illegal ones are left out. `token` can stop the search, from any thread; time limits
    /// count from its creation. Without a limit, or with `infinite`, the search runs until `token` is stopped or nothing
    /// is left to search.
    ///
    /// ```
    /// use compongo::Engine;
    /// use compongo::search::{SearchListener, SearchReport};
    /// use compongo::time::{SearchLimits, StopToken};
    /// use compongo::types::UciScore;
    ///
    /// /// Prints each iteration, and stops the search after the fifth.
    /// struct FiveIterations(StopToken);
    ///
    /// impl SearchListener for FiveIterations {
    ///     fn report(&mut self, report: &SearchReport<'_>) {
    ///         // The last report repeats the one before.
    ///         if report.last {
    ///             return;
    ///         }
    ///         let best = &report.lines[0];
    ///         let (depth, score) = (report.progress.depth, UciScore::from(best.score));
    ///         println!("depth {depth} score {score} pv {:?}", best.pv());
    ///         if depth == 5 {
    ///             self.0.stop();
    ///         }
    ///     }
    /// }
    ///
    /// let token = StopToken::default();
    /// let listener = FiveIterations(token.clone());
    /// let limits = SearchLimits::default();
    /// let answer = Engine::new().search_with(&limits, None, token, |_| Box::new(listener))?;
    /// assert_eq!(answer.depth, 5);
    /// # Ok::<(), compongo::engine::GoError>(())
    /// ```
    ///
    /// # Errors
    /// The search has panicked, or see [`Engine::go`].
    pub fn search_with(
        &mut self,
        limits: &SearchLimits,
        moves: Option<MoveList>,
        token: StopToken,
        listener: impl FnOnce(SearchStart<'_>) -> Box<dyn SearchListener>,
    ) -> Result<GoResult, GoError> {
        let limits = SearchLimits {
            ponder: false,
            ..limits.clone()
        };
        let Some(game) = &self.game else {
            return Err(GoError::NoPosition);
        };
        let moves = moves.unwrap_or_else(|| game.board().legal_moves());
        let (sender, receiver) = channel();
        let done = move |finished| {
            // The receiver waits for it.
            let _ = sender.send(finished);
        };
        let mut handle = self.go(&limits, moves, token, listener, done)?;
        self.wait(&mut handle, &receiver)?;
        self.answer(handle).ok_or(GoError::Panicked)
    }

    /// Waits for a search whose `done` sends to `receiver`, and [finishes](Engine::finish) it.
    ///
    /// # Errors
    /// The search has panicked.
    pub(crate) fn wait(
        &mut self,
        handle: &mut SearchHandle,
        receiver: &Receiver<FinishedSearch>,
    ) -> Result<(), GoError> {
        let Ok(finished) = receiver.recv() else {
            self.renew_threads();
            return Err(GoError::Panicked);
        };
        self.finish(handle, finished, Instant::now());
        Ok(())
    }
}
