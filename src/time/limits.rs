//! The limits of a search.

use super::TimeBudget;
use super::params::SIDE_TASK_DIVISOR;
use crate::types::Color;
use std::num::NonZeroU32;
use std::time::Duration;

/// The limits of a search, as set by one `go` command.
///
/// Times are in milliseconds. Several limits may be set; the first one reached ends the search. Without a limit, or
/// with only the other side's clock (see [`SearchLimits::take_other_clock`]), the search runs until `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Remaining time of White and Black, as their clocks show it: without a simple delay, which the engine knows from
    /// its option `Clock`. Zero or less if the flag is about to fall.
    pub clocks: [Option<i64>; 2],
    /// Increments of White and Black per move.
    pub increments: [i64; 2],
    /// Moves to the next time control, at least 1.
    pub moves_to_go: Option<u32>,
    /// Exact time for this move; zero or less means an immediate move.
    pub move_time: Option<i64>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u16>,
    /// Nodes to visit, over all threads.
    pub nodes: Option<u64>,
    /// Soft node limit: beyond it no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// The soft node limit while the best move is a capture or promotion; `None` means `soft_nodes`.
    pub soft_nodes_noisy: Option<u64>,
    /// Nodes that count as a millisecond of clocks and move time; `None` if time itself counts.
    pub nodes_per_ms: Option<NonZeroU32>,
    /// Mate to search for, in moves: positive to mate, negative to be mated.
    pub mate: Option<i16>,
    /// True if the best move waits for `stop` (`go infinite`).
    pub infinite: bool,
    /// True when pondering on the opponent's time: the best move waits for `ponderhit` or `stop`.
    pub ponder: bool,
}

impl SearchLimits {
    /// What work besides the search may cost, as a part of what the search may: positions and time. The time is `None`
    /// without a time limit, or if nodes count as time.
    pub fn side_task(&self, budget: Option<&TimeBudget>) -> (u64, Option<Duration>) {
        let nodes = self.nodes.or(self.soft_nodes);
        let nodes = nodes.map_or(u64::MAX, |nodes| nodes / u64::from(SIDE_TASK_DIVISOR));
        let time = budget.map(TimeBudget::side_task_time);
        match (self.nodes_per_ms, time) {
            (Some(nodes_per_ms), Some(time)) => {
                let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                let counted = time.saturating_mul(u64::from(nodes_per_ms.get()));
                (nodes.min(counted), None)
            }
            _ => (nodes, time),
        }
    }

    /// Takes the other side's clock for both sides if no other limit ends a search for `stm` by itself. Returns true if it did.
    pub fn take_other_clock(&mut self, stm: Color) -> bool {
        let (own, other) = (stm.index(), (!stm).index());
        let takes = self.clocks[other].is_some() && !self.infinite && self.is_unlimited(stm);
        if takes {
            self.clocks[own] = self.clocks[other];
            if self.increments[own] == 0 {
                self.increments[own] = self.increments[other];
            }
        }
        takes
    }

    /// True if only `stop` ends a search for `stm`: `infinite`, or no usable limit. Ignores `ponder`.
    pub fn is_unlimited(&self, stm: Color) -> bool {
        self.infinite
            || (self.clocks[stm.index()].is_none()
                && self.move_time.is_none()
                && self.depth.is_none()
                && self.nodes.is_none()
                && self.soft_nodes.is_none()
                && self.mate.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_tasks_get_a_part_of_what_limits_the_search() {
        let budget = TimeBudget {
            soft: Duration::from_millis(800),
            free: Duration::ZERO,
            hard: Duration::from_secs(3),
            fixed: false,
        };
        let mut limits = SearchLimits::default();
        assert_eq!(limits.side_task(None), (u64::MAX, None));
        let time = Some(Duration::from_millis(100));
        assert_eq!(limits.side_task(Some(&budget)), (u64::MAX, time));
        limits.nodes = Some(80_000);
        assert_eq!(limits.side_task(Some(&budget)), (10_000, time));
        limits.nodes_per_ms = NonZeroU32::new(50);
        assert_eq!(limits.side_task(Some(&budget)), (5_000, None));
    }
}
