use super::{PieceTo, gravity, hash};
use crate::board::Board;
use crate::search::params::PAWN_HISTORY_MAX;
use crate::types::{Color, Piece};

/// Pawn structures told apart.
const SIZE: usize = 512;

/// Pawn history of quiet moves, `[pawn structure][piece and target]`.
#[derive(Clone)]
pub struct PawnHistory(Box<[[i16; PieceTo::COUNT]]>);

impl Default for PawnHistory {
    fn default() -> Self {
        Self(vec![[0; PieceTo::COUNT]; SIZE].into_boxed_slice())
    }
}

impl PawnHistory {
    /// The index of a position's pawn structure.
    #[inline]
    pub fn index(board: &Board) -> u16 {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        (hash(&pawns) % SIZE as u64) as u16
    }

    #[inline]
    pub fn get(&self, pawns: u16, now: PieceTo) -> i32 {
        i32::from(self.0[usize::from(pawns)][now.index()])
    }

    #[inline]
    pub fn update(&mut self, pawns: u16, now: PieceTo, bonus: i32) {
        let value = &mut self.0[usize::from(pawns)][now.index()];
        gravity(value, bonus, PAWN_HISTORY_MAX);
    }
}
