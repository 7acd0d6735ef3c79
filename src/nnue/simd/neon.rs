//! NEON kernels: a block is four registers.

use super::{FeatureUpdates, row, row_mut};
use crate::nnue::QA;
use crate::nnue::network::I16Block;
use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s16, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16, vsubq_s16,
};

/// Blocks whose sums are kept in registers: 16 of the 32 registers.
const TILE: usize = 4;

type Registers = [int16x8_t; 4];

#[target_feature(enable = "neon")]
#[inline]
fn load(block: &I16Block) -> Registers {
    let (parts, _) = block.0.as_chunks::<8>();
    // SAFETY: a part has the eight numbers of a register.
    std::array::from_fn(|part| unsafe { vld1q_s16(parts[part].as_ptr()) })
}

#[target_feature(enable = "neon")]
#[inline]
fn store(block: &mut I16Block, registers: Registers) {
    let (parts, _) = block.0.as_chunks_mut::<8>();
    for (part, register) in parts.iter_mut().zip(registers) {
        // SAFETY: a part has the eight numbers of a register.
        unsafe { vst1q_s16(part.as_mut_ptr(), register) };
    }
}

#[target_feature(enable = "neon")]
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
        let mut sums = [[vdupq_n_s16(0); 4]; TILE];
        for i in 0..size {
            sums[i] = load(&from[start + i]);
        }
        for &feature in &updates.added {
            let row = &rows[usize::from(feature)];
            for i in 0..size {
                let weights = load(&row[start + i]);
                for part in 0..4 {
                    sums[i][part] = vaddq_s16(sums[i][part], weights[part]);
                }
            }
        }
        for &feature in &updates.removed {
            let row = &rows[usize::from(feature)];
            for i in 0..size {
                let weights = load(&row[start + i]);
                for part in 0..4 {
                    sums[i][part] = vsubq_s16(sums[i][part], weights[part]);
                }
            }
        }
        for i in 0..size {
            store(&mut to[start + i], sums[i]);
        }
    }
}

#[target_feature(enable = "neon")]
pub fn output<const B: usize>(
    mover: &[I16Block],
    opponent: &[I16Block],
    weights: &[I16Block],
) -> i32 {
    let (weights, _) = weights.as_chunks::<B>();
    // Four independent sums hide the latency of the additions.
    let mut sums = [vdupq_n_s32(0); 4];
    for (side, neurons) in [mover, opponent].into_iter().enumerate() {
        let (neurons, weights) = (row::<B>(neurons), &weights[side]);
        for i in 0..B {
            let (neurons, weights) = (load(&neurons[i]), load(&weights[i]));
            for part in 0..4 {
                sums[part] = add_screlu(sums[part], neurons[part], weights[part]);
            }
        }
    }
    let [a, b, c, d] = sums;
    vaddvq_s32(vaddq_s32(vaddq_s32(a, b), vaddq_s32(c, d)))
}

/// `SCReLU` and weights: adds weight x clamped². The first product fits 16 bits.
#[target_feature(enable = "neon")]
#[inline]
fn add_screlu(sums: int32x4_t, neurons: int16x8_t, weights: int16x8_t) -> int32x4_t {
    let clamped = vminq_s16(vmaxq_s16(neurons, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
    let products = vmulq_s16(clamped, weights);
    let sums = vmlal_s16(sums, vget_low_s16(products), vget_low_s16(clamped));
    vmlal_high_s16(sums, products, clamped)
}
