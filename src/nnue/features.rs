//! Input features: piece-square features with horizontal mirroring.

use crate::board::Board;
use crate::types::{Color, ColoredPiece, File, Square};

/// The perspective of one side: ranks flipped for Black, files mirrored so that its own king stands on the files a to
/// d.
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

    /// True if files are mirrored.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The feature index of a piece on a square: 384 for an enemy piece, plus 64 times its type, plus the square in
    /// this perspective.
    #[inline(always)]
    pub fn index(self, piece: ColoredPiece, square: Square) -> usize {
        384 * usize::from(piece.color != self.color)
            + 64 * piece.piece.index()
            + usize::from(square as u8 ^ self.flip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Piece;

    fn piece(color: Color, piece: Piece) -> ColoredPiece {
        ColoredPiece { color, piece }
    }

    #[test]
    fn squares_are_relative_to_the_own_side_and_king() {
        let knight = piece(Color::White, Piece::Knight);
        let index = |color, king| Perspective::new(color, king).index(knight, Square::B1);
        assert_eq!(index(Color::White, Square::D1), 64 + 1);
        assert_eq!(index(Color::White, Square::E1), 64 + 6);
        assert_eq!(index(Color::Black, Square::D8), 384 + 64 + 57);
        assert_eq!(index(Color::Black, Square::E8), 384 + 64 + 62);
    }

    #[test]
    fn features_are_the_same_with_colours_swapped() {
        let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .expect("valid FEN");
        let features = |board: &Board, color| {
            let perspective = Perspective::of(board, color);
            let mut all: Vec<usize> = board
                .occupied()
                .into_iter()
                .filter_map(|square| {
                    Some(perspective.index(board.colored_piece_at(square)?, square))
                })
                .collect();
            all.sort_unstable();
            all
        };
        for color in Color::ALL {
            let own = features(&board, color);
            assert_eq!(own.len(), 32);
            assert_eq!(own, features(&board.flipped(), !color));
        }
    }
}
