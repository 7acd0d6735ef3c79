use super::gravity::gravity;
use crate::search::params::{TT_MOVE_HISTORY_BONUS, TT_MOVE_HISTORY_MAX};
use bytemuck::Zeroable;

/// TT move history: how often the TT move has been the best move lately, in nodes off the PV.
#[derive(Zeroable)]
pub struct TtMoveHistory(i16);

impl TtMoveHistory {
    /// From minus to plus [`TT_MOVE_HISTORY_MAX`], for never and always.
    #[inline]
    pub fn value(&self) -> i32 {
        i32::from(self.0)
    }

    /// Learns whether the TT move of a node was its best move.
    #[inline]
    pub fn update(&mut self, was_best: bool) {
        let bonus = if was_best {
            TT_MOVE_HISTORY_BONUS
        } else {
            -TT_MOVE_HISTORY_BONUS
        };
        gravity(&mut self.0, bonus, TT_MOVE_HISTORY_MAX);
    }
}
