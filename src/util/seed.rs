//! Seeds that nobody has chosen.

use std::hash::{BuildHasher, RandomState};

/// A seed that differs from call to call and from process to process.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(())
}
