//! The stop token of a search, and the reader's list of active searches.

use crate::util::mutex;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, Weak};
use std::time::{Duration, Instant};

const RUN: u8 = 0;
const PONDER: u8 = 1;
/// A bit that is added to the state before, so that a ponder miss is known.
const STOP: u8 = 2;

/// The stop token of one search, created when its `go` is read and used for no other search.
///
/// Clones share their state, which only moves from pondering to running, and from either to stopped, so no `stop` is lost
/// between two searches.
#[derive(Clone, Debug)]
pub struct StopToken {
    received: Instant,
    shared: Arc<StopTokenState>,
}

/// The state shared by the clones of a stop token.
#[derive(Debug)]
struct StopTokenState {
    state: AtomicU8,
    /// Wakes [`StopToken::sleep`].
    stopped: Condvar,
    sleeping: Mutex<()>,
}

impl StopTokenState {
    fn stop(&self) {
        self.state.fetch_or(STOP, Ordering::Release);
        // A thread that is about to sleep either sees the state or is woken.
        drop(self.sleeping.lock());
        self.stopped.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.state.load(Ordering::Relaxed) & STOP != 0
    }

    fn is_pondering(&self) -> bool {
        self.state.load(Ordering::Relaxed) == PONDER
    }

    fn is_ponder_miss(&self) -> bool {
        self.state.load(Ordering::Relaxed) == PONDER | STOP
    }

    fn ponder_hit(&self) {
        // A stop takes precedence.
        let _ = self
            .state
            .compare_exchange(PONDER, RUN, Ordering::Release, Ordering::Relaxed);
    }
}

impl StopToken {
    /// The stop token of a search whose `go` was read at `received`, from which time limits count; `pondering` for
    /// `go ponder`, which has no time limit before its ponderhit.
    pub fn new(received: Instant, pondering: bool) -> Self {
        Self {
            received,
            shared: Arc::new(StopTokenState {
                state: AtomicU8::new(if pondering { PONDER } else { RUN }),
                stopped: Condvar::new(),
                sleeping: Mutex::new(()),
            }),
        }
    }

    /// The same stop token with its time counted from `now`, for a part of the work that begins then.
    pub fn restarted(&self, now: Instant) -> Self {
        Self {
            received: now,
            shared: Arc::clone(&self.shared),
        }
    }

    /// The time at which its `go` was read.
    pub fn received(&self) -> Instant {
        self.received
    }

    /// Time since its `go` was read, including pondering.
    pub fn elapsed(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.received)
    }

    /// Stops the search; its best move may be sent.
    pub fn stop(&self) {
        self.shared.stop();
    }

    /// The opponent played the expected move. Has no effect unless pondering.
    pub fn ponder_hit(&self) {
        self.shared.ponder_hit();
    }

    /// True once the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    /// Blocks the calling thread for `time`, or until the search is stopped.
    pub fn sleep(&self, time: Duration) {
        let shared = &*self.shared;
        let guard = mutex::lock(&shared.sleeping);
        // It does not matter why the wait ended.
        let _ = shared
            .stopped
            .wait_timeout_while(guard, time, |()| !shared.is_stopped());
    }

    /// True before the ponderhit of a `go ponder`.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.shared.is_pondering()
    }

    /// True if the search was stopped before its ponderhit, so that its best move will not be played.
    pub fn is_ponder_miss(&self) -> bool {
        self.shared.is_ponder_miss()
    }

    /// True if a finished search may send its best move: once it is stopped or, unless it `needs_stop`, when it is not
    /// pondering.
    pub fn may_answer(&self, needs_stop: bool) -> bool {
        self.is_stopped() || (!needs_stop && !self.is_pondering())
    }
}

impl Default for StopToken {
    /// The stop token of a search that begins now.
    fn default() -> Self {
        Self::new(Instant::now(), false)
    }
}

/// The active searches, running or queued, as the input reader knows them. A search is removed when all its stop tokens
/// have been dropped.
#[derive(Debug, Default)]
pub struct ActiveSearches {
    /// Oldest first; searches end in the order in which they were added.
    searches: VecDeque<Weak<StopTokenState>>,
}

impl ActiveSearches {
    /// The stop token of a new search, whose `go` was read at `received`.
    pub fn add(&mut self, received: Instant, pondering: bool) -> StopToken {
        self.remove_finished();
        let token = StopToken::new(received, pondering);
        self.searches.push_back(Arc::downgrade(&token.shared));
        token
    }

    /// Stops all searches.
    pub fn stop_all(&mut self) {
        for shared in self.searches.drain(..).filter_map(|weak| weak.upgrade()) {
            shared.stop();
        }
    }

    /// True while a search is active that [`Self::stop_all`] has not stopped.
    pub fn any_active(&self) -> bool {
        self.searches.iter().any(|weak| weak.strong_count() > 0)
    }

    /// Passes a ponderhit to the newest search.
    pub fn ponder_hit(&self) {
        if let Some(shared) = self.searches.back().and_then(Weak::upgrade) {
            shared.ponder_hit();
        }
    }

    /// Removes the finished searches, which are at the front.
    fn remove_finished(&mut self) {
        while self
            .searches
            .front()
            .is_some_and(|weak| weak.strong_count() == 0)
        {
            self.searches.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elapsed_time_includes_pondering() {
        let received = Instant::now();
        let hit = received + Duration::from_secs(3);
        let token = StopToken::new(received, true);
        assert!(token.is_pondering() && !token.is_stopped());
        token.ponder_hit();
        assert!(!token.is_pondering() && !token.is_stopped());
        assert_eq!(token.elapsed(hit), Duration::from_secs(3));
        let later = StopToken::new(hit, false);
        assert_eq!(later.elapsed(received), Duration::ZERO);
    }

    #[test]
    fn a_ponderhit_has_no_effect_on_a_stopped_search() {
        let stopped = StopToken::new(Instant::now(), true);
        stopped.stop();
        stopped.ponder_hit();
        assert!(stopped.is_stopped());
    }

    #[test]
    fn a_ponder_miss_is_a_stop_before_the_ponderhit() {
        let missed = StopToken::new(Instant::now(), true);
        assert!(!missed.is_ponder_miss());
        missed.stop();
        missed.stop();
        assert!(missed.is_ponder_miss() && !missed.is_pondering());
        let hit = StopToken::new(Instant::now(), true);
        hit.ponder_hit();
        hit.stop();
        let ordinary = StopToken::new(Instant::now(), false);
        ordinary.stop();
        assert!(!hit.is_ponder_miss() && !ordinary.is_ponder_miss());
    }

    #[test]
    fn the_best_move_waits_for_stop_or_ponderhit() {
        let running = StopToken::new(Instant::now(), false);
        assert!(running.may_answer(false) && !running.may_answer(true));
        let pondering = StopToken::new(Instant::now(), true);
        assert!(!pondering.may_answer(false));
        pondering.ponder_hit();
        assert!(pondering.may_answer(false) && !pondering.may_answer(true));
        pondering.stop();
        assert!(pondering.may_answer(true));
    }

    #[test]
    fn a_stop_covers_what_was_read_before_it_and_nothing_after() {
        let mut active = ActiveSearches::default();
        let first = active.add(Instant::now(), false);
        let second = active.add(Instant::now(), true);
        active.stop_all();
        let third = active.add(Instant::now(), false);
        assert!(first.is_stopped() && second.is_stopped() && !third.is_stopped());
        assert_eq!(active.searches.len(), 1);
    }

    #[test]
    fn a_ponderhit_reaches_the_newest_search_only() {
        let mut active = ActiveSearches::default();
        active.ponder_hit();
        let first = active.add(Instant::now(), true);
        let second = active.add(Instant::now(), true);
        active.ponder_hit();
        assert!(first.is_pondering() && !second.is_pondering());
    }

    #[test]
    fn finished_searches_are_removed() {
        let mut active = ActiveSearches::default();
        for _ in 0..1000 {
            drop(active.add(Instant::now(), false));
        }
        assert!(active.searches.len() <= 1);
    }
}
