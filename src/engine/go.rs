//! `go`: a search of the current position, and the decisions before it.
//!
//! Before the search the engine consults the Laws: has the game ended, what can be claimed, which side can still win? A
//! move from the opening book replaces the search. [`Engine::answer`] composes the answer after it.

use super::facade::{Engine, allocate};
use super::gui_clock::current_delay;
use super::laws_report::LawsReport;
use super::line::LineChecker;
use super::options::Options;
use super::own_book::BookMove;
use super::strength;
use crate::laws::claims::Claim;
use crate::laws::game::Game;
use crate::search::{self, SearchListener, SearchRequest, SearchResult, SearchThreads};
use crate::time::{SearchLimits, StopToken, TimeBudget, TimeManager};
use crate::types::{Color, MoveList};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The reasons why a search was not started.
#[derive(Debug, thiserror::Error)]
pub enum GoError {
    /// There is no game, because the last one was refused.
    #[error("position: the last one was refused; send a valid one")]
    NoPosition,
    /// A blocking search without a limit would never end.
    #[error("go: no limit is given")]
    Unlimited,
    /// Another search is running.
    #[error("go: another search is running")]
    Running,
    /// The search has panicked, perhaps in its listener. The engine can search again.
    #[error("go: the search has panicked")]
    Panicked,
    /// The search thread cannot be started.
    #[error("go: {0}")]
    Thread(#[from] io::Error),
}

/// The facts that are known when a search starts.
#[derive(Debug)]
pub struct SearchStart<'a> {
    /// Checks the lines of the search.
    pub lines: LineChecker,
    /// The options of the engine.
    pub options: &'a Options,
    /// The report under the Laws. `None` while pondering, because the position has not occurred yet; see
    /// [`Engine::laws_after_ponder_hit`].
    pub laws: Option<&'a LawsReport>,
    /// The sides that can no longer give mate, each reported once per game.
    pub unable_to_mate: &'a [Color],
    /// Expected lag per move, in ms.
    pub lag: i64,
    /// The time budget; `None` without a time limit.
    pub budget: Option<TimeBudget>,
    /// The move from the opening book, which is played without a search, or why the book cannot be read; `None` if the
    /// book is not used or has no move.
    pub book: Option<&'a io::Result<BookMove>>,
    /// Time since the `go` was read.
    pub elapsed: Duration,
}

/// What a search thread returns to [`Engine::finish`].
#[derive(Debug)]
pub struct FinishedSearch {
    pub(super) result: SearchResult,
    pub(super) threads: SearchThreads,
}

/// A search that is running, or has ended but not been answered.
#[derive(Debug)]
pub struct SearchHandle {
    pub(super) token: StopToken,
    /// The answer waits for `stop`.
    pub(super) needs_stop: bool,
    /// True if only `stop` is sure to end it soon.
    endless: bool,
    /// True in a search for a mate, which ends when the mate is proved or refuted.
    searches_mate: bool,
    /// The answer is a move from the book, which says nothing about the score.
    pub(super) from_book: bool,
    /// It began before the opponent's move, which it expects.
    ponders: bool,
    /// Draws that can be claimed with a move.
    pub(super) claims: Vec<Claim>,
    /// The report under the Laws that waits for the ponderhit.
    delayed_laws: Option<Box<LawsReport>>,
    pub(super) result: Option<SearchResult>,
}

impl SearchHandle {
    fn new(token: StopToken, limits: &SearchLimits, stm: Color) -> Self {
        let without_mate = SearchLimits {
            mate: None,
            ..limits.clone()
        };
        let endless = without_mate.is_unlimited(stm);
        Self {
            token,
            needs_stop: limits.infinite || (limits.is_unlimited(stm) && !limits.ponder),
            endless,
            searches_mate: limits.mate.is_some(),
            from_book: false,
            ponders: limits.ponder,
            claims: Vec::new(),
            delayed_laws: None,
            result: None,
        }
    }

    /// The token that stops this search.
    pub const fn token(&self) -> &StopToken {
        &self.token
    }

    /// True for a `go ponder`, even after its ponderhit.
    pub const fn ponders(&self) -> bool {
        self.ponders
    }

    /// True if it may run until `stop` or `ponderhit`, or for very long, like a search for a mate without another
    /// limit.
    pub fn is_endless(&self) -> bool {
        (self.endless || self.token.is_pondering()) && !self.token.is_stopped()
    }

    /// True if only `stop` or `ponderhit` can produce its answer. A search for a mate ends by itself.
    pub fn waits_for_stop(&self) -> bool {
        let ends = self.searches_mate && !self.needs_stop && !self.token.is_pondering();
        self.is_endless() && !ends
    }

    /// True if the search has ended and its answer may be given.
    pub fn is_ready(&self) -> bool {
        self.result.is_some() && self.token.may_answer(self.needs_stop)
    }
}

impl Engine {
    /// Starts a search of the current position on its own thread, which calls `done` when it ends. Pass the value that
    /// `done` receives to [`Engine::finish`]; when the handle [`is_ready`](SearchHandle::is_ready), [`Engine::answer`]
    /// gives the move. With a move from the opening book there is no search, and `done` is called before this returns.
    ///
    /// `moves` are the root moves to search; illegal and repeated ones are left out. `listener` is called once, before the
    /// search thread starts, and makes the listener of the search.
    ///
    /// # Errors
    /// There is no game, a search is running, or the thread cannot be started.
    pub fn go(
        &mut self,
        limits: &SearchLimits,
        moves: MoveList,
        token: StopToken,
        listener: impl FnOnce(SearchStart<'_>) -> Box<dyn SearchListener>,
        done: impl FnOnce(FinishedSearch) + Send + 'static,
    ) -> Result<SearchHandle, GoError> {
        let rules = self.rules();
        let player = self.limited_player();
        let seed = self.seed();
        let Some(game) = &self.game else {
            return Err(GoError::NoPosition);
        };
        let Some(mut threads) = self.threads.take() else {
            return Err(GoError::Running);
        };
        let board = game.board();
        let mut root_moves = MoveList::new();
        for mv in moves {
            if board.is_legal(mv) && !root_moves.contains(&mv) {
                root_moves.push(mv);
            }
        }
        let stm = board.stm();
        let delay = current_delay(limits, game, &self.options);
        let limits = &self
            .node_clock
            .start(limits, stm, self.options.nodes_per_ms(), delay);
        let (lag, budget) = self
            .clock
            .budget(limits, game, &self.options, token.received());
        let (nodes, spare) = limits.side_task(budget.as_ref());
        let start = Instant::now();
        let late = || token.is_stopped() || spare.is_some_and(|spare| start.elapsed() >= spare);
        let laws = LawsReport::before_search(game, &rules, &mut self.memo, nodes, &late);
        let unable_to_mate = if limits.ponder || !self.options.laws_report {
            Vec::new()
        } else {
            laws.newly_unable_to_mate(&mut self.cannot_mate, game.ply())
        };
        let book = if self.asks_book(limits, &laws) {
            self.book.choose(game, &root_moves, seed).transpose()
        } else {
            None
        };
        let mut lines = LineChecker::new(game);
        lines.dead = laws.is_dead();
        lines.automatic_draws = rules.automatic_draws;
        let mut listener = listener(SearchStart {
            lines,
            options: &self.options,
            laws: (!limits.ponder).then_some(&laws),
            unable_to_mate: &unable_to_mate,
            lag,
            budget,
            book: book.as_ref(),
            elapsed: token.elapsed(Instant::now()),
        });
        let mut handle = SearchHandle::new(token.clone(), limits, stm);
        handle.delayed_laws = limits.ponder.then(|| Box::new(laws.clone()));
        if let Some(Ok(book_move)) = book {
            handle.from_book = true;
            done(book_move.finished(threads));
            return Ok(handle);
        }
        let request = self.search_request(game, limits, root_moves, &laws);
        handle.claims = laws.claims.intended;
        handle
            .claims
            .retain(|claim| claim.mv.is_some_and(|mv| request.root_moves.contains(&mv)));
        // A search for a mate counts as analysis.
        let player = player.filter(|_| limits.mate.is_none());
        let table = match player {
            Some(_) => Arc::new(allocate(strength::TABLE_SIZE, 1).0),
            None => Arc::clone(&self.table),
        };
        let previous = self.last_score.filter(|&(ply, _)| ply + 2 == game.ply());
        let time_manager =
            TimeManager::new(token, budget).with_previous_score(previous.map(|(_, score)| score));
        let thread = search::thread_builder().spawn(move || {
            let listener = listener.as_mut();
            let result = match player {
                Some(player) => player.play(&request, &table, time_manager, listener),
                None => search::run(&request, &table, &mut threads, time_manager, listener),
            };
            // As soon as the engine knows that the search has ended, it may resize the table.
            drop(table);
            done(FinishedSearch { result, threads });
        });
        if let Err(error) = thread {
            self.renew_threads();
            return Err(error.into());
        }
        Ok(handle)
    }

    /// The report under the Laws of a search whose ponderhit has come, once, and the sides that can no longer give mate, if
    /// they have not been reported; `None` without the option `Laws Report`.
    pub fn laws_after_ponder_hit(
        &mut self,
        handle: &mut SearchHandle,
    ) -> Option<(Box<LawsReport>, Vec<Color>)> {
        let token = &handle.token;
        if token.is_pondering() || token.is_ponder_miss() || !self.options.laws_report {
            return None;
        }
        let laws = handle.delayed_laws.take()?;
        let ply = self.game.as_ref()?.ply();
        let unable_to_mate = laws.newly_unable_to_mate(&mut self.cannot_mate, ply);
        Some((laws, unable_to_mate))
    }

    /// Replaces the thread data that a search has not given back.
    pub(super) fn renew_threads(&mut self) {
        self.threads = Some(SearchThreads::new(self.options.threads as usize));
    }

    fn search_request(
        &self,
        game: &Game,
        limits: &SearchLimits,
        root_moves: MoveList,
        laws: &LawsReport,
    ) -> SearchRequest {
        SearchRequest {
            board: *game.board(),
            key_history: game.key_history(),
            root_moves,
            multi_pv: self.options.multi_pv as usize,
            full_width_plies: 0,
            evaluation: self.options.evaluation.clone(),
            limits: limits.clone(),
            // So that a search for a mate does not end before its verdict.
            analysis: limits.infinite || limits.mate.is_some() || self.options.analyse_mode,
            automatic_draws: self.rules().automatic_draws,
            dead_position: laws.is_dead(),
            tables: self.tables.for_search(&self.options),
        }
    }

    /// Takes back what the search thread borrowed. `now` is the time at which the search ended.
    pub fn finish(&mut self, handle: &mut SearchHandle, finished: FinishedSearch, now: Instant) {
        let mut threads = finished.threads;
        threads.resize(self.options.threads as usize);
        self.threads = Some(threads);
        self.clock.answered(now);
        handle.result = Some(finished.result);
    }
}
