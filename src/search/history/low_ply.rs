use super::gravity::gravity;
use crate::search::params::{LOW_PLY_HISTORY_MAX, LOW_PLY_HISTORY_PLIES};
use crate::search::tunables::low_ply_history_weight;
use crate::types::Move;
use bytemuck::Zeroable;

/// Low-ply history of quiet moves near the root, `[ply][from, to]`; cleared for each search.
#[derive(Zeroable)]
pub struct LowPlyHistory([[i16; 4096]; LOW_PLY_HISTORY_PLIES]);

impl LowPlyHistory {
    /// The history of moves at this ply, weighted more near the root; zero beyond the low plies.
    #[inline]
    pub fn at(&self, ply: usize) -> impl Fn(Move) -> i32 {
        let moves = self.0.get(ply);
        let divisor = 1 + ply as i32;
        move |mv| {
            moves.map_or(0, |moves| {
                low_ply_history_weight() * i32::from(moves[mv.from_to()]) / divisor
            })
        }
    }

    /// Clears the table for a new search.
    pub fn clear(&mut self) {
        self.0 = Zeroable::zeroed();
    }

    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move, bonus: i32) {
        if let Some(moves) = self.0.get_mut(ply) {
            gravity(&mut moves[mv.from_to()], bonus, LOW_PLY_HISTORY_MAX);
        }
    }
}
