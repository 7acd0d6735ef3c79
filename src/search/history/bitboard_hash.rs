//! Keys of parts of a position.

use crate::types::Bitboard;

/// A hash of bitboards below `size`, a power of two. For the few nodes that need one, multiplications are
/// cheaper than incrementally updated keys.
#[inline]
pub(super) fn hash(bitboards: &[Bitboard], size: usize) -> usize {
    let hash = bitboards.iter().fold(0, |hash, bitboard| {
        let mixed = (hash ^ bitboard.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    });
    // Every square counts in the highest bits of the last product, but not in its lowest.
    (hash >> (u64::BITS - size.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

    #[test]
    fn every_square_of_every_bitboard_counts() {
        let mut rng = Rng::new(7);
        let boards: Vec<[Bitboard; 2]> = (0..20)
            .map(|_| [(); 2].map(|()| Bitboard(rng.next())))
            .collect();
        for size in [512, 1 << 14] {
            for (which, square) in
                (0..2).flat_map(|which| (0..64).map(move |square| (which, square)))
            {
                let differs = |bitboards: &&[Bitboard; 2]| {
                    let mut other = **bitboards;
                    other[which].0 ^= 1 << square;
                    hash(&other, size) != hash(&bitboards[..], size)
                };
                assert!(
                    boards.iter().filter(differs).count() >= 18,
                    "{which} {square}"
                );
            }
        }
    }
}
