use super::bitboard_hash::hash;
use super::piece_to::PieceToTable;
use crate::board::Board;
use crate::types::{Color, Piece};
use bytemuck::Zeroable;

/// Pawn structures that the index distinguishes.
const SIZE: usize = 512;

/// Pawn history of quiet moves, `[pawn structure][piece and target]`.
#[derive(Zeroable)]
pub struct PawnHistory([PieceToTable; SIZE]);

impl PawnHistory {
    /// The index of a position's pawn structure.
    #[inline]
    pub fn index(board: &Board) -> u16 {
        let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
        hash(&pawns, SIZE) as u16
    }

    /// The history of moves with these pawns on the board.
    #[inline]
    pub fn row(&self, pawns: u16) -> &PieceToTable {
        &self.0[usize::from(pawns)]
    }

    #[inline]
    pub fn row_mut(&mut self, pawns: u16) -> &mut PieceToTable {
        &mut self.0[usize::from(pawns)]
    }
}
