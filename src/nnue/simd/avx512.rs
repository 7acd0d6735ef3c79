//! AVX-512 kernels: a block is one register.

use super::{FeatureUpdates, row, row_mut};
use crate::nnue::QA;
use crate::nnue::network::I16Block;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_load_si512,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512, _mm512_sub_epi16,
};

#[target_feature(enable = "avx512f")]
#[inline]
fn load(block: &I16Block) -> __m512i {
    let start: *const __m512i = block.0.as_ptr().cast();
    debug_assert!(start.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe { _mm512_load_si512(start) }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn store(block: &mut I16Block, value: __m512i) {
    let start: *mut __m512i = block.0.as_mut_ptr().cast();
    debug_assert!(start.is_aligned());
    // SAFETY: a block has 64 bytes and is aligned to 64.
    unsafe { _mm512_store_si512(start, value) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub fn update<const B: usize>(
    to: &mut [I16Block],
    from: &[I16Block],
    rows: &[I16Block],
    updates: &FeatureUpdates,
) {
    let (to, from) = (row_mut::<B>(to), row::<B>(from));
    let (rows, _) = rows.as_chunks::<B>();
    // At most twelve of the 32 registers.
    let mut sums = [_mm512_setzero_si512(); B];
    for i in 0..B {
        sums[i] = load(&from[i]);
    }
    for &feature in &updates.added {
        let row = &rows[usize::from(feature)];
        for i in 0..B {
            sums[i] = _mm512_add_epi16(sums[i], load(&row[i]));
        }
    }
    for &feature in &updates.removed {
        let row = &rows[usize::from(feature)];
        for i in 0..B {
            sums[i] = _mm512_sub_epi16(sums[i], load(&row[i]));
        }
    }
    for i in 0..B {
        store(&mut to[i], sums[i]);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub fn output<const B: usize>(
    mover: &[I16Block],
    opponent: &[I16Block],
    weights: &[I16Block],
) -> i32 {
    let (weights, _) = weights.as_chunks::<B>();
    let (zero, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA as i16));
    let mut sums = [zero; 4];
    for (side, neurons) in [mover, opponent].into_iter().enumerate() {
        let (neurons, weights) = (row::<B>(neurons), &weights[side]);
        for i in 0..B {
            let clamped = _mm512_min_epi16(_mm512_max_epi16(load(&neurons[i]), zero), most);
            // Fits 16 bits.
            let product = _mm512_mullo_epi16(clamped, load(&weights[i]));
            // Four independent sums hide the latency of the additions.
            let sum = &mut sums[(side * B + i) % 4];
            *sum = _mm512_dpwssd_epi32(*sum, product, clamped);
        }
    }
    let [a, b, c, d] = sums;
    _mm512_reduce_add_epi32(_mm512_add_epi32(
        _mm512_add_epi32(a, b),
        _mm512_add_epi32(c, d),
    ))
}
