//! The pseudo-random number generator.

/// The pseudo-random number generator `SplitMix64` (Steele et al. 2014).
///
/// The sequence of a seed never changes: Zobrist keys, openings and training data depend on it.
///
/// ```
/// use compongo::types::Rng;
///
/// let mut rng = Rng::new(1234567);
/// assert_eq!(rng.next(), 6457827717110365317);
/// assert!(rng.below(10) < 10);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator for a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    #[allow(clippy::should_implement_trait, reason = "the sequence is endless")]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A random number below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        // The high half of the product; the bias is below `count` / 2⁶⁴.
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_splitmix64() {
        // The first outputs for seed 1234567, as published with the reference implementation.
        let mut rng = Rng::new(1234567);
        let expected = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(expected.map(|_| rng.next()), expected);
    }

    #[test]
    fn every_order_of_a_list_is_as_likely() {
        let mut rng = Rng::new(7);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut list = [0, 1, 2, 3];
            rng.shuffle(&mut list);
            *counts.entry(list).or_insert(0_u32) += 1;
        }
        // 1000 of each are expected; the standard deviation is 31.
        assert_eq!(counts.len(), 24);
        assert!(
            counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
        let mut none: [u8; 0] = [];
        rng.shuffle(&mut none);
    }
}
