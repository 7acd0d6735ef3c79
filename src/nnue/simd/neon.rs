//! NEON kernels: a block is four registers.

use super::{FeatureUpdates, largest_divisor, row, row_mut};
use crate::nnue::QA;
use crate::nnue::network::I16Block;
use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s16 as add, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32,
    vget_low_s16, vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16,
    vsubq_s16 as sub,
};

const PARTS: usize = 4;

/// 16 of the 32 registers.
const MAX_TILE: usize = 4;

vector_kernels!("neon");

#[target_feature(enable = "neon")]
#[inline]
fn load(block: &I16Block) -> [int16x8_t; PARTS] {
    let (parts, _) = block.0.as_chunks::<8>();
    // SAFETY: a part has the eight numbers of a register.
    std::array::from_fn(|part| unsafe { vld1q_s16(parts[part].as_ptr()) })
}

#[target_feature(enable = "neon")]
#[inline]
fn store(block: &mut I16Block, registers: [int16x8_t; PARTS]) {
    let (parts, _) = block.0.as_chunks_mut::<8>();
    for (part, register) in parts.iter_mut().zip(registers) {
        // SAFETY: a part has the eight numbers of a register.
        unsafe { vst1q_s16(part.as_mut_ptr(), register) };
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn zero() -> int16x8_t {
    vdupq_n_s16(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn zero_sums() -> int32x4_t {
    vdupq_n_s32(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn add_screlu(sums: int32x4_t, neurons: int16x8_t, weights: int16x8_t) -> int32x4_t {
    let clamped = vminq_s16(vmaxq_s16(neurons, zero()), vdupq_n_s16(QA as i16));
    // Fits 16 bits.
    let products = vmulq_s16(clamped, weights);
    let sums = vmlal_s16(sums, vget_low_s16(products), vget_low_s16(clamped));
    vmlal_high_s16(sums, products, clamped)
}

#[target_feature(enable = "neon")]
#[inline]
fn horizontal_sum([a, b, c, d]: [int32x4_t; 4]) -> i32 {
    vaddvq_s32(vaddq_s32(vaddq_s32(a, b), vaddq_s32(c, d)))
}
