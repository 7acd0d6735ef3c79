//! Rows of feature weights, and the features of an update.

use crate::nnue::network::I16Block;
use arrayvec::ArrayVec;

/// The feature indices to add to an accumulator and to remove from it. A board has at most 32 pieces, so at most 32
/// features are added and 32 removed.
#[derive(Debug, Default)]
pub(in crate::nnue) struct FeatureUpdates {
    pub added: ArrayVec<u16, 32>,
    pub removed: ArrayVec<u16, 32>,
}

/// The largest divisor of a number that is at most `limit`.
pub(super) const fn largest_divisor(number: usize, limit: usize) -> usize {
    let mut divisor = if number < limit { number } else { limit };
    while !number.is_multiple_of(divisor) {
        divisor -= 1;
    }
    divisor
}

#[inline(always)]
pub(super) fn row<const B: usize>(blocks: &[I16Block]) -> &[I16Block; B] {
    blocks.try_into().expect("a row of the size of the kernel")
}

#[inline(always)]
pub(super) fn row_mut<const B: usize>(blocks: &mut [I16Block]) -> &mut [I16Block; B] {
    blocks.try_into().expect("a row of the size of the kernel")
}
