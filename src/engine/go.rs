//! `go`: a search of the current position, and the decisions before and after it.
//!
//! Before the search the engine consults the Laws: has the game ended, what can be claimed, which side can still win? A
//! move from the opening book replaces the search.
//! After the search it composes the answer: a move that allows a draw claim may replace the best move, a draw is
//! offered or an offer answered, and the expected reply is named.

use super::facade::{Engine, allocate};
use super::laws_report::LawsReport;
use super::line::LineChecker;
use super::options::Options;
use super::own_book::BookMove;
use super::strength;
use crate::laws::claims::Claim;
use crate::laws::game::Game;
use crate::search::{
    self, SearchListener, SearchRequest, SearchResult, SearchThreads, SilentListener,
};
use crate::time::{SearchLimits, StopToken, TimeBudget, TimeManager};
use crate::types::{Color, Move, MoveList, Score};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
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

/// A message about a draw by agreement, sent with a move (Article 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawMessage {
    /// The engine offers a draw.
    Offer,
    /// It accepts the opponent's offer.
    Accept,
    /// It refuses the opponent's offer.
    Refuse,
}

/// The answer to a `go`.
#[derive(Clone, Debug)]
pub struct GoResult {
    /// The move to play; `None` if there is no legal move, or none of the requested ones is legal.
    pub best_move: Option<Move>,
    /// The expected reply; `None` if there is none or the game ends with the best move or the reply.
    pub ponder: Option<Move>,
    /// The score for the side to move, in internal units; zero for a book move.
    pub score: Score,
    /// The principal variation, the best move first.
    pub pv: Vec<Move>,
    /// The depth of the last complete iteration, in plies; zero for a book move.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The draws that can be claimed by announcing the best move (Articles 9.2.1, 9.3.1).
    pub claims: Vec<Claim>,
    /// True if the best move is not the search's choice, but a move to claim a draw with.
    pub prefers_claim: bool,
    /// A draw offer, or the answer to one; `None` for neither.
    pub draw: Option<DrawMessage>,
}

/// A search that is running, or has ended but not been answered.
#[derive(Debug)]
pub struct SearchHandle {
    token: StopToken,
    /// The answer waits for `stop`.
    needs_stop: bool,
    /// True if only `stop` is sure to end it soon.
    endless: bool,
    /// True in a search for a mate, which ends when the mate is proved or refuted.
    searches_mate: bool,
    /// The answer is a move from the book, which says nothing about the score.
    from_book: bool,
    /// It began before the opponent's move, which it expects.
    ponders: bool,
    /// Draws that can be claimed with a move.
    claims: Vec<Claim>,
    /// The report under the Laws that waits for the ponderhit.
    delayed_laws: Option<Box<LawsReport>>,
    result: Option<SearchResult>,
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
        let limits = &self
            .node_clock
            .start(limits, stm, self.options.nodes_per_ms());
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
    fn renew_threads(&mut self) {
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

    /// The answer of a search that has ended; `None` if it is still running.
    pub fn answer(&mut self, handle: SearchHandle) -> Option<GoResult> {
        let is_played = !handle.needs_stop && !handle.token.is_ponder_miss();
        let from_book = handle.from_book;
        let result = handle.result?;
        if is_played {
            self.node_clock.stop(result.nodes);
        }
        // An offer is for one move. It comes before a ponderhit, or before a ponder miss and the next `go`.
        let draw_offered =
            !handle.token.is_ponder_miss() && std::mem::take(&mut self.draw_offered) && is_played;
        let mut answer = GoResult {
            best_move: result.best_move,
            ponder: None,
            score: result.score,
            pv: result.pv,
            depth: result.depth,
            nodes: result.nodes,
            claims: handle.claims,
            prefers_claim: false,
            draw: None,
        };
        let Some(game) = &self.game else {
            return Some(answer);
        };
        if result.best_move.is_none() {
            answer.claims.clear();
            return Some(answer);
        }
        let options = &self.options;
        // Without the report the arbiter would not learn of the claim.
        if options.laws_draws.claims() && options.laws_report && is_played {
            answer.prefer_claim();
        }
        answer.claims.retain(|claim| claim.mv == answer.best_move);
        if let (Some(best), Some(reply)) = (answer.best_move, result.ponder)
            && LineChecker::new(game).goes_on_after(&[best, reply])
        {
            answer.ponder = Some(reply);
        }
        let is_own = is_played && !from_book;
        // A forced move is played after one iteration, whose score says little.
        let is_forced = result.depth == 1 && game.board().legal_moves().len() == 1;
        let previous = self.last_score.map(|(_, score)| score);
        let better_known = previous.filter(|_| is_forced);
        if is_own {
            self.last_score = Some((game.ply(), better_known.unwrap_or(result.score)));
        }
        if is_own && options.laws_draws.offers() {
            let ply = game.board().game_ply();
            let score = better_known.unwrap_or(answer.score);
            let offers = self.draw_offers.record(score, ply);
            // 23 5.2.3: both players must have moved.
            let may_agree = ply >= 2 * self.rules().moves_before_agreement;
            let accepts = may_agree && self.draw_offers.accepts(score, ply);
            answer.draw = match (draw_offered, accepts) {
                (true, true) => Some(DrawMessage::Accept),
                (true, false) => Some(DrawMessage::Refuse),
                (false, _) => offers.then_some(DrawMessage::Offer),
            };
        }
        Some(answer)
    }

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
}

impl GoResult {
    /// Replaces a best move that promises at most a draw by a move that allows a draw claim.
    fn prefer_claim(&mut self) {
        let claims_best = |claim: &Claim| claim.mv == self.best_move;
        if self.score > Score::ZERO || self.claims.iter().any(claims_best) {
            return;
        }
        if let Some(mv) = self.claims.iter().find_map(|claim| claim.mv) {
            self.best_move = Some(mv);
            self.pv = vec![mv];
            self.score = Score::ZERO;
            self.prefers_claim = true;
        }
    }
}
