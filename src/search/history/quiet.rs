use super::gravity;
use crate::types::{Color, Move};

const MAX: i32 = 8192;

/// Butterfly history, `[side to move][source and target]`.
#[derive(Clone)]
pub struct QuietHistory(Box<[[i16; 4096]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self(Box::new([[0; 4096]; 2]))
    }
}

impl QuietHistory {
    /// How well the move has done, ±8192.
    #[inline]
    pub fn get(&self, stm: Color, mv: Move) -> i32 {
        i32::from(self.0[stm.index()][mv.from_to()])
    }

    /// Rewards or punishes a move.
    #[inline]
    pub fn update(&mut self, stm: Color, mv: Move, bonus: i32) {
        gravity(&mut self.0[stm.index()][mv.from_to()], bonus, MAX);
    }
}
