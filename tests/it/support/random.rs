//! Random choices that the public generator does not offer.

use compongo::types::Rng;

/// A number from 0 to 1 (exclusive), uniformly distributed.
pub fn fraction(rng: &mut Rng) -> f64 {
    (rng.next() >> 11) as f64 / (1_u64 << 53) as f64
}

/// An element of a list that is not empty.
pub fn pick<T: Copy>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.below(list.len())]
}
