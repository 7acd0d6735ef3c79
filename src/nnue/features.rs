//! Which feature a piece is.

use crate::board::Board;
use crate::types::{Color, ColoredPiece, File, Square};

/// How one side sees the board: its own first rank at the bottom, its king on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    color: Color,
    /// What is flipped: ranks (56) for Black, files (7) for a king on the files e to h.
    flip: u8,
}

impl Perspective {
    /// The view of a side whose king stands on a square.
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

    /// The view of a side on a board.
    #[inline]
    pub fn of(board: &Board, color: Color) -> Self {
        Self::new(color, board.king(color))
    }

    /// True if files are flipped.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The feature that a piece on a square is: 384 for the opponent's, 64 for each kind before it, and the square as this
    /// side sees it.
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
    fn squares_are_seen_from_the_own_side_with_the_king_on_the_left() {
        let knight = piece(Color::White, Piece::Knight);
        let index = |color, king| Perspective::new(color, king).index(knight, Square::B1);
        assert_eq!(index(Color::White, Square::D1), 64 + 1);
        assert_eq!(index(Color::White, Square::E1), 64 + 6);
        assert_eq!(index(Color::Black, Square::D8), 384 + 64 + 57);
        assert_eq!(index(Color::Black, Square::E8), 384 + 64 + 62);
    }

    #[test]
    fn both_sides_see_the_same_in_a_position_with_colours_swapped() {
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
