//! Placements: the pieces on their squares, and the features that differ between two positions.

use super::simd::FeatureUpdates;
use super::{PIECE_SQUARES, Perspective, Shape, Threats};
use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Square};

const _: () = assert!(Threats::LEVELS * PIECE_SQUARES <= u16::MAX as usize);

/// All that the active features of a position depend on, besides the perspective.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pieces: [Bitboard; 6],
    colors: [Bitboard; 2],
    /// Empty if the network has no threat inputs.
    threats: Threats,
    squares: [Option<ColoredPiece>; 64],
}

impl Placement {
    /// The empty board.
    pub const EMPTY: Self = Self {
        pieces: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        threats: Threats::NONE,
        squares: [None; 64],
    };

    /// The placement of a board for networks of a shape.
    #[inline]
    pub fn of(board: &Board, shape: Shape) -> Self {
        let colors = Color::ALL.map(|color| board.colors(color));
        let pieces = Piece::ALL.map(|piece| board.pieces(piece));
        Self {
            pieces,
            colors,
            threats: shape.threats_among(colors, pieces),
            squares: *board.squares(),
        }
    }

    /// True if this is the placement of a board.
    pub fn is_of(&self, board: &Board) -> bool {
        self.squares == *board.squares()
    }

    /// For each perspective, the features to add and to remove to get here from an earlier placement.
    #[inline]
    pub fn updates_from<const N: usize>(
        &self,
        before: &Self,
        perspectives: [Perspective; N],
    ) -> [FeatureUpdates; N] {
        let mut updates = perspectives.map(|_| FeatureUpdates::default());
        for square in self.changes(before) {
            let [now, before] = [self, before].map(|placement| placement.piece(square));
            for (updates, perspective) in updates.iter_mut().zip(perspectives) {
                let feature = |(piece, level)| perspective.index(piece, square, level) as u16;
                if let Some(piece) = now {
                    updates.added.push(feature(piece));
                }
                if let Some(piece) = before {
                    updates.removed.push(feature(piece));
                }
            }
        }
        updates
    }

    /// The piece on a square, and the level of its threats.
    #[inline(always)]
    fn piece(&self, square: Square) -> Option<(ColoredPiece, usize)> {
        let piece = self.squares[square.index()]?;
        Some((piece, self.threats.level(square)))
    }

    /// The squares where the pieces or their threats differ.
    #[inline(always)]
    fn changes(&self, other: &Self) -> Bitboard {
        let mut changes = self.threats.changes(other.threats);
        for (one, other) in self.pieces.iter().zip(other.pieces) {
            changes |= *one ^ other;
        }
        for (one, other) in self.colors.iter().zip(other.colors) {
            changes |= *one ^ other;
        }
        changes
    }
}
