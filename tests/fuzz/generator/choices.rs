//! The source of all choices.

use compongo::types::Rng;
use std::vec::IntoIter;

/// Choices that follow from bytes: each byte makes one, so that a fuzzer can change a single one; after the last byte, random
/// numbers decide, which all bytes seed.
#[derive(Clone, Debug)]
pub struct Choices {
    bytes: IntoIter<u8>,
    rng: Rng,
}

impl Choices {
    pub fn new(bytes: &[u8]) -> Self {
        // FNV-1a.
        let seed = bytes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325, |hash: u64, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
            });
        Self {
            bytes: Vec::from(bytes).into_iter(),
            rng: Rng::new(seed),
        }
    }

    /// The choices of a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self::new(&Rng::new(seed).next().to_le_bytes())
    }

    /// A number below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        match self.bytes.next() {
            Some(byte) if count <= 256 => usize::from(byte) * count / 256,
            _ => self.rng.below(count),
        }
    }

    /// True in this percentage of the cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// An element of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
