//! AVX2 kernels: a block is two registers.

use super::rows::{FeatureUpdates, largest_divisor, row, row_mut};
use crate::nnue::layers::{FACTOR_SHIFT, GROUP, L1_OUTPUTS, LayerStack, WeightGroup};
use crate::nnue::network::{I16Block, LANES};
use crate::nnue::{LAYERED_QA, QA};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16 as add,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_mulhrs_epi16, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256 as zero,
    _mm256_setzero_si256 as zero_sums, _mm256_slli_epi16, _mm256_store_si256, _mm256_storeu_si256,
    _mm256_sub_epi16 as sub,
};

const PARTS: usize = 2;

/// The sums take eight of the sixteen registers.
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
fn clamp(neurons: __m256i, most: i32) -> __m256i {
    _mm256_min_epi16(
        _mm256_max_epi16(neurons, zero()),
        _mm256_set1_epi16(most as i16),
    )
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_screlu(sums: __m256i, neurons: __m256i, weights: __m256i) -> __m256i {
    let clamped = clamp(neurons, QA);
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

#[target_feature(enable = "avx2")]
#[inline]
fn multiply(first: [__m256i; PARTS], second: [__m256i; PARTS]) -> [u8; LANES] {
    let [low, high] = [0, 1].map(|part| {
        let [first, second] = [first, second].map(|neurons| clamp(neurons[part], LAYERED_QA));
        _mm256_mulhrs_epi16(_mm256_slli_epi16::<FACTOR_SHIFT>(first), second)
    });
    // Packing works within register halves, so the quarters must be reordered.
    let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
    let mut to = [0; LANES];
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), bytes) };
    to
}

#[target_feature(enable = "avx2")]
#[inline]
fn first_layer(products: &[[u8; LANES]], weights: &[WeightGroup]) -> [i32; L1_OUTPUTS] {
    let (groups, _) = products.as_flattened().as_chunks::<GROUP>();
    let (groups, _) = groups.as_chunks::<2>();
    let (weights, _) = weights.as_chunks::<2>();
    let ones = _mm256_set1_epi16(1);
    // Two independent sums for each half of the outputs hide the latency of additions.
    let mut sums = [[zero(); 2]; 2];
    for (groups, weights) in groups.iter().zip(weights) {
        for part in 0..2 {
            let inputs = _mm256_set1_epi32(i32::from_le_bytes(groups[part]));
            let start: *const __m256i = weights[part].0.as_ptr().cast();
            for (half, sum) in sums[part].iter_mut().enumerate() {
                // SAFETY: a group has 64 bytes and is aligned to 64.
                let weights = unsafe { _mm256_load_si256(start.add(half)) };
                // Inputs have seven bits, so two products fit 16.
                let pairs = _mm256_maddubs_epi16(inputs, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
    }
    let mut to = [0; L1_OUTPUTS];
    for (half, (&one, &other)) in sums[0].iter().zip(&sums[1]).enumerate() {
        let sum = _mm256_add_epi32(one, other);
        // SAFETY: the array has 64 bytes, 32 in each half.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().add(8 * half).cast(), sum) };
    }
    to
}
