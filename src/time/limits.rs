use crate::types::Color;
use std::time::Duration;

/// What one `go` asked for; policy is made of it elsewhere.
///
/// Times are in milliseconds. Several limits may be set: the first one reached ends the search. No limit at all, or
/// only the other side's clock, means: until told to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Time left on the clocks of White and Black; zero and below mean that the flag is about to fall.
    pub clocks: [Option<i64>; 2],
    /// What White and Black gain per move.
    pub increments: [i64; 2],
    /// Moves to the next time control, at least 1.
    pub moves_to_go: Option<u32>,
    /// Exact time for this move; zero and below mean at once.
    pub move_time: Option<i64>,
    /// Depth of the last iteration, in plies.
    pub depth: Option<u16>,
    /// Nodes to visit, over all threads.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Mate to look for, in moves: positive to give it, negative to receive it.
    pub mate: Option<i16>,
    /// The answer waits for `stop`.
    pub infinite: bool,
    /// The opponent is to move in reality: the answer waits for `ponderhit` or `stop`.
    pub ponder: bool,
}

/// The part of a clock that a question beside the search may take, and the part of a fixed time.
const SPARE: (i64, i64) = (200, 50);

impl SearchLimits {
    /// The time that may be spent on something else than the search; `None` if no time is short.
    pub fn side_task_time(&self, stm: Color) -> Option<Duration> {
        let clock = self.clocks[stm.index()].filter(|_| !self.infinite);
        let parts = [
            clock.map(|time| (time, SPARE.0)),
            self.move_time.map(|time| (time, SPARE.1)),
        ];
        let parts = parts.into_iter().flatten();
        let micros = parts.map(|(time, part)| time.max(0).saturating_mul(1000) / part);
        micros
            .min()
            .map(|micros| Duration::from_micros(micros as u64))
    }

    /// True if nothing but `stop` ends a search for `stm` under these limits: `infinite`, or no usable limit.
    /// `ponder` is not considered. A `mate` search is limited by its mate only and may have to wait as well.
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
    fn what_may_be_spared_follows_from_the_least_time() {
        let spare = |clock, move_time, infinite| {
            let limits = SearchLimits {
                clocks: [clock, None],
                move_time,
                infinite,
                ..SearchLimits::default()
            };
            limits.side_task_time(Color::White)
        };
        assert_eq!(spare(None, None, false), None);
        assert_eq!(spare(Some(1000), None, true), None);
        assert_eq!(
            spare(Some(1000), None, false),
            Some(Duration::from_millis(5))
        );
        assert_eq!(spare(Some(-5), None, false), Some(Duration::ZERO));
        assert_eq!(
            spare(Some(60_000), Some(100), false),
            Some(Duration::from_millis(2))
        );
        assert_eq!(
            spare(Some(i64::MAX), None, false).map(|time| time.is_zero()),
            Some(false)
        );
    }
}
