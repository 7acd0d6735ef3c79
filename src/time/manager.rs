use std::time::{Duration, Instant};

use super::{IterationStats, StopToken, TimeBudget};

/// Left for the answer when pondering has used up the time of the move.
const AFTER_PONDERING: Duration = Duration::from_millis(5);
/// Nodes between two looks at the ticket of a search without a clock.
const CHECK_INTERVAL: u64 = 1024;

/// The clock of one search, kept by its main thread.
///
/// It knows the time only from its callers. While the search ponders, no clock runs; after the hit our clock counts
/// from there, and the time pondered is taken off the budget.
#[derive(Clone, Debug)]
pub struct TimeManager {
    ticket: StopToken,
    budget: Option<TimeBudget>,
    scale: f64,
}

impl TimeManager {
    /// A timer for the search of `ticket`; without a budget only the ticket ends it.
    pub fn new(ticket: StopToken, budget: Option<TimeBudget>) -> Self {
        Self {
            ticket,
            budget,
            scale: 1.0,
        }
    }

    /// The ticket of the search.
    pub fn stop_token(&self) -> &StopToken {
        &self.ticket
    }

    /// The time for the move, before scaling and without credit for pondering; `None` if no clock runs.
    pub fn budget(&self) -> Option<&TimeBudget> {
        self.budget.as_ref()
    }

    /// True if the search has to end now, in the middle of an iteration.
    pub fn must_stop(&self, now: Instant) -> bool {
        if self.ticket.is_stopped() {
            return true;
        }
        match (self.ticket.clock_start(), &self.budget) {
            (Some(start), Some(budget)) => {
                now.saturating_duration_since(start) >= self.bounds(start, budget).1
            }
            _ => false,
        }
    }

    /// True if another iteration is worth its time after `iteration`, which took `duration` and ended `now`.
    ///
    /// The next one is expected to take at least as long; one that would not fit is not begun, unless the time is
    /// fixed and cannot be saved.
    pub fn start_another_iteration(
        &mut self,
        now: Instant,
        iteration: &IterationStats,
        duration: Duration,
    ) -> bool {
        if self.ticket.is_stopped() {
            return false;
        }
        let Some(budget) = self.budget else {
            return true;
        };
        if !budget.fixed {
            self.scale = iteration.scale();
        }
        let Some(start) = self.ticket.clock_start() else {
            return true;
        };
        let (soft, hard) = self.bounds(start, &budget);
        let elapsed = now.saturating_duration_since(start);
        elapsed < soft && (budget.fixed || elapsed.saturating_add(duration) <= hard)
    }

    /// Nodes between two calls of [`Self::must_stop`].
    pub fn check_interval(&self) -> u64 {
        self.budget
            .map_or(CHECK_INTERVAL, |budget| budget.check_interval())
    }

    /// Both bounds, counted from the start of our clock.
    fn bounds(&self, start: Instant, budget: &TimeBudget) -> (Duration, Duration) {
        let soft = budget.soft.mul_f64(self.scale).min(budget.hard);
        let pondered = start.saturating_duration_since(self.ticket.received());
        if pondered.is_zero() {
            return (soft, budget.hard);
        }
        let least = AFTER_PONDERING.min(budget.hard);
        if pondered >= soft {
            return (least, least);
        }
        (
            soft.saturating_sub(pondered).max(least),
            budget.hard.saturating_sub(pondered).max(least),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    const BUDGET: TimeBudget = TimeBudget {
        soft: ms(1000),
        hard: ms(5000),
        fixed: false,
    };
    /// An iteration that leaves the soft bound nearly as it is.
    const PLAIN: IterationStats = IterationStats {
        depth: 12,
        best_move_stability: 4,
        score_drop: 5,
        best_move_nodes: 75,
        nodes: 100,
    };

    fn timer(pondering: bool, budget: Option<TimeBudget>) -> (Instant, TimeManager) {
        let received = Instant::now();
        (
            received,
            TimeManager::new(StopToken::new(1, received, pondering), budget),
        )
    }

    #[test]
    fn soft_is_asked_between_iterations_and_hard_inside() {
        let (start, mut timer) = timer(false, Some(BUDGET));
        assert!(timer.start_another_iteration(start + ms(900), &PLAIN, ms(400)));
        assert!(!timer.start_another_iteration(start + ms(1100), &PLAIN, ms(400)));
        let open = IterationStats {
            best_move_stability: 0,
            score_drop: 50,
            best_move_nodes: 10,
            ..PLAIN
        };
        assert!(timer.start_another_iteration(start + ms(2400), &open, ms(400)));
        assert!(!timer.must_stop(start + ms(4999)));
        assert!(timer.must_stop(start + ms(5000)));
    }

    #[test]
    fn an_iteration_that_would_not_fit_is_not_begun() {
        let (start, mut timer) = timer(
            false,
            Some(TimeBudget {
                hard: ms(1200),
                ..BUDGET
            }),
        );
        assert!(timer.start_another_iteration(start + ms(900), &PLAIN, ms(300)));
        assert!(!timer.start_another_iteration(start + ms(900), &PLAIN, ms(301)));
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let (start, mut timer) = timer(
            false,
            Some(TimeBudget {
                soft: ms(100),
                hard: ms(100),
                fixed: true,
            }),
        );
        let settled = IterationStats {
            best_move_stability: 9,
            score_drop: -50,
            best_move_nodes: 100,
            ..PLAIN
        };
        assert!(timer.start_another_iteration(start + ms(99), &settled, ms(60)));
        assert!(timer.must_stop(start + ms(100)));
    }

    #[test]
    fn without_a_budget_only_the_ticket_counts() {
        let (start, mut timer) = timer(false, None);
        let late = start + ms(1 << 40);
        assert!(!timer.must_stop(late) && timer.start_another_iteration(late, &PLAIN, ms(1)));
        timer.stop_token().stop();
        assert!(timer.must_stop(start) && !timer.start_another_iteration(start, &PLAIN, ms(1)));
        assert_eq!(timer.check_interval(), 1024);
    }

    #[test]
    fn pondering_is_credited_after_the_hit() {
        let (start, mut timer) = timer(true, Some(BUDGET));
        assert!(!timer.must_stop(start + ms(100_000)));
        assert!(timer.start_another_iteration(start + ms(400), &PLAIN, ms(1)));
        let hit = start + ms(600);
        timer.stop_token().ponder_hit(hit);
        assert!(timer.start_another_iteration(hit + ms(300), &PLAIN, ms(1)));
        assert!(!timer.start_another_iteration(hit + ms(500), &PLAIN, ms(1)));
        assert!(!timer.must_stop(hit + ms(4399)));
        assert!(timer.must_stop(hit + ms(4400)));
    }

    #[test]
    fn after_long_pondering_the_answer_follows_the_hit() {
        let (start, timer) = timer(true, Some(BUDGET));
        let hit = start + ms(60_000);
        timer.stop_token().ponder_hit(hit);
        assert!(!timer.must_stop(hit + ms(4)));
        assert!(timer.must_stop(hit + ms(5)));
    }
}
