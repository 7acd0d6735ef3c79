//! The thinking time of a person.

use crate::search::RootMove;
use crate::time::TimeBudget;
use std::time::Duration;

/// With a smaller budget than this, every move is played at once.
const SHORTEST: Duration = Duration::from_millis(20);
/// The longest time for a move, however long the clock is.
const LONGEST: Duration = Duration::from_secs(30);
/// The range of an ordinary move's share of the budget.
const SHARE: (f64, f64) = (0.35, 0.95);
/// The factor for a recapture or the only legal move.
const FORCED_FACTOR: f64 = 0.15;
/// The factor in the opening.
const OPENING_FACTOR: f64 = 0.3;
/// Plies of the game that count as the opening.
const OPENING_PLIES: u32 = 12;
/// The factor for a choice among several good moves.
const HARD_CHOICE_FACTOR: f64 = 1.25;
/// A choice is among several good moves if the third is within this many internal units of the best.
const HARD_CHOICE_MARGIN: i32 = 25;

/// The circumstances that the thinking time depends on.
pub(super) struct Situation<'a> {
    /// Plies played in the game.
    pub ply: u32,
    pub only_move: bool,
    pub recaptures: bool,
    /// The lines of the search, best first.
    pub lines: &'a [RootMove],
}

impl Situation<'_> {
    /// The time to take for a move, counted from its `go`: a share of the budget, varied by `random` from 0 to 1.
    pub fn thinking_time(&self, budget: &TimeBudget, random: f64) -> Duration {
        if budget.soft < SHORTEST {
            return Duration::ZERO;
        }
        let mut share = SHARE.0 + (SHARE.1 - SHARE.0) * random;
        if self.only_move || self.recaptures {
            share *= FORCED_FACTOR;
        } else if self.is_hard_choice() {
            share *= HARD_CHOICE_FACTOR;
        }
        if self.ply < OPENING_PLIES {
            share *= OPENING_FACTOR;
        }
        budget.soft.mul_f64(share.min(1.0)).min(LONGEST)
    }

    fn is_hard_choice(&self) -> bool {
        let [best, _, third, ..] = self.lines else {
            return false;
        };
        best.score - third.score <= HARD_CHOICE_MARGIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{ClockSettings, SearchLimits};
    use crate::types::Color;

    const ORDINARY: Situation<'_> = Situation {
        ply: 40,
        only_move: false,
        recaptures: false,
        lines: &[],
    };

    fn budget(clock: i64, increment: i64, ply: u32) -> TimeBudget {
        let limits = SearchLimits {
            clocks: [Some(clock); 2],
            increments: [increment; 2],
            ..SearchLimits::default()
        };
        let settings = ClockSettings {
            overhead: 30,
            lag: 1,
            delay: 0,
            simple_delay: false,
            next_period: None,
        };
        TimeBudget::new(&limits, Color::White, ply, &settings).expect("a clock")
    }

    /// The time in milliseconds.
    fn time(situation: &Situation<'_>, clock: i64, random: f64) -> u128 {
        let budget = budget(clock, 0, situation.ply);
        situation.thinking_time(&budget, random).as_millis()
    }

    #[test]
    fn the_time_depends_on_the_clock_and_on_the_choice() {
        let recapture = Situation {
            recaptures: true,
            ..ORDINARY
        };
        let only_move = Situation {
            only_move: true,
            ..ORDINARY
        };
        let early = Situation { ply: 2, ..ORDINARY };
        let long = time(&ORDINARY, 600_000, 0.5);
        assert!((5_000..30_000).contains(&long), "{long}");
        assert!(time(&ORDINARY, 60_000, 0.5) < long / 5);
        assert!(time(&ORDINARY, 600_000, 1.0) > long);
        for quick in [recapture, only_move, early] {
            assert!(time(&quick, 600_000, 0.5) < long / 3);
        }
        assert_eq!(time(&ORDINARY, i64::MAX, 1.0), 30_000);
    }

    #[test]
    fn no_clock_runs_out() {
        for (start, increment) in [(1000, 0), (1000, 10), (200, 0), (60_000, 0), (5000, 3000)] {
            let mut clock = start;
            for ply in 0..400 {
                // The cost of the search, the lag and a late timer.
                let cost = 3;
                let situation = Situation {
                    ply: 2 * ply,
                    ..ORDINARY
                };
                let budget = budget(clock, increment, 2 * ply);
                let thinking = situation.thinking_time(&budget, 1.0);
                let used = thinking.as_millis() as i64 + if clock > 50 { cost } else { 0 };
                assert!(used < clock, "{used} of {clock} in {start}+{increment}");
                clock += increment - used;
            }
        }
    }
}
