//! What engines did with their time.

use crate::arbiter::record::MoveRecord;
use crate::arbiter::settings::EngineLimits;
use crate::laws::control::{ChessClock, ClockControl, DelayType};
use std::time::Duration;

/// The moves of an engine with their times, depths and nodes, over a number of games. Book moves do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Moves made.
    pub moves: u64,
    /// The time they took.
    pub time: Duration,
    /// The longest time that a move took.
    pub longest: Duration,
    /// By how much a move overstepped its time at most, within the margin that the limits grant. Zero if none did.
    pub overshoot: Duration,
    /// Nodes searched, as far as the engine told.
    pub nodes: u64,
    /// The time of the moves with a number of nodes.
    time_with_nodes: Duration,
    /// The sum of depths in plies, and of how many moves.
    depths: (u64, u64),
}

impl SearchStats {
    /// The time that a move took on average. `None` without moves.
    pub fn mean_time(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }

    /// The depth of a search on average, in plies. `None` if the engine told no depths.
    pub fn mean_depth(&self) -> Option<f64> {
        let (sum, moves) = self.depths;
        (moves > 0).then(|| sum as f64 / moves as f64)
    }

    /// Nodes per second of the referee's time. `None` if the engine told no nodes.
    pub fn nps(&self) -> Option<f64> {
        let seconds = self.time_with_nodes.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }

    /// Adds a move that overstepped its time by so much.
    pub(super) fn add(&mut self, mv: &MoveRecord, overshoot: Duration) {
        let used = Duration::from_micros(mv.used_us);
        self.moves += 1;
        self.time += used;
        self.longest = self.longest.max(used);
        self.overshoot = self.overshoot.max(overshoot);
        if let Some(nodes) = mv.info.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.time_with_nodes += used;
        }
        if let Some(depth) = mv.info.depth {
            self.depths.0 += u64::from(depth);
            self.depths.1 += 1;
        }
    }
}

/// The limits of a player during a game.
pub(super) struct ClockReplay<'a> {
    limits: &'a EngineLimits,
    clock: Option<(ChessClock, &'a ClockControl)>,
}

impl<'a> ClockReplay<'a> {
    pub fn new(limits: &'a EngineLimits) -> Self {
        let clock = |control: &'a ClockControl| (ChessClock::new(control.time.clone()), control);
        Self {
            limits,
            clock: limits.tc.as_ref().map(clock),
        }
    }

    /// By how much the next move oversteps its time.
    pub fn overshoot(&mut self, mv: &MoveRecord) -> Duration {
        let used = Duration::from_micros(mv.used_us);
        let fixed = self.limits.st_ms.map(Duration::from_millis);
        let beyond_fixed = fixed.map_or(Duration::ZERO, |fixed| used.saturating_sub(fixed));
        beyond_fixed.max(self.beyond_clock(used, mv.clock_ms))
    }

    /// The clock goes as the referee's does. Where the record shows another time, the arbiter gave or took some: then
    /// the record counts, and nothing is said about this move.
    fn beyond_clock(&mut self, used: Duration, recorded_ms: Option<u64>) -> Duration {
        /// Times are recorded to the microsecond, clocks to the millisecond.
        const TOLERANCE_MS: u64 = 2;
        let Some((clock, control)) = &mut self.clock else {
            return Duration::ZERO;
        };
        let available = clock.available();
        let least = Duration::from_nanos(1);
        // A clock without time cannot be charged; then only the record can tell how it goes on.
        let charged = clock
            .charge(used.min(available.saturating_sub(least)))
            .is_ok();
        let Some(recorded_ms) = recorded_ms else {
            return Duration::ZERO;
        };
        let hidden = match control.delay_type {
            DelayType::Simple => Duration::ZERO,
            DelayType::Bronstein => clock.available().saturating_sub(clock.main()),
        };
        let shown_ms = (clock.main() + hidden).as_millis() as u64;
        if charged && shown_ms.abs_diff(recorded_ms) <= TOLERANCE_MS {
            return used.saturating_sub(available);
        }
        clock.set(Duration::from_millis(recorded_ms).saturating_sub(hidden));
        Duration::ZERO
    }
}
