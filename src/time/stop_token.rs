use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

const RUN: u8 = 0;
const PONDER: u8 = 1;
const STOP: u8 = 2;

/// The stop token of one search, made when its `go` is read and never used for another.
///
/// Clones share their state. A ticket goes from pondering to running to stopped and never back, so a `stop` cannot get
/// lost between two searches.
#[derive(Clone, Debug)]
pub struct StopToken {
    received: Instant,
    shared: Arc<StopTokenState>,
}

/// What the clones of a ticket share.
#[derive(Debug)]
struct StopTokenState {
    id: u64,
    pondering: bool,
    hit: OnceLock<Instant>,
    state: AtomicU8,
}

impl StopTokenState {
    fn stop(&self) {
        self.state.store(STOP, Ordering::Release);
    }

    fn is_pondering(&self) -> bool {
        self.state.load(Ordering::Relaxed) == PONDER
    }

    fn ponder_hit(&self, now: Instant) {
        if self.is_pondering() {
            // Set once only, for the state never returns to pondering; and before anybody can see it running.
            let _ = self.hit.set(now);
            // A stop at this very moment prevails.
            let _ = self
                .state
                .compare_exchange(PONDER, RUN, Ordering::Release, Ordering::Relaxed);
        }
    }
}

impl StopToken {
    /// The ticket of the search number `id`, whose `go` was read at `received`; `pondering` for `go ponder`.
    pub fn new(id: u64, received: Instant, pondering: bool) -> Self {
        Self {
            received,
            shared: Arc::new(StopTokenState {
                id,
                pondering,
                hit: OnceLock::new(),
                state: AtomicU8::new(if pondering { PONDER } else { RUN }),
            }),
        }
    }

    /// The same ticket for a part of the work that begins at `now`: what stops one stops the other.
    pub fn restarted(&self, now: Instant) -> Self {
        Self {
            received: now,
            shared: Arc::clone(&self.shared),
        }
    }

    /// The number of the search.
    pub fn id(&self) -> u64 {
        self.shared.id
    }

    /// When its `go` was read.
    pub fn received(&self) -> Instant {
        self.received
    }

    /// Time since its `go` was read, pondering included.
    pub fn elapsed(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.received)
    }

    /// Ends the search and permits its answer.
    pub fn stop(&self) {
        self.shared.stop();
    }

    /// The opponent played the expected move at `now`. Without effect unless the search is pondering.
    pub fn ponder_hit(&self, now: Instant) {
        self.shared.ponder_hit(now);
    }

    /// True once the search has to end. Cheap enough for the node loop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.state.load(Ordering::Relaxed) == STOP
    }

    /// True while the opponent is to move in reality.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.shared.is_pondering()
    }

    /// The moment from which our clock runs: the `go`, or the hit if it began as `go ponder`; `None` before a hit.
    #[inline]
    pub fn clock_start(&self) -> Option<Instant> {
        if self.shared.pondering {
            self.shared.hit.get().copied()
        } else {
            Some(self.received)
        }
    }

    /// True if a finished search may answer now: once stopped, or, unless it `needs_stop`, once not pondering.
    pub fn may_answer(&self, needs_stop: bool) -> bool {
        self.is_stopped() || (!needs_stop && !self.is_pondering())
    }
}

/// The reader's list of tickets handed out. A search whose tickets have all been dropped is forgotten.
#[derive(Debug, Default)]
pub struct ActiveSearches {
    issued: u64,
    outstanding: VecDeque<Weak<StopTokenState>>,
}

impl ActiveSearches {
    /// A ticket for the `go` read at `received`. Numbers begin at 1.
    pub fn issue(&mut self, received: Instant, pondering: bool) -> StopToken {
        self.forget_finished();
        self.issued += 1;
        let ticket = StopToken::new(self.issued, received, pondering);
        self.outstanding.push_back(Arc::downgrade(&ticket.shared));
        ticket
    }

    /// Stops every search whose `go` was read, running or queued.
    pub fn stop_all(&mut self) {
        for shared in self.outstanding.drain(..).filter_map(|weak| weak.upgrade()) {
            shared.stop();
        }
    }

    /// True while a token is in use that was not stopped by [`Self::stop_all`].
    pub fn any_active(&self) -> bool {
        self.outstanding.iter().any(|weak| weak.strong_count() > 0)
    }

    /// Tells the newest search that its move was played at `now`.
    pub fn ponder_hit(&self, now: Instant) {
        if let Some(shared) = self.outstanding.back().and_then(Weak::upgrade) {
            shared.ponder_hit(now);
        }
    }

    /// Searches end in the order of their numbers, so the finished ones are in front.
    fn forget_finished(&mut self) {
        while self
            .outstanding
            .front()
            .is_some_and(|weak| weak.strong_count() == 0)
        {
            self.outstanding.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_starts_the_clock_once() {
        let received = Instant::now();
        let hit = received + Duration::from_secs(3);
        let ticket = StopToken::new(1, received, true);
        assert!(ticket.is_pondering() && !ticket.is_stopped());
        assert_eq!(ticket.clock_start(), None);
        ticket.ponder_hit(hit);
        ticket.ponder_hit(hit + Duration::from_secs(1));
        assert!(!ticket.is_pondering());
        assert_eq!(ticket.clock_start(), Some(hit));
        assert_eq!(ticket.elapsed(hit), Duration::from_secs(3));
        let later = StopToken::new(2, hit, false);
        assert_eq!(later.elapsed(received), Duration::ZERO);
    }

    #[test]
    fn a_hit_means_nothing_to_other_searches() {
        let received = Instant::now();
        let later = received + Duration::from_secs(1);
        let running = StopToken::new(1, received, false);
        running.ponder_hit(later);
        assert_eq!(running.clock_start(), Some(received));
        let stopped = StopToken::new(2, received, true);
        stopped.stop();
        stopped.ponder_hit(later);
        assert!(stopped.is_stopped());
        assert_eq!(stopped.clock_start(), None);
    }

    #[test]
    fn answers_wait_for_permission() {
        let running = StopToken::new(1, Instant::now(), false);
        assert!(running.may_answer(false) && !running.may_answer(true));
        let pondering = StopToken::new(2, Instant::now(), true);
        assert!(!pondering.may_answer(false));
        pondering.ponder_hit(Instant::now());
        assert!(pondering.may_answer(false) && !pondering.may_answer(true));
        pondering.stop();
        assert!(pondering.may_answer(true));
    }

    #[test]
    fn a_stop_covers_what_was_read_before_it_and_nothing_after() {
        let mut book = ActiveSearches::default();
        let first = book.issue(Instant::now(), false);
        let second = book.issue(Instant::now(), true);
        assert_eq!((first.id(), second.id()), (1, 2));
        book.stop_all();
        let third = book.issue(Instant::now(), false);
        assert!(first.is_stopped() && second.is_stopped() && !third.is_stopped());
        assert_eq!((third.id(), book.outstanding.len()), (3, 1));
    }

    #[test]
    fn a_hit_reaches_the_newest_search_alone() {
        let mut book = ActiveSearches::default();
        book.ponder_hit(Instant::now());
        let first = book.issue(Instant::now(), true);
        let second = book.issue(Instant::now(), true);
        book.ponder_hit(Instant::now());
        assert!(first.is_pondering() && !second.is_pondering());
    }

    #[test]
    fn finished_searches_are_forgotten() {
        let mut book = ActiveSearches::default();
        for _ in 0..1000 {
            drop(book.issue(Instant::now(), false));
        }
        assert!(book.outstanding.len() <= 1);
    }
}
