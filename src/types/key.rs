use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// A Zobrist key: a 64-bit hash of a position, or of a part of one.
///
/// Equal positions have equal keys; the converse holds only with overwhelming probability, so code that must be exact
/// compares the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Key(pub u64);

impl nohash_hasher::IsEnabled for Key {}

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, rhs: Self) -> Self {
        Self(self.0 ^ rhs.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, rhs: Self) {
        self.0 ^= rhs.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016X}", self.0)
    }
}
