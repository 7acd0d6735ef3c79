//! AVX-512 kernels: a block is one register.

use super::rows::{FeatureUpdates, largest_divisor, row, row_mut};
use crate::nnue::layers::{FACTOR_SHIFT, GROUP, L1_OUTPUTS, LayerStack, WeightGroup};
use crate::nnue::network::{I16Block, LANES};
use crate::nnue::{LAYERED_QA, QA};
use std::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_add_epi16 as add, _mm512_add_epi32, _mm512_cvtepi16_epi8,
    _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_load_si512, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mulhrs_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512 as zero,
    _mm512_setzero_si512 as zero_sums, _mm512_slli_epi16, _mm512_store_si512, _mm512_storeu_si512,
    _mm512_sub_epi16 as sub,
};

const PARTS: usize = 1;

/// The sums take 16 of the 32 registers.
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
fn clamp(neurons: __m512i, most: i32) -> __m512i {
    _mm512_min_epi16(
        _mm512_max_epi16(neurons, zero()),
        _mm512_set1_epi16(most as i16),
    )
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[inline]
fn add_screlu(sums: __m512i, neurons: __m512i, weights: __m512i) -> __m512i {
    let clamped = clamp(neurons, QA);
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

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[inline]
fn multiply([first]: [__m512i; PARTS], [second]: [__m512i; PARTS]) -> [u8; LANES] {
    let [first, second] = [first, second].map(|neurons| clamp(neurons, LAYERED_QA));
    let factors = _mm512_slli_epi16::<{ FACTOR_SHIFT as u32 }>(first);
    let bytes = _mm512_cvtepi16_epi8(_mm512_mulhrs_epi16(factors, second));
    let mut to = [0; LANES];
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), bytes) };
    to
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[inline]
fn first_layer(products: &[[u8; LANES]], weights: &[WeightGroup]) -> [i32; L1_OUTPUTS] {
    let (groups, _) = products.as_flattened().as_chunks::<GROUP>();
    let (groups, _) = groups.as_chunks::<4>();
    let (weights, _) = weights.as_chunks::<4>();
    // Four independent sums hide the latency of additions.
    let mut sums = [zero(); 4];
    for (groups, weights) in groups.iter().zip(weights) {
        for part in 0..4 {
            let inputs = _mm512_set1_epi32(i32::from_le_bytes(groups[part]));
            // SAFETY: a group has 64 bytes and is aligned to 64.
            let weights = unsafe { _mm512_load_si512(weights[part].0.as_ptr().cast()) };
            sums[part] = _mm512_dpbusd_epi32(sums[part], inputs, weights);
        }
    }
    let [a, b, c, d] = sums;
    let sums = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
    let mut to = [0; L1_OUTPUTS];
    // SAFETY: the array has 64 bytes.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), sums) };
    to
}
