//! Time management answers the two questions of a search: start another iteration? stop now?

use super::params::PREVIOUS_SCORE_WEIGHT;
use super::{IterationStats, StopToken, TimeBudget};
use crate::types::Score;
use std::time::Instant;

/// The time manager of one search, owned by its main thread.
///
/// The callers pass in the present time. Time spent pondering counts as used, but before the ponderhit only `stop` ends
/// the search.
#[derive(Clone, Debug)]
pub struct TimeManager {
    stop_token: StopToken,
    budget: Option<TimeBudget>,
    /// True if an iteration has ended past the soft bound while pondering, or the search is settled: the answer follows the
    /// ponderhit.
    pondered_enough: bool,
    /// The score of the side's previous search of the game, if there was one.
    previous_score: Option<Score>,
    /// Running average of the scores of the iterations with weight 1/2; `None` before the first.
    average_score: Option<Score>,
}

impl TimeManager {
    /// A time manager; without a budget only the stop token ends the search.
    pub fn new(stop_token: StopToken, budget: Option<TimeBudget>) -> Self {
        Self {
            stop_token,
            budget,
            pondered_enough: false,
            previous_score: None,
            average_score: None,
        }
    }

    /// With the score of the side's previous search of the game, if there was one.
    pub fn with_previous_score(self, previous_score: Option<Score>) -> Self {
        Self {
            previous_score,
            ..self
        }
    }

    /// The stop token of the search.
    pub fn stop_token(&self) -> &StopToken {
        &self.stop_token
    }

    /// The time budget, before scaling; `None` without a time limit.
    pub fn budget(&self) -> Option<&TimeBudget> {
        self.budget.as_ref()
    }

    /// True if the search must stop now, inside an iteration: it was stopped, is past the hard bound, or was settled or
    /// finished an iteration past the soft bound before the ponderhit.
    pub fn must_stop(&self, now: Instant) -> bool {
        if self.stop_token.is_stopped() {
            return true;
        }
        let Some(budget) = self.budget else {
            return false;
        };
        let elapsed = self.stop_token.elapsed(now);
        !self.stop_token.is_pondering() && (self.pondered_enough || elapsed >= budget.hard)
    }

    /// Notes that more search will change nothing: the answer follows the ponderhit, even inside an iteration.
    pub fn settle(&mut self) {
        self.pondered_enough = true;
    }

    /// True if another iteration should begin after `iteration`, which ended at `now`: while pondering, or before the
    /// soft bound.
    pub fn start_another_iteration(&mut self, now: Instant, iteration: &IterationStats) -> bool {
        if self.stop_token.is_stopped() {
            return false;
        }
        let Some(budget) = self.budget else {
            return true;
        };
        let score_drop = self.score_drop(iteration.score);
        let scale = if budget.fixed {
            1.0
        } else {
            iteration.scale(score_drop)
        };
        let scaled = budget.soft.saturating_sub(budget.free).mul_f64(scale);
        let soft = (budget.free + scaled).min(budget.hard);
        let is_enough = self.stop_token.elapsed(now) >= soft;
        if self.stop_token.is_pondering() {
            self.pondered_enough = is_enough;
            return true;
        }
        !is_enough
    }

    /// How far the score of an iteration has fallen below the average of earlier ones and below the previous search, in internal
    /// units; negative if it has risen.
    fn score_drop(&mut self, score: Score) -> i32 {
        let average = self.average_score.unwrap_or(score);
        self.average_score = Some(Score::new(i32::midpoint(average.value(), score.value())));
        let drop = average - score;
        self.previous_score.map_or(drop, |previous| {
            (PREVIOUS_SCORE_WEIGHT * (previous - score) + drop) / (PREVIOUS_SCORE_WEIGHT + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    const BUDGET: TimeBudget = TimeBudget {
        soft: ms(1000),
        free: ms(0),
        hard: ms(5000),
        fixed: false,
    };
    /// An iteration that hardly changes the soft bound.
    const PLAIN: IterationStats = IterationStats {
        best_move_stability: 4,
        score: Score::ZERO,
        best_move_nodes: 75,
        nodes: 100,
    };

    fn time_manager(pondering: bool, budget: Option<TimeBudget>) -> (Instant, TimeManager) {
        let received = Instant::now();
        (
            received,
            TimeManager::new(StopToken::new(received, pondering), budget),
        )
    }

    #[test]
    fn soft_is_asked_between_iterations_and_hard_inside() {
        let (start, mut time) = time_manager(false, Some(BUDGET));
        assert!(time.start_another_iteration(start + ms(900), &PLAIN));
        assert!(!time.start_another_iteration(start + ms(1100), &PLAIN));
        let open = IterationStats {
            best_move_stability: 0,
            best_move_nodes: 10,
            ..PLAIN
        };
        assert!(time.start_another_iteration(start + ms(2400), &open));
        assert!(!time.must_stop(start + ms(4999)));
        assert!(time.must_stop(start + ms(5000)));
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let (start, mut time) = time_manager(
            false,
            Some(TimeBudget {
                soft: ms(100),
                free: ms(0),
                hard: ms(100),
                fixed: true,
            }),
        );
        let settled = IterationStats {
            best_move_stability: 9,
            best_move_nodes: 100,
            ..PLAIN
        };
        assert!(time.start_another_iteration(start + ms(99), &settled));
        assert!(time.must_stop(start + ms(100)));
    }

    #[test]
    fn a_drop_since_earlier_iterations_and_the_previous_search_gives_more_time() {
        let drops = |previous: Option<i32>, scores: &[i32]| {
            let (_, time) = time_manager(false, Some(BUDGET));
            let mut time = time.with_previous_score(previous.map(Score::new));
            let scores = scores.iter().map(|&score| Score::new(score));
            scores
                .map(|score| time.score_drop(score))
                .collect::<Vec<_>>()
        };
        // Whatever move has them; the average is 100, then 80, 40 and 20.
        let scores = [100, 60, 0, 0];
        assert_eq!(drops(None, &scores), [0, 40, 80, 40]);
        assert_eq!(drops(Some(90), &scores), [-6, 33, 86, 73]);
        let soft = |score| {
            let (start, mut time) = time_manager(false, Some(BUDGET));
            time = time.with_previous_score(Some(Score::new(100)));
            let iteration = IterationStats {
                score: Score::new(score),
                ..PLAIN
            };
            (1..5000).find(|&used| {
                !time
                    .clone()
                    .start_another_iteration(start + ms(used), &iteration)
            })
        };
        assert!(soft(0) > soft(100) && soft(100) > soft(200));
    }

    #[test]
    fn the_time_of_a_delay_is_not_scaled() {
        let budget = TimeBudget {
            free: ms(800),
            ..BUDGET
        };
        let settled = IterationStats {
            best_move_stability: 9,
            best_move_nodes: 100,
            ..PLAIN
        };
        for (iteration, soft) in [(settled, 860), (PLAIN, 985)] {
            let (start, mut time) = time_manager(false, Some(budget));
            assert!(time.start_another_iteration(start + ms(soft - 20), &iteration));
            assert!(!time.start_another_iteration(start + ms(soft + 20), &iteration));
        }
    }

    #[test]
    fn without_a_budget_only_the_stop_token_counts() {
        let (start, mut time) = time_manager(false, None);
        let late = start + ms(1 << 40);
        assert!(!time.must_stop(late) && time.start_another_iteration(late, &PLAIN));
        time.stop_token().stop();
        assert!(time.must_stop(start) && !time.start_another_iteration(start, &PLAIN));
    }

    #[test]
    fn pondering_is_credited_after_the_hit() {
        let (start, mut time) = time_manager(true, Some(BUDGET));
        assert!(time.start_another_iteration(start + ms(400), &PLAIN));
        let hit = start + ms(600);
        assert!(!time.must_stop(hit));
        time.stop_token().ponder_hit();
        assert!(time.start_another_iteration(hit + ms(300), &PLAIN));
        assert!(!time.start_another_iteration(hit + ms(500), &PLAIN));
        assert!(!time.must_stop(hit + ms(4399)));
        assert!(time.must_stop(hit + ms(4400)));
    }

    #[test]
    fn an_iteration_that_began_before_the_soft_bound_outlasts_the_hit() {
        let (start, mut time) = time_manager(true, Some(BUDGET));
        assert!(time.start_another_iteration(start + ms(900), &PLAIN));
        let hit = start + ms(2000);
        assert!(!time.must_stop(hit));
        time.stop_token().ponder_hit();
        assert!(!time.must_stop(hit) && time.must_stop(start + ms(5000)));
        assert!(!time.start_another_iteration(hit + ms(1), &PLAIN));
    }

    #[test]
    fn after_long_pondering_the_answer_follows_the_hit() {
        // Past the soft bound and past both.
        for pondered in [2000, 60_000] {
            let (start, mut time) = time_manager(true, Some(BUDGET));
            let hit = start + ms(pondered);
            assert!(!time.must_stop(hit));
            assert!(time.start_another_iteration(hit, &PLAIN));
            time.stop_token().ponder_hit();
            assert!(time.must_stop(hit));
            assert!(!time.start_another_iteration(hit, &PLAIN));
        }
    }
}
