//! The refresh table ("Finny table").

use super::Perspective;
use super::network::{I16Block, Network};
use super::placement::Placement;
use super::simd::Kernels;

/// The accumulator of the last refresh, for each perspective and king half (mirrored or not). A refresh starts from it
/// and applies only the features that differ.
pub(super) struct FinnyTable([[FinnyEntry; 2]; 2]);

struct FinnyEntry {
    values: Box<[I16Block]>,
    /// The placement of the accumulator.
    placement: Placement,
}

impl FinnyTable {
    /// A table of empty boards, in which each accumulator is the bias.
    pub fn new(network: &Network) -> Self {
        let entry = || FinnyEntry {
            values: network.bias().into(),
            placement: Placement::EMPTY,
        };
        Self([[entry(), entry()], [entry(), entry()]])
    }

    /// Computes the accumulator of a perspective for a placement.
    pub fn refresh(
        &mut self,
        to: &mut [I16Block],
        placement: &Placement,
        perspective: Perspective,
        network: &Network,
        kernels: Kernels,
    ) {
        let entry =
            &mut self.0[perspective.color().index()][usize::from(perspective.is_mirrored())];
        let [updates] = placement.updates_from(&entry.placement, [perspective]);
        entry.placement = *placement;
        kernels.update(to, &entry.values, network.rows(), &updates);
        entry.values.copy_from_slice(to);
    }
}
