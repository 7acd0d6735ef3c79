//! Measures the lag between the engine's clock and the GUI's.

use super::params::{LAG_SAMPLES, MAX_LAG, WHOLE_SECOND};
use std::collections::VecDeque;

/// Two readings of our clock, one move apart, and the time used, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTiming {
    /// Our clock in the previous `go`.
    pub previous_clock: i64,
    /// Our clock now.
    pub clock: i64,
    /// Our increment in the previous `go`.
    pub increment: i64,
    /// The delay set by the user.
    pub delay: i64,
    /// The time from reading the previous `go` to the end of its search, but at most its hard bound: any excess was
    /// lost because the system ran other programs.
    pub used: i64,
}

/// Measures the lag of each move: the time lost outside the engine, or while the system ran other programs. It belongs
/// to the machine and the client, so it is kept from game to game.
#[derive(Clone, Debug, Default)]
pub struct LagMeter {
    samples: VecDeque<i64>,
}

impl LagMeter {
    /// Records the timing of one move; inconclusive timings are skipped.
    pub fn record(&mut self, timing: &MoveTiming) {
        let whole_seconds =
            timing.previous_clock % WHOLE_SECOND == 0 && timing.clock % WHOLE_SECOND == 0;
        // A clock that stands still has a delay that covered the lag, even if it was sent as an increment.
        if whole_seconds || timing.clock == timing.previous_clock {
            return;
        }
        let (mut increment, delay) = (timing.increment.max(0), timing.delay.max(0));
        if increment == delay {
            increment = 0;
        }
        let lost = timing
            .previous_clock
            .saturating_add(increment)
            .saturating_sub(timing.clock);
        if delay > 0 && lost <= 0 {
            // The delay covered both time and lag.
            return;
        }
        let lag = lost.saturating_add(delay).saturating_sub(timing.used);
        if lag > MAX_LAG {
            return;
        }
        if self.samples.len() == LAG_SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(lag.max(0));
    }

    /// The expected lag per move, in milliseconds: the lower median of an even number of samples, and the sample below
    /// the median of an odd number, so that one sample alone has no effect. Without samples the lag is 0, because a
    /// local client costs next to nothing.
    pub fn expected_lag(&self) -> i64 {
        let mut sorted: Vec<i64> = self.samples.iter().copied().collect();
        sorted.sort_unstable();
        let middle = (sorted.len() / 2).checked_sub(1);
        middle.map_or(0, |middle| sorted[middle])
    }

    /// The longest lag of the samples, in milliseconds.
    pub fn longest_lag(&self) -> i64 {
        self.samples.iter().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(before: i64, increment: i64, used: i64, now: i64) -> MoveTiming {
        MoveTiming {
            previous_clock: before,
            clock: now,
            increment,
            used,
            delay: 0,
        }
    }

    /// A move with this lag.
    fn lost(lag: i64) -> MoveTiming {
        timing(50_001, 500, 700, 50_001 + 500 - 700 - lag)
    }

    fn meter(timings: impl IntoIterator<Item = MoveTiming>) -> LagMeter {
        let mut meter = LagMeter::default();
        for timing in timings {
            meter.record(&timing);
        }
        meter
    }

    #[test]
    fn one_sample_is_not_expected_again() {
        let mut meter = meter([300].map(lost));
        assert_eq!((meter.expected_lag(), meter.longest_lag()), (0, 300));
        meter.record(&lost(280));
        assert_eq!((meter.expected_lag(), meter.longest_lag()), (280, 300));
        meter.record(&lost(-60));
        assert_eq!((meter.expected_lag(), meter.longest_lag()), (0, 300));
    }

    #[test]
    fn a_stall_counts_for_64_moves() {
        let mut meter = meter([3, 2, 1, 2, 900].map(lost));
        for _ in 0..63 {
            assert_eq!(meter.longest_lag(), 900);
            assert!(meter.expected_lag() <= 3);
            meter.record(&lost(3));
        }
        meter.record(&lost(3));
        assert_eq!(meter.longest_lag(), 3);
    }

    #[test]
    fn what_proves_nothing_is_skipped() {
        let seconds = timing(60_000, 0, 400, 59_000);
        let adjourned = timing(90_001, 0, 400, 60_000);
        // The unused part of a delay that was sent as an increment is not lag.
        let hidden_delay = timing(60_001, 5000, 400, 60_001);
        for skipped in [seconds, adjourned, hidden_delay] {
            assert!(meter([skipped; 8]).samples.is_empty(), "{skipped:?}");
        }
    }

    #[test]
    fn lag_under_a_delay_shows_only_beyond_it() {
        let covered = MoveTiming {
            delay: 2000,
            ..timing(10_001, 0, 1500, 10_001)
        };
        let beyond = MoveTiming {
            delay: 2000,
            ..timing(10_001, 0, 1900, 9_801)
        };
        assert!(meter([covered]).samples.is_empty());
        assert_eq!(meter([beyond]).samples, [300]);
    }

    #[test]
    fn no_number_is_too_large() {
        let extremes = [i64::MIN, -1, 0, 1, i64::MAX];
        for (before, now) in extremes
            .map(|before| extremes.map(|now| (before, now)))
            .concat()
        {
            for (increment, used) in [(0, 0), (i64::MAX, 0), (i64::MAX, i64::MAX), (i64::MIN, 1)] {
                for delay in [0, i64::MAX] {
                    meter(
                        [MoveTiming {
                            delay,
                            ..timing(before, increment, used, now)
                        }; 9],
                    );
                }
            }
        }
    }
}
