//! Random balanced openings.

use crate::engine::fixed_depth::FixedDepthSearch;
use crate::match_runner::openings::{self, Opening, OpeningStart};
use std::io;

/// The highest score that a short search may give either side, in internal units.
const BALANCE: i32 = 60;
/// The depth of that search, in plies. The openings of a seed depend on it, so it must not change.
const DEPTH: u16 = 4;

/// Random half-moves per opening, unless another number is given.
pub const BALANCED_PLIES: usize = 8;

/// Generates `count` openings, or fewer if there are not enough. They depend only on the arguments and this program.
pub fn generate(
    start: OpeningStart<'_>,
    plies: usize,
    seed: u64,
    count: usize,
) -> io::Result<Vec<Opening>> {
    let mut search = FixedDepthSearch::new(DEPTH)?;
    let mut refused = None;
    let mut balanced = |board: &_| match search.score(board) {
        Ok(score) => score.value().abs() <= BALANCE,
        Err(error) => {
            refused = Some(error);
            false
        }
    };
    let found = openings::random_openings(count, plies, seed, start, &mut balanced);
    refused.map_or(Ok(found), Err)
}
