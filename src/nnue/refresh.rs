//! Accumulators of positions seen before, from which others of the same view are not far.

use super::View;
use super::network::{Block, Network};
use super::simd::{Changes, Kernels};
use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece};

/// The last accumulator that was computed from the board, for each side and each way its files can lie.
pub(super) struct Cache([[Entry; 2]; 2]);

struct Entry {
    values: Box<[Block]>,
    /// The men whose rows are in it, by colour and kind.
    men: [[Bitboard; 6]; 2],
}

impl Cache {
    /// A cache that knows empty boards only.
    pub fn new(network: &Network) -> Self {
        let entry = || Entry {
            values: network.bias().into(),
            men: [[Bitboard::EMPTY; 6]; 2],
        };
        Self([[entry(), entry()], [entry(), entry()]])
    }

    /// Fills `to` with the accumulator of a side: only men that differ from the last time are added and removed.
    pub fn refresh(
        &mut self,
        to: &mut [Block],
        board: &Board,
        color: Color,
        network: &Network,
        kernels: Kernels,
    ) {
        let view = View::of(board, color);
        let entry = &mut self.0[color.index()][usize::from(view.is_mirrored())];
        let changes = entry.changes_to(board, view);
        kernels.update(to, &entry.values, network.rows(), &changes);
        entry.values.copy_from_slice(to);
    }
}

impl Entry {
    /// What has to come and go until the men are those of a board; they are taken to be those from now on.
    fn changes_to(&mut self, board: &Board, view: View) -> Changes {
        let mut changes = Changes::default();
        for color in Color::ALL {
            for piece in Piece::ALL {
                let man = ColoredPiece { color, piece };
                let now = board.colored_pieces(color, piece);
                let before = std::mem::replace(&mut self.men[color.index()][piece.index()], now);
                let features =
                    |men: Bitboard| men.into_iter().map(|square| view.index(man, square) as u16);
                changes.added.extend(features(now & !before));
                changes.removed.extend(features(before & !now));
            }
        }
        changes
    }
}
