//! Instruction set levels, and the choice of one.

use crate::util::word_enum::word_enum;
use once_cell::sync::Lazy;
use std::str::FromStr;

/// The environment variable that forces a level.
pub const VARIABLE: &str = "COMPONGO_SIMD";

word_enum! {
    /// An instruction set level; the levels are declared in ascending order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum SimdLevel {
        /// No SIMD instructions.
        Scalar = "scalar",
        /// NEON of 64-bit ARM: 8 neurons at a time.
        Neon = "neon",
        /// AVX2: 16 neurons at a time.
        Avx2 = "avx2",
        /// AVX-512 with F, BW, VL and VNNI: 32 neurons at a time.
        Avx512 = "avx512",
    }
}

/// The reasons why a level cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimdLevelError {
    /// The text is not the name of a level.
    #[error("'{0}' is not one of scalar, neon, avx2, avx512")]
    Unknown(String),
    /// The processor does not support the level.
    #[error("this processor has no {0}")]
    Unavailable(SimdLevel),
}

impl SimdLevel {
    /// True if this processor supports the level.
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
}

impl FromStr for SimdLevel {
    type Err = SimdLevelError;

    /// The level with this name, if it is available.
    fn from_str(name: &str) -> Result<Self, SimdLevelError> {
        let level = Self::ALL
            .into_iter()
            .find(|level| level.as_str().eq_ignore_ascii_case(name))
            .ok_or_else(|| SimdLevelError::Unknown(name.to_owned()))?;
        if level.is_available() {
            Ok(level)
        } else {
            Err(SimdLevelError::Unavailable(level))
        }
    }
}
