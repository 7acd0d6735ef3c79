//! The kernels for each instruction set.
//!
//! `Kernels` is a table of function pointers that is selected once; nothing is detected during a search. All kernels
//! compute the same scores.
//!
//! The environment variable `COMPONGO_SIMD` forces a level for tests: `scalar`, `neon`, `avx2` or `avx512`.

use super::layers::{GROUP, LayerStack};
use super::network::{I16Block, LANES};

/// Defines the kernels `update`, `output` and `layers` of a module for an instruction set. The module provides, for the
/// `PARTS` registers that hold a block: `load` and `store`; `zero`, `add` and `sub` of 16-bit numbers; `zero_sums`,
/// `add_screlu` (adds weight x clamped activation²) and `horizontal_sum` of 32-bit sums; `multiply` (the products of
/// two blocks of neurons) and `first_layer` (its sums from the products); and `MAX_TILE`, the most blocks whose sums
/// stay in registers.
macro_rules! vector_kernels {
    ($instructions:literal) => {
        #[target_feature(enable = $instructions)]
        pub fn update<const B: usize>(
            to: &mut [I16Block],
            from: &[I16Block],
            rows: &[I16Block],
            updates: &FeatureUpdates,
        ) {
            let (to, from) = (row_mut::<B>(to), row::<B>(from));
            let (rows, _) = rows.as_chunks::<B>();
            let row = |feature: u16| &rows[usize::from(feature)];
            // A quiet move and a capture.
            match (&updates.added[..], &updates.removed[..]) {
                (&[added], &[removed]) => return stream(to, from, row(added), [row(removed)]),
                (&[added], &[removed, captured]) => {
                    return stream(to, from, row(added), [row(removed), row(captured)]);
                }
                _ => {}
            }
            let tile = const { largest_divisor(B, MAX_TILE) };
            for start in (0..B).step_by(tile) {
                let mut sums = [[zero(); PARTS]; MAX_TILE];
                for i in 0..tile {
                    sums[i] = load(&from[start + i]);
                }
                for &feature in &updates.added {
                    let row = row(feature);
                    for i in 0..tile {
                        let weights = load(&row[start + i]);
                        for part in 0..PARTS {
                            sums[i][part] = add(sums[i][part], weights[part]);
                        }
                    }
                }
                for &feature in &updates.removed {
                    let row = row(feature);
                    for i in 0..tile {
                        let weights = load(&row[start + i]);
                        for part in 0..PARTS {
                            sums[i][part] = sub(sums[i][part], weights[part]);
                        }
                    }
                }
                for i in 0..tile {
                    store(&mut to[start + i], sums[i]);
                }
            }
        }

        /// An update by one row added and some removed, which needs no sums in registers.
        #[target_feature(enable = $instructions)]
        #[inline]
        fn stream<const B: usize, const R: usize>(
            to: &mut [I16Block; B],
            from: &[I16Block; B],
            added: &[I16Block; B],
            removed: [&[I16Block; B]; R],
        ) {
            for i in 0..B {
                let (mut sums, weights) = (load(&from[i]), load(&added[i]));
                for part in 0..PARTS {
                    sums[part] = add(sums[part], weights[part]);
                }
                for row in removed {
                    let weights = load(&row[i]);
                    for part in 0..PARTS {
                        sums[part] = sub(sums[part], weights[part]);
                    }
                }
                store(&mut to[i], sums);
            }
        }

        #[target_feature(enable = $instructions)]
        pub fn output<const B: usize>(
            mover: &[I16Block],
            opponent: &[I16Block],
            weights: &[I16Block],
        ) -> i32 {
            let (weights, _) = weights.as_chunks::<B>();
            // Four independent sums hide the latency of additions.
            let mut sums = [zero_sums(); 4];
            for (side, neurons) in [mover, opponent].into_iter().enumerate() {
                let (neurons, weights) = (row::<B>(neurons), &weights[side]);
                for i in 0..B {
                    let (neurons, weights) = (load(&neurons[i]), load(&weights[i]));
                    for part in 0..PARTS {
                        let sum = &mut sums[(PARTS * i + part) % 4];
                        *sum = add_screlu(*sum, neurons[part], weights[part]);
                    }
                }
            }
            horizontal_sum(sums)
        }

        #[target_feature(enable = $instructions)]
        pub fn layers<const B: usize>(
            mover: &[I16Block],
            opponent: &[I16Block],
            stack: &LayerStack,
        ) -> i32 {
            let half = B / 2;
            let mut products = [[0; LANES]; B];
            for (side, neurons) in [mover, opponent].into_iter().enumerate() {
                let neurons = row::<B>(neurons);
                for i in 0..half {
                    let (first, second) = (load(&neurons[i]), load(&neurons[half + i]));
                    products[side * half + i] = multiply(first, second);
                }
            }
            stack.evaluate(first_layer(&products, &stack.first))
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod rows;
mod scalar;
mod simd_level;

pub(super) use rows::FeatureUpdates;
pub use simd_level::{SimdLevel, SimdLevelError, VARIABLE};

/// target, source, feature weights, updates
type UpdateFn = unsafe fn(&mut [I16Block], &[I16Block], &[I16Block], &FeatureUpdates);

/// side to move's accumulator, opponent's accumulator, weights of both
type OutputFn = unsafe fn(&[I16Block], &[I16Block], &[I16Block]) -> i32;

/// side to move's accumulator, opponent's accumulator, layers
type LayersFn = unsafe fn(&[I16Block], &[I16Block], &LayerStack) -> i32;

/// The kernels for a level and an accumulator size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernels {
    update: UpdateFn,
    output: OutputFn,
    layers: LayersFn,
}

/// The kernels of a module by number of blocks, for all sizes in [`HIDDEN`](super::HIDDEN).
macro_rules! kernels {
    ($module:ident, $blocks:expr) => {
        kernels!($module, $blocks, 1 2 4 8 12 16 24 32)
    };
    ($module:ident, $blocks:expr, $($size:literal)+) => {
        match $blocks {
            $($size => Self {
                update: $module::update::<$size>,
                output: $module::output::<$size>,
                layers: $module::layers::<$size>,
            },)+
            other => panic!("there are no kernels for {other} blocks"),
        }
    };
}

impl Kernels {
    /// The kernels of an available level for accumulators of `blocks` blocks.
    pub fn new(level: SimdLevel, blocks: usize) -> Self {
        assert!(level.is_available(), "this processor has no {level}");
        match level {
            SimdLevel::Scalar => kernels!(scalar, blocks),
            #[cfg(target_arch = "aarch64")]
            SimdLevel::Neon => kernels!(neon, blocks),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => kernels!(avx2, blocks),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => kernels!(avx512, blocks),
            _ => unreachable!("the kernels of another processor are not available"),
        }
    }

    /// Sets `to` to `from`, plus the weights of the added features and minus those of the removed ones.
    #[inline(always)]
    pub fn update(
        &self,
        to: &mut [I16Block],
        from: &[I16Block],
        rows: &[I16Block],
        updates: &FeatureUpdates,
    ) {
        debug_assert_eq!(to.len(), from.len());
        // SAFETY: `new` has checked that the processor supports the instruction set of the function.
        unsafe { (self.update)(to, from, rows, updates) }
    }

    /// The output layer: the sum of weight x clamped activation² over both accumulators.
    #[inline(always)]
    pub fn output(&self, mover: &[I16Block], opponent: &[I16Block], weights: &[I16Block]) -> i32 {
        debug_assert_eq!(mover.len() + opponent.len(), weights.len());
        // SAFETY: `new` has checked that the processor supports the instruction set of the function.
        unsafe { (self.output)(mover, opponent, weights) }
    }

    /// Three layers: the evaluation in internal units.
    #[inline(always)]
    pub fn layers(&self, mover: &[I16Block], opponent: &[I16Block], stack: &LayerStack) -> i32 {
        debug_assert_eq!(
            (mover.len() + opponent.len()) * LANES,
            2 * GROUP * stack.first.len()
        );
        // SAFETY: `new` has checked that the processor supports the instruction set of the function.
        unsafe { (self.layers)(mover, opponent, stack) }
    }
}
