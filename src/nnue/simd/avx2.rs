//! AVX2 kernels: a block is two registers.

use super::{FeatureUpdates, row, row_mut};
use crate::nnue::QA;
use crate::nnue::network::I16Block;
use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

/// Blocks whose sums are kept in registers: eight of the sixteen registers.
const TILE: usize = 4;

type RegisterPair = [__m256i; 2];

#[target_feature(enable = "avx2")]
#[inline]
fn load(block: &I16Block) -> RegisterPair {
    let halves: *const __m256i = block.0.as_ptr().cast();
    debug_assert!(halves.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe { [_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))] }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(block: &mut I16Block, [low, high]: RegisterPair) {
    let halves: *mut __m256i = block.0.as_mut_ptr().cast();
    debug_assert!(halves.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe {
        _mm256_store_si256(halves, low);
        _mm256_store_si256(halves.add(1), high);
    }
}

#[target_feature(enable = "avx2")]
pub fn update<const B: usize>(
    to: &mut [I16Block],
    from: &[I16Block],
    rows: &[I16Block],
    updates: &FeatureUpdates,
) {
    let (to, from) = (row_mut::<B>(to), row::<B>(from));
    let (rows, _) = rows.as_chunks::<B>();
    for start in (0..B).step_by(TILE) {
        let size = TILE.min(B);
        let mut sums = [[_mm256_setzero_si256(); 2]; TILE];
        for i in 0..size {
            sums[i] = load(&from[start + i]);
        }
        for &feature in &updates.added {
            let row = &rows[usize::from(feature)];
            for i in 0..size {
                let [low, high] = load(&row[start + i]);
                sums[i][0] = _mm256_add_epi16(sums[i][0], low);
                sums[i][1] = _mm256_add_epi16(sums[i][1], high);
            }
        }
        for &feature in &updates.removed {
            let row = &rows[usize::from(feature)];
            for i in 0..size {
                let [low, high] = load(&row[start + i]);
                sums[i][0] = _mm256_sub_epi16(sums[i][0], low);
                sums[i][1] = _mm256_sub_epi16(sums[i][1], high);
            }
        }
        for i in 0..size {
            store(&mut to[start + i], sums[i]);
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn output<const B: usize>(
    mover: &[I16Block],
    opponent: &[I16Block],
    weights: &[I16Block],
) -> i32 {
    let (weights, _) = weights.as_chunks::<B>();
    let mut sums = [_mm256_setzero_si256(); 4];
    for (side, neurons) in [mover, opponent].into_iter().enumerate() {
        let (neurons, weights) = (row::<B>(neurons), &weights[side]);
        for i in 0..B {
            let (neurons, weights) = (load(&neurons[i]), load(&weights[i]));
            for half in 0..2 {
                // Four independent sums hide the latency of the additions.
                let sum = &mut sums[2 * (i % 2) + half];
                *sum = _mm256_add_epi32(*sum, screlu(neurons[half], weights[half]));
            }
        }
    }
    let [a, b, c, d] = sums;
    horizontal_sum(_mm256_add_epi32(
        _mm256_add_epi32(a, b),
        _mm256_add_epi32(c, d),
    ))
}

/// `SCReLU` and weights: weight x clamp² in pairs of sums. The first product fits 16 bits.
#[target_feature(enable = "avx2")]
#[inline]
fn screlu(neurons: __m256i, weights: __m256i) -> __m256i {
    let clamped = _mm256_min_epi16(
        _mm256_max_epi16(neurons, _mm256_setzero_si256()),
        _mm256_set1_epi16(QA as i16),
    );
    _mm256_madd_epi16(_mm256_mullo_epi16(clamped, weights), clamped)
}

/// The horizontal sum.
#[target_feature(enable = "avx2")]
#[inline]
fn horizontal_sum(sums: __m256i) -> i32 {
    let four: __m128i = _mm_add_epi32(
        _mm256_castsi256_si128(sums),
        _mm256_extracti128_si256::<1>(sums),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
