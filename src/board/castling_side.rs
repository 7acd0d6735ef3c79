//! The two sides on which a king castles.

use crate::types::{Color, Square};

/// The side on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Kingside, towards the h-file.
    King,
    /// Queenside, towards the a-file.
    Queen,
}

impl CastlingSide {
    /// The king's square after castling on this side.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        match self {
            Self::King => Square::G1.relative_to(color),
            Self::Queen => Square::C1.relative_to(color),
        }
    }

    /// The rook's square after castling on this side.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        match self {
            Self::King => Square::F1.relative_to(color),
            Self::Queen => Square::D1.relative_to(color),
        }
    }

    /// The side on which `rook` stands, seen from `king`.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 {
            Self::King
        } else {
            Self::Queen
        }
    }
}
