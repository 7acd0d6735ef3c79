//! AVX2 kernels: a block is two registers.

use super::{FeatureUpdates, largest_divisor, row, row_mut};
use crate::nnue::QA;
use crate::nnue::network::I16Block;
use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16 as add,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256 as zero, _mm256_setzero_si256 as zero_sums, _mm256_store_si256,
    _mm256_sub_epi16 as sub,
};

const PARTS: usize = 2;

/// Eight of the sixteen registers.
const MAX_TILE: usize = 4;

vector_kernels!("avx2");

#[target_feature(enable = "avx2")]
#[inline]
fn load(block: &I16Block) -> [__m256i; PARTS] {
    let halves: *const __m256i = block.0.as_ptr().cast();
    debug_assert!(halves.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe { [_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))] }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(block: &mut I16Block, [low, high]: [__m256i; PARTS]) {
    let halves: *mut __m256i = block.0.as_mut_ptr().cast();
    debug_assert!(halves.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe {
        _mm256_store_si256(halves, low);
        _mm256_store_si256(halves.add(1), high);
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_screlu(sums: __m256i, neurons: __m256i, weights: __m256i) -> __m256i {
    let most = _mm256_set1_epi16(QA as i16);
    let clamped = _mm256_min_epi16(_mm256_max_epi16(neurons, zero()), most);
    // Fits 16 bits.
    let products = _mm256_mullo_epi16(clamped, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(products, clamped))
}

#[target_feature(enable = "avx2")]
#[inline]
fn horizontal_sum([a, b, c, d]: [__m256i; 4]) -> i32 {
    let sums = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
    let four: __m128i = _mm_add_epi32(
        _mm256_castsi256_si128(sums),
        _mm256_extracti128_si256::<1>(sums),
    );
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
