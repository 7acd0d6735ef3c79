//! AVX-512 kernels: a block is one register.

use super::{FeatureUpdates, largest_divisor, row, row_mut};
use crate::nnue::QA;
use crate::nnue::network::I16Block;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi16 as add, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_load_si512,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512 as zero, _mm512_setzero_si512 as zero_sums,
    _mm512_store_si512, _mm512_sub_epi16 as sub,
};

const PARTS: usize = 1;

/// 16 of the 32 registers.
const MAX_TILE: usize = 16;

vector_kernels!("avx512f,avx512bw,avx512vl,avx512vnni");

#[target_feature(enable = "avx512f")]
#[inline]
fn load(block: &I16Block) -> [__m512i; PARTS] {
    let start: *const __m512i = block.0.as_ptr().cast();
    debug_assert!(start.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe { [_mm512_load_si512(start)] }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(block: &mut I16Block, [value]: [__m512i; PARTS]) {
    let start: *mut __m512i = block.0.as_mut_ptr().cast();
    debug_assert!(start.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe { _mm512_store_si512(start, value) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[inline]
fn add_screlu(sums: __m512i, neurons: __m512i, weights: __m512i) -> __m512i {
    let most = _mm512_set1_epi16(QA as i16);
    let clamped = _mm512_min_epi16(_mm512_max_epi16(neurons, zero()), most);
    // Fits 16 bits.
    let products = _mm512_mullo_epi16(clamped, weights);
    _mm512_dpwssd_epi32(sums, products, clamped)
}

#[target_feature(enable = "avx512f")]
#[inline]
fn horizontal_sum([a, b, c, d]: [__m512i; 4]) -> i32 {
    let sums = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    _mm512_reduce_add_epi32(sums)
}
