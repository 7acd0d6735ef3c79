//! The refresh table ("Finny table").

use super::Perspective;
use super::network::{I16Block, Network};
use super::simd::{FeatureUpdates, Kernels};
use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece};

/// The accumulator of the last refresh, for each perspective and king half (mirrored or not). A refresh starts from it
/// and applies only the difference of the piece sets.
pub(super) struct FinnyTable([[FinnyEntry; 2]; 2]);

struct FinnyEntry {
    values: Box<[I16Block]>,
    /// The pieces that the accumulator contains, by colour and type.
    pieces: [[Bitboard; 6]; 2],
}

impl FinnyTable {
    /// A table of empty boards, in which each accumulator is the bias.
    pub fn new(network: &Network) -> Self {
        let entry = || FinnyEntry {
            values: network.bias().into(),
            pieces: [[Bitboard::EMPTY; 6]; 2],
        };
        Self([[entry(), entry()], [entry(), entry()]])
    }

    /// Computes the accumulator of a side from the board.
    pub fn refresh(
        &mut self,
        to: &mut [I16Block],
        board: &Board,
        color: Color,
        network: &Network,
        kernels: Kernels,
    ) {
        let perspective = Perspective::of(board, color);
        let entry = &mut self.0[color.index()][usize::from(perspective.is_mirrored())];
        let updates = entry.update_to(board, perspective);
        kernels.update(to, &entry.values, network.rows(), &updates);
        entry.values.copy_from_slice(to);
    }
}

impl FinnyEntry {
    /// The features to add and remove to reach a board. The entry takes over the board's pieces.
    fn update_to(&mut self, board: &Board, perspective: Perspective) -> FeatureUpdates {
        let mut updates = FeatureUpdates::default();
        for color in Color::ALL {
            for piece in Piece::ALL {
                let colored = ColoredPiece::new(color, piece);
                let now = board.colored_pieces(color, piece);
                let before = std::mem::replace(&mut self.pieces[color.index()][piece.index()], now);
                let features = |pieces: Bitboard| {
                    pieces
                        .into_iter()
                        .map(|square| perspective.index(colored, square) as u16)
                };
                updates.added.extend(features(now & !before));
                updates.removed.extend(features(before & !now));
            }
        }
        updates
    }
}
