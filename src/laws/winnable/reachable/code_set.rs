use super::kings::KingBitboards;
use super::structure::PositionCode;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of position codes of one structure: a hash set while it is small, then a bit set. Both take at most about 64
/// bytes per position.
pub(super) struct CodeSet {
    hashed: HashSet<PositionCode, BuildHasherDefault<CodeHasher>>,
    /// Empty until the set is large.
    bit_set: Vec<u64>,
    bits: u32,
}

impl CodeSet {
    /// The longest code for a bit set: at most 32 MiB for one structure.
    const MAX_BITS: u32 = 28;

    /// An empty set of codes of at most `bits` bits.
    pub fn new(bits: u32) -> Self {
        Self {
            hashed: HashSet::default(),
            bit_set: Vec::new(),
            bits,
        }
    }

    /// The positions of two kings alone.
    pub fn of_kings(squares: &KingBitboards) -> Self {
        Self {
            bit_set: squares.iter().flatten().map(|word| word.0).collect(),
            ..Self::new(13)
        }
    }

    /// Adds a code; true if it was new.
    #[inline]
    pub fn insert(&mut self, code: PositionCode) -> bool {
        if self.bit_set.is_empty() {
            return self.insert_hashed(code);
        }
        let (word, bit) = split(code);
        let fresh = self.bit_set[word] & bit == 0;
        self.bit_set[word] |= bit;
        fresh
    }

    fn insert_hashed(&mut self, code: PositionCode) -> bool {
        let fresh = self.hashed.insert(code);
        if self.bits <= Self::MAX_BITS && self.hashed.len() > 1 << self.bits.saturating_sub(9) {
            self.bit_set = vec![0; 1 << self.bits.saturating_sub(6)];
            for code in std::mem::take(&mut self.hashed) {
                let (word, bit) = split(code);
                self.bit_set[word] |= bit;
            }
        }
        fresh
    }

    pub fn has(&self, code: PositionCode) -> bool {
        if self.bit_set.is_empty() {
            self.hashed.contains(&code)
        } else {
            let (word, bit) = split(code);
            self.bit_set[word] & bit != 0
        }
    }

    pub fn extend(&mut self, other: &Self) {
        for &code in &other.hashed {
            self.insert(code);
        }
        for (word, &bits) in other.bit_set.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                self.insert(
                    (word as PositionCode) << 6 | PositionCode::from(rest.trailing_zeros()),
                );
                rest &= rest - 1;
            }
        }
    }
}

#[inline]
fn split(code: PositionCode) -> (usize, u64) {
    ((code >> 6) as usize, 1 << (code & 63))
}

/// A multiplicative hash of a position code.
#[derive(Default)]
pub(super) struct CodeHasher(u64);

impl Hasher for CodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(PositionCode::from(byte));
        }
    }

    #[inline]
    fn write_u128(&mut self, code: u128) {
        let folded = self.0 ^ code as u64 ^ (code >> 64) as u64;
        let product = u128::from(folded) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_set_that_becomes_a_bit_set_keeps_its_members() {
        for bits in [13, 18, 100] {
            let mut seen = CodeSet::new(bits);
            let numbers: Vec<PositionCode> = (0..2_000)
                .map(|i: PositionCode| i * i * 7 % (1 << bits))
                .collect();
            let mut distinct = HashSet::new();
            for &number in &numbers {
                assert_eq!(seen.insert(number), distinct.insert(number));
            }
            let mut other = CodeSet::new(bits);
            other.extend(&seen);
            for number in 0..1 << 13 {
                assert_eq!(seen.has(number), distinct.contains(&number));
                assert_eq!(other.has(number), distinct.contains(&number));
            }
        }
    }
}
