use super::kings::Words;
use super::structure::Code;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of the numbers of positions of one structure: a hash set while they are few, a bit for each possible number
/// when there are many. Either way a position takes at most about 64 bytes.
pub(super) struct Seen {
    few: HashSet<Code, BuildHasherDefault<Folding>>,
    /// Empty until there are many.
    many: Vec<u64>,
    /// How many bits a number has.
    bits: u32,
}

impl Seen {
    /// No more than 32 MiB for one structure.
    const MOST_BITS: u32 = 28;

    /// An empty set of numbers of at most `bits` bits.
    pub fn new(bits: u32) -> Self {
        Self {
            few: HashSet::default(),
            many: Vec::new(),
            bits,
        }
    }

    /// The positions of two kings alone.
    pub fn of_kings(words: &Words) -> Self {
        Self {
            many: words.iter().flatten().map(|word| word.0).collect(),
            ..Self::new(13)
        }
    }

    /// Adds a number; true if it was not there.
    #[inline]
    pub fn insert(&mut self, code: Code) -> bool {
        if self.many.is_empty() {
            return self.insert_few(code);
        }
        let (word, bit) = split(code);
        let fresh = self.many[word] & bit == 0;
        self.many[word] |= bit;
        fresh
    }

    fn insert_few(&mut self, code: Code) -> bool {
        let fresh = self.few.insert(code);
        if self.bits <= Self::MOST_BITS && self.few.len() > 1 << self.bits.saturating_sub(9) {
            self.many = vec![0; 1 << self.bits.saturating_sub(6)];
            for code in std::mem::take(&mut self.few) {
                let (word, bit) = split(code);
                self.many[word] |= bit;
            }
        }
        fresh
    }

    /// True if the number is there.
    pub fn has(&self, code: Code) -> bool {
        if self.many.is_empty() {
            self.few.contains(&code)
        } else {
            let (word, bit) = split(code);
            self.many[word] & bit != 0
        }
    }

    /// Adds all numbers of another set.
    pub fn extend(&mut self, other: &Self) {
        for &code in &other.few {
            self.insert(code);
        }
        for (word, &bits) in other.many.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                self.insert((word as Code) << 6 | Code::from(rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
    }
}

#[inline]
fn split(code: Code) -> (usize, u64) {
    ((code >> 6) as usize, 1 << (code & 63))
}

/// Spreads a number over 64 bits. Nothing rests on it but speed.
#[derive(Default)]
pub(super) struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(Code::from(byte));
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
    fn few_become_many_and_stay_the_same() {
        for bits in [13, 18, 100] {
            let mut seen = Seen::new(bits);
            let numbers: Vec<Code> = (0..2_000).map(|i: Code| i * i * 7 % (1 << bits)).collect();
            let mut distinct = HashSet::new();
            for &number in &numbers {
                assert_eq!(seen.insert(number), distinct.insert(number));
            }
            let mut other = Seen::new(bits);
            other.extend(&seen);
            for number in 0..1 << 13 {
                assert_eq!(seen.has(number), distinct.contains(&number));
                assert_eq!(other.has(number), distinct.contains(&number));
            }
        }
    }
}
