//! The kernels for each instruction set.
//!
//! `Kernels` is a table of function pointers that is selected once; nothing is detected during a search. All kernels
//! compute the same scores.
//!
//! The environment variable `COMPONGO_SIMD` forces a level for tests: `scalar`, `neon`, `avx2` or `avx512`.

use super::layers::{GROUP, LayerStack};
use super::network::{I16Block, LANES};
use arrayvec::ArrayVec;
use once_cell::sync::Lazy;
use std::fmt;
use std::str::FromStr;

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
            let tile = const { largest_divisor(B, MAX_TILE) };
            for start in (0..B).step_by(tile) {
                let mut sums = [[zero(); PARTS]; MAX_TILE];
                for i in 0..tile {
                    sums[i] = load(&from[start + i]);
                }
                for &feature in &updates.added {
                    let row = &rows[usize::from(feature)];
                    for i in 0..tile {
                        let weights = load(&row[start + i]);
                        for part in 0..PARTS {
                            sums[i][part] = add(sums[i][part], weights[part]);
                        }
                    }
                }
                for &feature in &updates.removed {
                    let row = &rows[usize::from(feature)];
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
mod scalar;

/// The environment variable that forces a level.
pub const VARIABLE: &str = "COMPONGO_SIMD";

/// An instruction set level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// No SIMD instructions.
    Scalar,
    /// NEON of 64-bit ARM: 8 neurons at a time.
    Neon,
    /// AVX2: 16 neurons at a time.
    Avx2,
    /// AVX-512 with F, BW, VL and VNNI: 32 neurons at a time.
    Avx512,
}

/// The reasons why a level cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimdLevelError {
    /// The text is not the name of a level.
    #[error("'{0}' is none of scalar, neon, avx2, avx512")]
    Unknown(String),
    /// The processor does not support the level.
    #[error("this processor has no {0}")]
    Unavailable(SimdLevel),
}

impl SimdLevel {
    /// All levels, ascending.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Neon, Self::Avx2, Self::Avx512];

    /// True if this processor supports it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                    && std::arch::is_x86_feature_detected!("avx512vnni")
            }
            // Levels of other processors.
            _ => false,
        }
    }

    /// The levels that this processor supports, ascending.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_available())
    }

    /// The level that [`VARIABLE`] requests, or the best available one.
    ///
    /// # Errors
    /// The requested level is unknown or not available.
    pub fn requested() -> Result<Self, SimdLevelError> {
        match std::env::var_os(VARIABLE) {
            None => Ok(Self::best()),
            Some(name) => name.to_string_lossy().parse(),
        }
    }

    /// The level of this process: the requested one, or the best one if that cannot be used.
    pub fn active() -> Self {
        static ACTIVE: Lazy<SimdLevel> =
            Lazy::new(|| SimdLevel::requested().unwrap_or_else(|_| SimdLevel::best()));
        *ACTIVE
    }

    fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Scalar)
    }

    /// The name, as in [`VARIABLE`].
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SimdLevel {
    type Err = SimdLevelError;

    /// The level with this name, if it is available.
    fn from_str(name: &str) -> Result<Self, SimdLevelError> {
        let level = Self::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| SimdLevelError::Unknown(name.to_owned()))?;
        if level.is_available() {
            Ok(level)
        } else {
            Err(SimdLevelError::Unavailable(level))
        }
    }
}

/// The feature indices to add to an accumulator and to remove from it.
#[derive(Debug, Default)]
pub(super) struct FeatureUpdates {
    pub added: ArrayVec<u16, 32>,
    pub removed: ArrayVec<u16, 32>,
}

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

/// The largest divisor of a number that is at most `limit`.
const fn largest_divisor(number: usize, limit: usize) -> usize {
    let mut divisor = if number < limit { number } else { limit };
    while !number.is_multiple_of(divisor) {
        divisor -= 1;
    }
    divisor
}

#[inline(always)]
fn row<const B: usize>(blocks: &[I16Block]) -> &[I16Block; B] {
    blocks.try_into().expect("a row of the size of the kernel")
}

#[inline(always)]
fn row_mut<const B: usize>(blocks: &mut [I16Block]) -> &mut [I16Block; B] {
    blocks.try_into().expect("a row of the size of the kernel")
}
