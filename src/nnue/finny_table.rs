//! Accumulators of positions seen before, from which others of the same view are not far.

use super::Perspective;
use super::network::{I16Block, Network};
use super::simd::{FeatureUpdates, Kernels};
use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece};

/// The last accumulator that was computed from the board, for each side and each way its files can lie.
pub(super) struct FinnyTable([[FinnyEntry; 2]; 2]);

struct FinnyEntry {
    values: Box<[I16Block]>,
    /// The pieces whose rows are in it, by colour and kind.
    pieces: [[Bitboard; 6]; 2],
}

impl FinnyTable {
    /// A cache that knows empty boards only.
    pub fn new(network: &Network) -> Self {
        let entry = || FinnyEntry {
            values: network.bias().into(),
            pieces: [[Bitboard::EMPTY; 6]; 2],
        };
        Self([[entry(), entry()], [entry(), entry()]])
    }

    /// Fills `to` with the accumulator of a side: only pieces that differ from the last time are added and removed.
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
        let changes = entry.changes_to(board, perspective);
        kernels.update(to, &entry.values, network.rows(), &changes);
        entry.values.copy_from_slice(to);
    }
}

impl FinnyEntry {
    /// What has to come and go until the pieces are those of a board; they are taken to be those from now on.
    fn changes_to(&mut self, board: &Board, perspective: Perspective) -> FeatureUpdates {
        let mut changes = FeatureUpdates::default();
        for color in Color::ALL {
            for piece in Piece::ALL {
                let colored = ColoredPiece { color, piece };
                let now = board.colored_pieces(color, piece);
                let before = std::mem::replace(&mut self.pieces[color.index()][piece.index()], now);
                let features = |pieces: Bitboard| {
                    pieces
                        .into_iter()
                        .map(|square| perspective.index(colored, square) as u16)
                };
                changes.added.extend(features(now & !before));
                changes.removed.extend(features(before & !now));
            }
        }
        changes
    }
}
