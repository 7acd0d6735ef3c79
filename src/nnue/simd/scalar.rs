//! Portable kernels.

use super::rows::{FeatureUpdates, row, row_mut};
use crate::nnue::QA;
use crate::nnue::layers::{LayerStack, product};
use crate::nnue::network::I16Block;

pub fn update<const B: usize>(
    to: &mut [I16Block],
    from: &[I16Block],
    rows: &[I16Block],
    updates: &FeatureUpdates,
) {
    let to = row_mut::<B>(to);
    *to = *row::<B>(from);
    let (rows, _) = rows.as_chunks::<B>();
    let mut change = |feature: u16, combine: fn(i16, i16) -> i16| {
        for (to, block) in to.iter_mut().zip(&rows[usize::from(feature)]) {
            for (to, &weight) in to.0.iter_mut().zip(&block.0) {
                *to = combine(*to, weight);
            }
        }
    };
    // Only the final sum is known to fit 16 bits; intermediate sums may wrap around.
    for &feature in &updates.added {
        change(feature, i16::wrapping_add);
    }
    for &feature in &updates.removed {
        change(feature, i16::wrapping_sub);
    }
}

pub fn output<const B: usize>(
    mover: &[I16Block],
    opponent: &[I16Block],
    weights: &[I16Block],
) -> i32 {
    let neurons = row::<B>(mover).iter().chain(row::<B>(opponent));
    neurons
        .zip(weights)
        .flat_map(|(neurons, weights)| neurons.0.iter().zip(&weights.0))
        .map(|(&neuron, &weight)| {
            let clamped = neuron.clamp(0, QA as i16);
            i32::from(clamped * weight) * i32::from(clamped)
        })
        .sum()
}

pub fn layers<const B: usize>(
    mover: &[I16Block],
    opponent: &[I16Block],
    stack: &LayerStack,
) -> i32 {
    let products = [mover, opponent].into_iter().flat_map(|neurons| {
        let (first, second) = row::<B>(neurons).split_at(B / 2);
        let pairs = first.iter().zip(second);
        pairs.flat_map(|(first, second)| {
            first
                .0
                .iter()
                .zip(&second.0)
                .map(|(&one, &other)| product(one, other))
        })
    });
    stack.evaluate(stack.first_sums(products))
}
