use super::gravity::gravity;
use crate::search::params::QUIET_HISTORY_MAX;
use crate::types::{Bitboard, Color, Move};
use bytemuck::Zeroable;

/// Butterfly history of quiet moves, `[side to move][from is attacked, to is attacked][from, to]`.
#[derive(Zeroable)]
pub struct QuietHistory([[i16; 4096]; 2 * 4]);

/// The index by side to move and by which squares of the move are attacked.
#[inline]
fn index(stm: Color, mv: Move, attacked: Bitboard) -> usize {
    let attacks = 2 * usize::from(attacked.has(mv.from())) + usize::from(attacked.has(mv.to()));
    4 * stm.index() + attacks
}

impl QuietHistory {
    /// The history of a move when the opponent attacks the squares `attacked`.
    #[inline]
    pub fn get(&self, stm: Color, mv: Move, attacked: Bitboard) -> i32 {
        i32::from(self.0[index(stm, mv, attacked)][mv.from_to()])
    }

    #[inline]
    pub fn update(&mut self, stm: Color, mv: Move, attacked: Bitboard, bonus: i32) {
        let value = &mut self.0[index(stm, mv, attacked)][mv.from_to()];
        gravity(value, bonus, QUIET_HISTORY_MAX);
    }
}
