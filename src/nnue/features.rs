//! Input features: piece-square features with horizontal mirroring, with or without threats.

use super::PIECE_SQUARES;
use crate::board::Board;
use crate::types::{Color, ColoredPiece, File, Square};

/// The perspective of one side: ranks are flipped for Black, and files mirrored so that its own king stands on the
/// files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    color: Color,
    /// `XORed` with squares: 56 flips ranks for Black, 7 mirrors files for a king on the files e to h.
    flip: u8,
}

impl Perspective {
    /// The perspective of a side with its king on a square.
    #[inline]
    pub const fn new(color: Color, king: Square) -> Self {
        let ranks = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        let files = if king.file() as u8 >= File::E as u8 {
            7
        } else {
            0
        };
        Self {
            color,
            flip: ranks | files,
        }
    }

    /// The perspective of a side on a board.
    #[inline]
    pub fn of(board: &Board, color: Color) -> Self {
        Self::new(color, board.king(color))
    }

    /// The side that sees the board like this.
    #[inline(always)]
    pub const fn color(self) -> Color {
        self.color
    }

    /// True if files are mirrored.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The feature index of a piece on a square: 768 times the [level](super::Threats::level) of its threats, plus 384
    /// for an enemy piece, plus 64 times its type, plus the square in this perspective.
    #[inline(always)]
    pub fn index(self, piece: ColoredPiece, square: Square, level: usize) -> usize {
        PIECE_SQUARES * level
            + 384 * usize::from(piece.color() != self.color)
            + 64 * piece.piece().index()
            + usize::from(square as u8 ^ self.flip)
    }
}
