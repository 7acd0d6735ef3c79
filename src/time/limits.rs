use crate::types::Color;

/// What one `go` asked for; policy is made of it elsewhere.
///
/// Times are in milliseconds. Several limits may be set: the first one reached ends the search. No limit at all, or
/// only the other side's clock, means: until told to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
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
    /// Mate to look for, in moves: positive to give it, negative to receive it.
    pub mate: Option<i16>,
    /// The answer waits for `stop`.
    pub infinite: bool,
    /// The opponent is to move in reality: the answer waits for `ponderhit` or `stop`.
    pub ponder: bool,
}

impl Limits {
    /// True if nothing but `stop` ends a search for `stm` under these limits: `infinite`, or no usable limit.
    /// `ponder` is not considered. A `mate` search is limited by its mate only and may have to wait as well.
    pub fn is_unlimited(&self, stm: Color) -> bool {
        self.infinite
            || (self.clocks[stm.index()].is_none()
                && self.move_time.is_none()
                && self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none())
    }
}
