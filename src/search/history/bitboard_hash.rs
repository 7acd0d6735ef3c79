//! Keys of parts of a position.

use crate::types::Bitboard;

/// A hash of bitboards. For the few nodes that need one, multiplications are cheaper than
/// incrementally updated keys.
#[inline]
pub(super) fn hash(bitboards: &[Bitboard]) -> u64 {
    bitboards.iter().fold(0, |hash, bitboard| {
        let mixed = (hash ^ bitboard.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}
