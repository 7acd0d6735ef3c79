//! The men beside the two kings.

use crate::board::attacks::{pawn_attacks, piece_attacks};
use crate::types::{Bitboard, ColoredPiece, Piece, Square};

/// A man beside the kings, and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) man: ColoredPiece,
    pub(super) square: Square,
}

/// The men beside the kings: a number below [`Class::COUNT`].
///
/// Men are numbered by [`ColoredPiece::index`]; 10, the first king, says that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u8);

impl Class {
    /// One more than the highest number.
    pub(super) const COUNT: usize = 121;
    const NOBODY: u8 = 10;

    /// The class of these men.
    pub(super) fn of(men: &[Man]) -> Self {
        let number = |at: usize| {
            men.get(at)
                .map_or(Self::NOBODY, |man| man.man.index() as u8)
        };
        Self(number(0) * 11 + number(1))
    }

    /// The men, in the order in which a [`Spot`] holds them.
    pub(super) fn men(self) -> impl Iterator<Item = ColoredPiece> {
        [self.0 / 11, self.0 % 11]
            .into_iter()
            .filter(|&index| index != Self::NOBODY)
            .map(ColoredPiece::from_index)
    }

    /// 0 for the first class.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Man {
    /// The squares that the man attacks when `occupied` blocks.
    pub(super) fn attacks(self, occupied: Bitboard) -> Bitboard {
        match self.man.piece {
            Piece::Pawn => pawn_attacks(self.square, self.man.color),
            piece => piece_attacks(piece, self.square, occupied),
        }
    }
}
