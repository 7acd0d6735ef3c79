//! The clocks of the option `nodestime`, which nodes run down instead of time.

use crate::time::SearchLimits;
use crate::types::Color;
use std::num::NonZeroU32;

/// The clocks of a game in which nodes count as time. The engine keeps them itself: they begin with the time of the first `go`
/// of each side, and later `go`s only tell the increment and the moves to go.
#[derive(Debug, Default)]
pub(super) struct NodeClock {
    /// The clocks of White and Black; `None` before their first `go`.
    sides: [Option<SideClock>; 2],
    /// The search whose nodes are to be paid.
    search: Option<ClockedSearch>,
}

/// The clock of a side.
#[derive(Debug)]
struct SideClock {
    /// Milliseconds left.
    left: f64,
    /// Milliseconds at the start, which each new period adds.
    base: f64,
}

/// A search under such a clock.
#[derive(Debug)]
struct ClockedSearch {
    stm: Color,
    increment: i64,
    delay: i64,
    /// The move is the last of its period.
    ends_period: bool,
    nodes_per_ms: NonZeroU32,
}

impl NodeClock {
    /// The limits of a search for `stm` in which `nodes_per_ms` nodes count as a millisecond; `delay` is in milliseconds.
    pub fn start(
        &mut self,
        limits: &SearchLimits,
        stm: Color,
        nodes_per_ms: Option<NonZeroU32>,
        delay: i64,
    ) -> SearchLimits {
        let mut limits = SearchLimits {
            nodes_per_ms,
            ..limits.clone()
        };
        self.search = None;
        if let (Some(nodes_per_ms), Some(sent)) = (nodes_per_ms, limits.clocks[stm.index()]) {
            let clock = self.sides[stm.index()].get_or_insert(SideClock {
                left: sent as f64,
                base: sent as f64,
            });
            limits.clocks[stm.index()] = Some(clock.left as i64);
            let increment = limits.increments[stm.index()];
            self.search = Some(ClockedSearch {
                stm,
                // An increment like the delay is the delay; see `EngineClock::read`.
                increment: if increment == delay { 0 } else { increment },
                delay,
                ends_period: limits.moves_to_go == Some(1),
                nodes_per_ms,
            });
        }
        limits
    }

    /// After a move has been played: takes the nodes of its search beyond the delay from the clock, and adds the increment and
    /// the time of a new period.
    pub fn stop(&mut self, nodes: u64) {
        if let Some(search) = self.search.take()
            && let Some(clock) = &mut self.sides[search.stm.index()]
        {
            let used = nodes as f64 / f64::from(search.nodes_per_ms.get());
            clock.left += search.increment as f64 - (used - search.delay as f64).max(0.0);
            if search.ends_period {
                clock.left += clock.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_run_the_clock_of_their_side_down() {
        let mut clock = NodeClock::default();
        let rate = NonZeroU32::new(100);
        let sent = SearchLimits {
            clocks: [Some(1000), Some(2000)],
            increments: [10, 20],
            ..SearchLimits::default()
        };
        assert_eq!(
            clock.start(&sent, Color::White, rate, 0).clocks,
            sent.clocks
        );
        clock.stop(5_050);
        let limits = clock.start(&sent, Color::Black, rate, 0);
        assert_eq!((limits.clocks, limits.nodes_per_ms), (sent.clocks, rate));
        clock.stop(300_000);
        // Real time, whatever the GUI shows, does not count.
        let later = SearchLimits {
            clocks: [Some(1), Some(1)],
            ..sent.clone()
        };
        assert_eq!(
            clock.start(&later, Color::White, rate, 0).clocks,
            [Some(959), Some(1)]
        );
        assert_eq!(
            clock.start(&later, Color::Black, rate, 0).clocks,
            [Some(1), Some(-980)]
        );
    }

    #[test]
    fn the_nodes_of_the_delay_cost_nothing() {
        for increment in [0, 50] {
            let mut clock = NodeClock::default();
            let sent = SearchLimits {
                clocks: [Some(1000), None],
                // As a GUI without delays sends them.
                increments: [increment, 0],
                ..SearchLimits::default()
            };
            let rate = NonZeroU32::new(10);
            for (nodes, left) in [(600, 1000), (400, 990), (500, 990)] {
                let limits = clock.start(&sent, Color::White, rate, 50);
                assert_eq!(limits.clocks[0], Some(left));
                clock.stop(nodes);
            }
        }
    }

    #[test]
    fn a_new_period_adds_the_time_of_the_first() {
        let mut clock = NodeClock::default();
        let mut left = |moves_to_go| {
            let limits = SearchLimits {
                clocks: [Some(1000), None],
                moves_to_go,
                ..SearchLimits::default()
            };
            let limits = clock.start(&limits, Color::White, NonZeroU32::new(1), 0);
            clock.stop(100);
            limits.clocks[0]
        };
        for (moves_to_go, ms) in [
            (Some(2), 1000),
            (Some(1), 900),
            (Some(2), 1800),
            // The last period begins.
            (Some(1), 1700),
            (None, 2600),
            (None, 2500),
        ] {
            assert_eq!(left(moves_to_go), Some(ms));
        }
        // One move a period.
        for ms in [2400, 3300, 4200] {
            assert_eq!(left(Some(1)), Some(ms));
        }
    }

    #[test]
    fn without_the_option_or_a_clock_the_limits_stay() {
        let mut clock = NodeClock::default();
        let sent = SearchLimits {
            clocks: [Some(1000), None],
            ..SearchLimits::default()
        };
        assert_eq!(clock.start(&sent, Color::White, None, 0), sent);
        clock.stop(1_000_000);
        assert_eq!(clock.start(&sent, Color::White, None, 0), sent);
        let rate = NonZeroU32::new(1);
        let limits = clock.start(&sent, Color::Black, rate, 0);
        assert_eq!(limits.clocks, sent.clocks);
    }
}
