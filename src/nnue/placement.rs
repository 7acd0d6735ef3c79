//! Placements: the pieces on their squares, and the features that differ between two positions.

use super::simd::FeatureUpdates;
use super::{Perspective, Shape, Threats};
use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece};

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
        let threats = if shape.threats {
            Threats::new(colors, pieces)
        } else {
            Threats::NONE
        };
        Self {
            pieces,
            colors,
            threats,
            squares: *board.squares(),
        }
    }

    /// The features of each perspective that lead from an earlier placement to this one.
    #[inline]
    pub fn updates_from<const N: usize>(
        &self,
        before: &Self,
        perspectives: [Perspective; N],
    ) -> [FeatureUpdates; N] {
        let mut updates = perspectives.map(|_| FeatureUpdates::default());
        for square in self.changes(before) {
            if let Some(piece) = self.squares[square.index()] {
                let level = self.threats.level(square);
                for (updates, perspective) in updates.iter_mut().zip(perspectives) {
                    let feature = perspective.index(piece, square, level);
                    updates.added.push(feature as u16);
                }
            }
            if let Some(piece) = before.squares[square.index()] {
                let level = before.threats.level(square);
                for (updates, perspective) in updates.iter_mut().zip(perspectives) {
                    let feature = perspective.index(piece, square, level);
                    updates.removed.push(feature as u16);
                }
            }
        }
        updates
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
