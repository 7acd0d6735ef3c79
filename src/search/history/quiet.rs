use super::gravity;
use crate::search::params::QUIET_HISTORY_MAX;
use crate::types::{Color, Move};

/// Butterfly history of quiet moves, `[side to move][from, to]`.
#[derive(Clone)]
pub struct QuietHistory(Box<[[i16; 4096]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self(Box::new([[0; 4096]; 2]))
    }
}

impl QuietHistory {
    #[inline]
    pub fn get(&self, stm: Color, mv: Move) -> i32 {
        i32::from(self.0[stm.index()][mv.from_to()])
    }

    #[inline]
    pub fn update(&mut self, stm: Color, mv: Move, bonus: i32) {
        let value = &mut self.0[stm.index()][mv.from_to()];
        gravity(value, bonus, QUIET_HISTORY_MAX);
    }
}
