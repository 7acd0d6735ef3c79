use crate::board::attacks::{pawn_attacks, piece_attacks};
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Square};

/// A piece on a square, as the table generators hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedPiece {
    pub color: Color,
    pub piece: Piece,
    pub square: Square,
}

impl PlacedPiece {
    /// Fills unused array elements.
    pub const NONE: Self = Self {
        color: Color::White,
        piece: Piece::King,
        square: Square::A1,
    };

    pub const fn new(colored: ColoredPiece, square: Square) -> Self {
        Self {
            color: colored.color(),
            piece: colored.piece(),
            square,
        }
    }

    pub const fn colored(self) -> ColoredPiece {
        ColoredPiece::new(self.color, self.piece)
    }

    pub fn attacks(self, occupied: Bitboard) -> Bitboard {
        match self.piece {
            Piece::Pawn => pawn_attacks(self.square, self.color),
            piece => piece_attacks(piece, self.square, occupied),
        }
    }
}
