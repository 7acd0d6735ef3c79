//! The time budget of one move.

use super::clock_split::EngineClock;
use super::params::{MIN_BOUND, MOVE_TIME_MARGIN, SIDE_TASK_DIVISOR};
use super::{ClockSettings, SearchLimits};
use crate::types::Color;
use std::time::Duration;

/// The time budget of one move, counted from the reading of its `go`. The soft bound never exceeds the hard bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Soft bound: past it no new iteration begins. Scaled after each iteration, except for its part `free`.
    pub soft: Duration,
    /// The part of the soft bound that a delay gives: it is lost if it is not used.
    pub free: Duration,
    /// Hard bound: past it the search is stopped inside an iteration.
    pub hard: Duration,
    /// True if the time is fixed (`movetime`): the search uses all of it, and the bounds are not scaled.
    pub fixed: bool,
}

impl TimeBudget {
    /// The budget of `stm` after `ply` plies of the game under these limits; `None` without a time limit.
    pub fn new(
        limits: &SearchLimits,
        stm: Color,
        ply: u32,
        settings: &ClockSettings,
    ) -> Option<Self> {
        if limits.infinite {
            return None;
        }
        let clock = EngineClock::read(limits, stm, settings);
        let bounds = clock.as_ref().map(|clock| clock.bounds(ply));
        let deadline = limits.move_time.map(|time| deadline(time as f64, settings));
        let (soft, hard) = match (bounds, deadline) {
            (None, None) => return None,
            (Some(bounds), None) => bounds,
            (None, Some(deadline)) => (deadline, deadline),
            (Some((soft, hard)), Some(deadline)) => (soft.min(deadline), hard.min(deadline)),
        };
        let free = clock.map_or(0.0, |clock| clock.free());
        Some(Self {
            soft: milliseconds(soft),
            free: milliseconds(free.min(soft)),
            hard: milliseconds(hard),
            fixed: deadline.is_some_and(|deadline| deadline <= soft),
        })
    }

    /// The time that may be spent on work besides the search.
    pub fn side_task_time(&self) -> Duration {
        self.soft / SIDE_TASK_DIVISOR
    }

    /// A line for debugging, all in milliseconds: both bounds, the expected lag and the time used.
    pub fn debug_line(&self, lag: i64, used: Duration) -> String {
        let (soft, hard, used) = (
            self.soft.as_millis(),
            self.hard.as_millis(),
            used.as_millis(),
        );
        format!("time soft {soft} hard {hard} lag {lag} used {used}")
    }
}

/// The part of a fixed move time that may be used, in milliseconds: the time minus the lag and a margin.
fn deadline(time: f64, settings: &ClockSettings) -> f64 {
    (time - settings.lag.max(0) as f64 - MOVE_TIME_MARGIN).max(MIN_BOUND)
}

fn milliseconds(time: f64) -> Duration {
    Duration::from_secs_f64(time / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: ClockSettings = ClockSettings {
        overhead: 30,
        lag: 10,
        delay: 0,
        simple_delay: false,
        next_period: None,
    };

    fn clock(left: i64, increment: i64) -> SearchLimits {
        SearchLimits {
            clocks: [Some(left), None],
            increments: [increment, 0],
            ..SearchLimits::default()
        }
    }

    /// The soft and the hard bound in milliseconds.
    fn bounds(limits: &SearchLimits, settings: ClockSettings) -> (f64, f64) {
        let budget = TimeBudget::new(limits, Color::White, 40, &settings).unwrap();
        (
            budget.soft.as_secs_f64() * 1e3,
            budget.hard.as_secs_f64() * 1e3,
        )
    }

    #[test]
    fn without_a_clock_of_our_own_there_is_no_budget() {
        let infinite = SearchLimits {
            infinite: true,
            ..clock(1000, 0)
        };
        let depth = SearchLimits {
            depth: Some(5),
            ..SearchLimits::default()
        };
        for limits in [SearchLimits::default(), infinite, depth] {
            assert_eq!(TimeBudget::new(&limits, Color::White, 0, &SETTINGS), None);
        }
        assert_eq!(
            TimeBudget::new(&clock(1000, 0), Color::Black, 0, &SETTINGS),
            None
        );
    }

    #[test]
    fn an_increment_larger_than_the_clock_does_not_exceed_it() {
        let (soft, hard) = bounds(&clock(100, 60_000), SETTINGS);
        assert!((soft - 52.5).abs() < 0.01 && (hard - 52.5).abs() < 0.01);
    }

    #[test]
    fn a_short_clock_without_increment_is_used() {
        let without_lag = ClockSettings { lag: 0, ..SETTINGS };
        let (soft, hard) = bounds(&clock(1000, 0), without_lag);
        assert!(soft > 10.0 && hard < 180.0, "{soft} {hard}");
        let lagging = ClockSettings {
            lag: 250,
            ..SETTINGS
        };
        let (soft, _) = bounds(&clock(20_000, 0), lagging);
        assert!(soft < 20.0, "{soft}");
    }

    #[test]
    fn moves_to_go_share_the_clock() {
        let control = |moves| SearchLimits {
            moves_to_go: Some(moves),
            ..clock(60_000, 0)
        };
        let (soft, hard) = bounds(&control(20), SETTINGS);
        assert!((2900.0..3000.0).contains(&soft), "{soft}");
        assert!((hard - 5.0 * soft).abs() < 0.01);
        for last in [1, 2] {
            assert!((bounds(&control(last), SETTINGS).1 - 0.75 * 59_970.0).abs() < 0.01);
        }
        assert!(bounds(&control(u32::MAX), SETTINGS).0 >= 1.0);
    }

    #[test]
    fn a_poorer_period_to_come_is_saved_for() {
        let control = SearchLimits {
            moves_to_go: Some(20),
            ..clock(60_000, 0)
        };
        let alone = bounds(&control, SETTINGS);
        let followed_by = |later| {
            bounds(
                &control,
                ClockSettings {
                    next_period: Some(later),
                    ..SETTINGS
                },
            )
        };
        assert_eq!(followed_by(3_000), alone, "as rich as this one");
        assert_eq!(followed_by(30_000), alone, "richer");
        let (soft, hard) = followed_by(0);
        assert!((soft - alone.0 / 2.0).abs() < 0.01 && hard < alone.1);
    }

    #[test]
    fn the_first_limit_reached_counts() {
        let both = |time| SearchLimits {
            move_time: Some(time),
            ..clock(60_000, 0)
        };
        let clock = bounds(&clock(60_000, 0), SETTINGS);
        assert_eq!(bounds(&both(1_000_000), SETTINGS), clock);
        assert_eq!(bounds(&both(5_000), SETTINGS), (clock.0, 4987.0));
        let fixed = TimeBudget::new(&both(100), Color::White, 40, &SETTINGS).unwrap();
        assert!(fixed.fixed && fixed.soft == fixed.hard && fixed.hard.as_millis() == 87);
        assert_eq!(fixed.side_task_time(), Duration::from_micros(10_875));
        assert!(
            !TimeBudget::new(&both(5_000), Color::White, 40, &SETTINGS)
                .unwrap()
                .fixed
        );
    }

    #[test]
    fn a_fixed_time_keeps_the_lag_back() {
        for (time, hard) in [
            (1000, 987.0),
            (100, 87.0),
            (20, 7.0),
            (1, 1.0),
            (0, 1.0),
            (-7, 1.0),
        ] {
            let limits = SearchLimits {
                move_time: Some(time),
                ..SearchLimits::default()
            };
            assert_eq!(bounds(&limits, SETTINGS), (hard, hard), "{time}");
        }
    }

    #[test]
    fn delay_is_free_however_it_is_shown() {
        let with_delay = |simple_delay| ClockSettings {
            delay: 5000,
            simple_delay,
            ..SETTINGS
        };
        let simple = bounds(&clock(60_000, 0), with_delay(true));
        assert_eq!(simple, bounds(&clock(65_000, 0), with_delay(false)));
        // The delay is set as an option and sent as an increment.
        assert_eq!(simple, bounds(&clock(65_000, 5000), with_delay(false)));
        assert!(simple.0 > 4970.0);
        assert_eq!(bounds(&clock(0, 0), with_delay(true)), (4970.0, 4970.0));
    }

    #[test]
    fn any_number_gives_an_ordered_budget() {
        let extremes = [i64::MIN, -1, 0, 1, 36, 999, 1000, 1 << 40, i64::MAX];
        for left in extremes {
            for other in extremes {
                for moves_to_go in [None, Some(0), Some(1), Some(u32::MAX)] {
                    for simple_delay in [false, true] {
                        let limits = SearchLimits {
                            moves_to_go,
                            ..clock(left, other)
                        };
                        let settings = ClockSettings {
                            overhead: other,
                            lag: other,
                            delay: other,
                            simple_delay,
                            ..SETTINGS
                        };
                        let (soft, hard) = bounds(&limits, settings);
                        assert!(soft >= 1.0 && soft <= hard);
                        let (_, hard) = bounds(&limits, SETTINGS);
                        assert!(hard <= (left as f64).max(1.0), "{limits:?} {hard}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_debug_line() {
        let budget = TimeBudget {
            soft: Duration::from_millis(12),
            free: Duration::ZERO,
            hard: Duration::from_micros(60_900),
            fixed: false,
        };
        let line = budget.debug_line(3, Duration::from_millis(14));
        assert_eq!(line, "time soft 12 hard 60 lag 3 used 14");
    }
}
