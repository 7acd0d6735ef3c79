//! NEON kernels: a block is four registers.

use super::rows::{FeatureUpdates, largest_divisor, row, row_mut};
use crate::nnue::layers::{FACTOR_SHIFT, GROUP, L1_OUTPUTS, LayerStack, WeightGroup};
use crate::nnue::network::{I16Block, LANES};
use crate::nnue::{LAYERED_QA, QA};
use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s16 as add, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32,
    vget_low_s8, vget_low_s16, vld1q_s8, vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16,
    vmlal_s16, vmovn_u16, vmull_high_s8, vmull_s8, vmulq_s16, vpadalq_s16, vpaddq_s32,
    vqrdmulhq_s16, vreinterpretq_s8_s32, vreinterpretq_u16_s16, vshlq_n_s16, vst1_u8, vst1q_s16,
    vst1q_s32, vsubq_s16 as sub,
};

const PARTS: usize = 4;

/// The sums take 16 of the 32 registers.
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
fn clamp(neurons: int16x8_t, most: i32) -> int16x8_t {
    vminq_s16(vmaxq_s16(neurons, zero()), vdupq_n_s16(most as i16))
}

#[target_feature(enable = "neon")]
#[inline]
fn add_screlu(sums: int32x4_t, neurons: int16x8_t, weights: int16x8_t) -> int32x4_t {
    let clamped = clamp(neurons, QA);
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

#[target_feature(enable = "neon")]
#[inline]
fn multiply(first: [int16x8_t; PARTS], second: [int16x8_t; PARTS]) -> [u8; LANES] {
    let mut to = [0; LANES];
    for part in 0..PARTS {
        let [first, second] = [first, second].map(|neurons| clamp(neurons[part], LAYERED_QA));
        let products = vqrdmulhq_s16(vshlq_n_s16::<FACTOR_SHIFT>(first), second);
        let bytes = vmovn_u16(vreinterpretq_u16_s16(products));
        // SAFETY: the array has 32 bytes, eight for each part.
        unsafe { vst1_u8(to.as_mut_ptr().add(8 * part), bytes) };
    }
    to
}

#[target_feature(enable = "neon")]
#[inline]
fn first_layer(products: &[[u8; LANES]], weights: &[WeightGroup]) -> [i32; L1_OUTPUTS] {
    let (groups, _) = products.as_flattened().as_chunks::<GROUP>();
    // Each output has two sums; a register holds the sums of two outputs.
    let mut sums = [zero_sums(); L1_OUTPUTS / 2];
    for (group, weights) in groups.iter().zip(weights) {
        // Inputs have seven bits, so reading them as signed is safe.
        let inputs = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(*group)));
        let (parts, _) = weights.0.as_chunks::<16>();
        for (part, weights) in parts.iter().enumerate() {
            // SAFETY: a part has the sixteen numbers of a register.
            let weights = unsafe { vld1q_s8(weights.as_ptr()) };
            let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
            let high = vmull_high_s8(inputs, weights);
            sums[2 * part] = vpadalq_s16(sums[2 * part], low);
            sums[2 * part + 1] = vpadalq_s16(sums[2 * part + 1], high);
        }
    }
    let mut to = [0; L1_OUTPUTS];
    for part in 0..4 {
        let four = vpaddq_s32(sums[2 * part], sums[2 * part + 1]);
        // SAFETY: the array has sixteen numbers, four for each part.
        unsafe { vst1q_s32(to.as_mut_ptr().add(4 * part), four) };
    }
    to
}
