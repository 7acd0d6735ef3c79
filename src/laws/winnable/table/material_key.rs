use super::PlacedPiece;
use crate::types::ColoredPiece;

/// The pieces beside the two kings, at most two: a number below [`MaterialKey::COUNT`].
///
/// Pieces are numbered by [`ColoredPiece::index`]; 10, the first king, means that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MaterialKey(u8);

impl MaterialKey {
    pub(super) const COUNT: usize = 121;
    const NO_PIECE: u8 = 10;

    pub(super) fn of(pieces: &[PlacedPiece]) -> Self {
        let number = |at: usize| {
            pieces
                .get(at)
                .map_or(Self::NO_PIECE, |placed| placed.colored().index() as u8)
        };
        Self(number(0) * 11 + number(1))
    }

    /// The pieces, in the order of [`super::table_index::TableIndex::pieces`].
    pub(super) fn pieces(self) -> impl Iterator<Item = ColoredPiece> {
        [self.0 / 11, self.0 % 11]
            .into_iter()
            .filter(|&index| index != Self::NO_PIECE)
            .map(ColoredPiece::from_index)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}
