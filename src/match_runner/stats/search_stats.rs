//! Search statistics of an engine: time, depth and nodes.

use crate::laws::control::ChessClock;
use crate::laws::edition::Rules;
use crate::match_runner::record::MoveRecord;
use crate::match_runner::settings::EngineLimits;
use std::time::Duration;

/// Time, depth and nodes of an engine's moves over a number of games, without book moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// The number of moves.
    pub moves: u64,
    /// The total time of these moves.
    pub time: Duration,
    /// The longest time of a move.
    pub longest: Duration,
    /// The largest time by which a move exceeded its limit, within the margin.
    pub overshoot: Duration,
    /// Nodes searched, in the moves for which the engine reported them and whose search did not begin before their time.
    pub nodes: u64,
    /// The time of these moves.
    time_with_nodes: Duration,
    /// The sum of depths in plies, and the number of moves with a depth.
    depths: (u64, u64),
}

impl SearchStats {
    /// The mean time of a move. `None` without moves.
    pub fn mean_time(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }

    /// The mean depth in plies. `None` if the engine reported none.
    pub fn mean_depth(&self) -> Option<f64> {
        let (sum, moves) = self.depths;
        (moves > 0).then(|| sum as f64 / moves as f64)
    }

    /// Nodes per second of measured time. `None` if the engine reported no nodes.
    pub fn nps(&self) -> Option<f64> {
        let seconds = self.time_with_nodes.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }

    /// Adds a move and the time by which it exceeded its limit.
    pub(super) fn add(&mut self, mv: &MoveRecord, overshoot: Duration) {
        let used = Duration::from_micros(mv.used_us);
        self.moves += 1;
        self.time = self.time.saturating_add(used);
        self.longest = self.longest.max(used);
        self.overshoot = self.overshoot.max(overshoot);
        if let Some(nodes) = mv.info.nodes.filter(|_| !mv.pondered) {
            self.nodes = self.nodes.saturating_add(nodes);
            self.time_with_nodes = self.time_with_nodes.saturating_add(used);
        }
        if let Some(depth) = mv.info.depth {
            self.depths.0 += u64::from(depth);
            self.depths.1 += 1;
        }
    }
}

/// Replays the clock of one player of a recorded game, to find moves that used the margin.
pub(super) struct ClockReplay<'a> {
    limits: &'a EngineLimits,
    clock: Option<ChessClock>,
}

impl<'a> ClockReplay<'a> {
    pub fn new(limits: &'a EngineLimits, rules: &Rules) -> Self {
        let control = limits.tc.clone();
        Self {
            limits,
            clock: control.map(|control| ChessClock::new(control, rules)),
        }
    }

    /// The time by which the next move exceeded its limit.
    pub fn overshoot(&mut self, mv: &MoveRecord) -> Duration {
        let used = Duration::from_micros(mv.used_us);
        let fixed = self.limits.st_ms.map(Duration::from_millis);
        let beyond_fixed = fixed.map_or(Duration::ZERO, |fixed| used.saturating_sub(fixed));
        beyond_fixed.max(self.beyond_clock(used, mv.clock_ms))
    }

    /// Runs the clock as the referee does. If the record shows another time, the match runner adjusted the clock; in that
    /// case the record is taken over and the move is not judged.
    fn beyond_clock(&mut self, used: Duration, recorded_ms: Option<u64>) -> Duration {
        /// Times are recorded to the microsecond, clocks to the millisecond.
        const TOLERANCE_MS: u64 = 2;
        let Some(clock) = &mut self.clock else {
            return Duration::ZERO;
        };
        let available = clock.available();
        let least = Duration::from_nanos(1);
        // A clock without time cannot be charged; the record sets it below.
        let charged = clock
            .charge(used.min(available.saturating_sub(least)))
            .is_ok();
        let Some(recorded_ms) = recorded_ms else {
            return Duration::ZERO;
        };
        let shown = clock.shown();
        if charged && (shown.as_millis() as u64).abs_diff(recorded_ms) <= TOLERANCE_MS {
            return used.saturating_sub(available);
        }
        // With Bronstein delay the clock shows more than the main time.
        let hidden = shown.saturating_sub(clock.main());
        clock.set(Duration::from_millis(recorded_ms).saturating_sub(hidden));
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_any_length_are_added() {
        let mv = MoveRecord {
            used_us: u64::MAX,
            ..MoveRecord::default()
        };
        let mut stats = SearchStats::default();
        for _ in 0..1_100_000 {
            stats.add(&mv, Duration::ZERO);
        }
        assert_eq!(stats.time, Duration::MAX);
    }
}
