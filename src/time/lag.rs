use std::collections::VecDeque;

use super::{ClockSettings, DelayMode};

/// Samples kept.
const KEPT: usize = 8;
/// Samples from which on they are believed.
const ENOUGH: usize = 4;
/// The lag expected before that, in milliseconds, unless the overhead is less.
const GUESS: i64 = 10;
/// A clock that ran backwards further than this, in milliseconds, was refilled: a new period, an hourglass, a gift.
const REFILLED: i64 = 50;
/// More than this many milliseconds is no lag: somebody stopped the clocks, or the game was adjourned.
const ABSURD: i64 = 5000;
/// A clock within this many milliseconds of where it was stands still.
const STANDING: i64 = 10;
/// A move that leaves at least this many milliseconds of its increment should have made the clock grow.
const UNUSED: i64 = 50;
/// Clocks that stood still.
const PROOF: usize = 3;
/// The times used on such moves must differ by this many milliseconds: lag and use may add up to the increment once,
/// but hardly for moves of different length.
const SPREAD: i64 = 100;

/// Our clock from one move of ours to the next, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTiming {
    /// Our clock in the `go` before.
    pub previous_clock: i64,
    /// Our clock now.
    pub clock: i64,
    /// Our increment in the `go` before.
    pub increment: i64,
    /// The delay that the user told of.
    pub delay: i64,
    /// From reading the `go` before to writing its `bestmove`.
    pub used: i64,
    /// The game is the same, and longer by our move and one reply.
    pub consecutive: bool,
    /// A time control was reached in between.
    pub new_period: bool,
    /// The `go` before began as a `go ponder`.
    pub pondered: bool,
}

/// Measures what each move costs beyond our own time, and whether the increment is one.
#[derive(Clone, Debug, Default)]
pub struct LagMeter {
    samples: VecDeque<i64>,
    /// Times used on moves after which the clock stood still although the increment should have shown.
    standing: Vec<i64>,
    hidden_delay: bool,
}

impl LagMeter {
    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Learns from one exchange of moves; one that proves nothing is skipped.
    pub fn record(&mut self, exchange: &MoveTiming) {
        if !exchange.consecutive || exchange.new_period || exchange.pondered {
            return;
        }
        let whole_seconds = exchange.previous_clock % 1000 == 0 && exchange.clock % 1000 == 0;
        if exchange.increment > 0 && exchange.delay <= 0 {
            self.test_increment(exchange, whole_seconds);
        }
        if !whole_seconds {
            self.sample(exchange);
        }
    }

    /// The lag to expect per move, in milliseconds, if the user allows `overhead`.
    pub fn expected_lag(&self, overhead: i64) -> i64 {
        if self.samples.len() < ENOUGH {
            return overhead.clamp(0, GUESS);
        }
        let mut sorted: Vec<i64> = self.samples.iter().copied().collect();
        sorted.sort_unstable();
        sorted[sorted.len() / 2] + 1
    }

    /// What to keep back from each move, in milliseconds: `overhead`, or more if the lag was larger.
    pub fn effective_overhead(&self, overhead: i64) -> i64 {
        if self.samples.len() < ENOUGH {
            return overhead;
        }
        let largest = self.samples.iter().copied().max().unwrap_or(0);
        overhead.max((largest * 11 + 9) / 10)
    }

    /// True if the increment proved to be a delay: what is not used of it is lost.
    pub fn hidden_delay(&self) -> bool {
        self.hidden_delay
    }

    /// The conditions of the next move, from the user's overhead and delay in milliseconds and what was measured.
    pub fn clock_settings(
        &self,
        overhead: i64,
        delay: i64,
        delay_mode: DelayMode,
    ) -> ClockSettings {
        ClockSettings {
            overhead: self.effective_overhead(overhead),
            lag: self.expected_lag(overhead),
            delay,
            delay_mode,
            increment_is_delay: self.hidden_delay,
            next_period: None,
        }
    }

    fn test_increment(&mut self, exchange: &MoveTiming, whole_seconds: bool) {
        let change = exchange.clock.saturating_sub(exchange.previous_clock);
        if change > STANDING {
            // No delay makes a clock grow.
            self.hidden_delay = false;
            self.standing.clear();
            return;
        }
        let rounding = if whole_seconds { 1000 } else { 0 };
        if self.hidden_delay || exchange.used >= exchange.increment - UNUSED - rounding {
            return;
        }
        if change < -STANDING {
            self.standing.clear();
            return;
        }
        self.standing.push(exchange.used);
        let shortest = self.standing.iter().min().copied().unwrap_or(0);
        let longest = self.standing.iter().max().copied().unwrap_or(0);
        if self.standing.len() >= PROOF && longest - shortest >= SPREAD {
            self.hidden_delay = true;
            // What was lost of the delay looked like lag.
            self.samples.clear();
            self.standing.clear();
        }
    }

    fn sample(&mut self, exchange: &MoveTiming) {
        let (mut increment, mut delay) = (exchange.increment.max(0), exchange.delay.max(0));
        if increment == delay || self.hidden_delay {
            delay = delay.max(increment);
            increment = 0;
        }
        let lost = exchange
            .previous_clock
            .saturating_add(increment)
            .saturating_sub(exchange.clock);
        if delay > 0 && lost <= 0 {
            // The delay covered time and lag alike.
            return;
        }
        let lag = lost.saturating_add(delay).saturating_sub(exchange.used);
        if !(-REFILLED..=ABSURD).contains(&lag) {
            return;
        }
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(lag.max(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(before: i64, increment: i64, used: i64, now: i64) -> MoveTiming {
        MoveTiming {
            previous_clock: before,
            clock: now,
            increment,
            used,
            consecutive: true,
            ..MoveTiming::default()
        }
    }

    /// A move that cost so much lag.
    fn lost(lag: i64) -> MoveTiming {
        exchange(50_001, 500, 700, 50_001 + 500 - 700 - lag)
    }

    fn meter(exchanges: impl IntoIterator<Item = MoveTiming>) -> LagMeter {
        let mut meter = LagMeter::default();
        for exchange in exchanges {
            meter.record(&exchange);
        }
        meter
    }

    #[test]
    fn four_samples_are_believed() {
        let mut meter = meter([300, 280, 290].map(lost));
        assert_eq!(
            (
                meter.expected_lag(30),
                meter.expected_lag(4),
                meter.effective_overhead(30)
            ),
            (10, 4, 30)
        );
        meter.record(&lost(260));
        assert_eq!(
            (
                meter.expected_lag(30),
                meter.effective_overhead(30),
                meter.effective_overhead(1000)
            ),
            (291, 330, 1000)
        );
        meter.clear();
        assert_eq!(meter.effective_overhead(30), 30);
    }

    #[test]
    fn the_last_eight_samples_count() {
        let meter = meter([900, 900, 0, 1, 2, -1, -2, 3, 4, 5].map(lost));
        assert_eq!(
            (meter.expected_lag(30), meter.effective_overhead(2)),
            (3, 6)
        );
    }

    #[test]
    fn what_proves_nothing_is_skipped() {
        let broken = MoveTiming {
            consecutive: false,
            ..lost(300)
        };
        let period = MoveTiming {
            new_period: true,
            ..lost(300)
        };
        let pondered = MoveTiming {
            pondered: true,
            ..lost(300)
        };
        let seconds = exchange(60_000, 0, 400, 59_000);
        let refilled = exchange(10_001, 0, 400, 60_000);
        let adjourned = exchange(90_001, 0, 400, 60_000);
        for skipped in [broken, period, pondered, seconds, refilled, adjourned] {
            assert!(meter([skipped; 8]).samples.is_empty(), "{skipped:?}");
        }
    }

    #[test]
    fn lag_under_a_delay_shows_only_beyond_it() {
        let covered = MoveTiming {
            delay: 2000,
            ..exchange(10_001, 0, 1500, 10_001)
        };
        let beyond = MoveTiming {
            delay: 2000,
            ..exchange(10_001, 0, 1900, 9_801)
        };
        assert!(meter([covered]).samples.is_empty());
        assert_eq!(meter([beyond]).samples, [300]);
    }

    #[test]
    fn a_clock_that_stands_still_whatever_we_use_hides_a_delay() {
        let stands = |used| exchange(60_001, 5000, used, 60_001);
        assert!(meter([100, 2500, 4000].map(stands)).hidden_delay());
        assert!(!meter([100, 2500].map(stands)).hidden_delay());
        // Lag and use may add up to the increment.
        assert!(!meter([4700, 4690, 4700, 4695].map(stands)).hidden_delay());
        // Hardly anything of the increment was left.
        assert!(!meter([4960, 4990, 5400].map(stands)).hidden_delay());
        // In whole seconds a small change is not seen.
        let rounded = |used| exchange(60_000, 5000, used, 60_000);
        assert!(!meter([4100, 4400, 4700].map(rounded)).hidden_delay());
        assert!(meter([100, 2500, 3900].map(rounded)).hidden_delay());
        // A clock that grows has an increment.
        let grows = exchange(60_001, 5000, 1000, 64_001);
        assert!(!meter([stands(100), stands(2500), stands(4000), grows]).hidden_delay());
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
                            ..exchange(before, increment, used, now)
                        }; 9],
                    );
                }
            }
        }
    }

    #[test]
    fn conditions_carry_what_was_measured() {
        let conditions = meter([300; 4].map(lost)).clock_settings(30, 2000, DelayMode::Simple);
        assert_eq!(
            (conditions.overhead, conditions.lag, conditions.delay),
            (330, 301, 2000)
        );
        assert_eq!(conditions.delay_mode, DelayMode::Simple);
        assert!(!conditions.increment_is_delay);
    }
}
