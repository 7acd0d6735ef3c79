use super::gravity;
use crate::search::params::QUIET_HISTORY_MAX;
use crate::types::{Bitboard, Color, Move};

/// Butterfly history of quiet moves, `[side to move][from is attacked, to is attacked][from, to]`.
#[derive(Clone)]
pub struct QuietHistory(Box<[[[i16; 4096]; 4]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self(Box::new([[[0; 4096]; 4]; 2]))
    }
}

/// The index of the attacks on both squares of a move.
#[inline]
fn attack_index(mv: Move, attacked: Bitboard) -> usize {
    2 * usize::from(attacked.has(mv.from())) + usize::from(attacked.has(mv.to()))
}

impl QuietHistory {
    /// The history of a move, the opponent attacking the squares `attacked`.
    #[inline]
    pub fn get(&self, stm: Color, mv: Move, attacked: Bitboard) -> i32 {
        i32::from(self.0[stm.index()][attack_index(mv, attacked)][mv.from_to()])
    }

    #[inline]
    pub fn update(&mut self, stm: Color, mv: Move, attacked: Bitboard, bonus: i32) {
        let value = &mut self.0[stm.index()][attack_index(mv, attacked)][mv.from_to()];
        gravity(value, bonus, QUIET_HISTORY_MAX);
    }
}
