//! Random openings that are balanced.

use crate::arbiter::MatchSettings;
use crate::arbiter::openings::{self, Opening};
use crate::engine::fixed_depth::FixedDepthSearch;
use std::io;

/// The highest score of a short search for either side, in centipawns.
const BALANCE: i32 = 60;
/// The depth of that search, in plies. The openings of a seed depend on it.
const DEPTH: u16 = 4;

/// Generates so many openings; fewer if there are not as many. They depend on the settings and this program only.
///
/// # Errors
/// The system refuses memory or threads.
pub fn generate(settings: &MatchSettings, plies: usize, count: usize) -> io::Result<Vec<Opening>> {
    let mut search = FixedDepthSearch::new(DEPTH)?;
    let mut refused = None;
    let mut balanced = |board: &_| match search.score(board) {
        Ok(score) => score.value().abs() <= BALANCE,
        Err(error) => {
            refused = Some(error);
            false
        }
    };
    let found = openings::random_openings(
        count,
        plies,
        settings.seed,
        settings.chess960,
        &mut balanced,
    );
    refused.map_or(Ok(found), Err)
}
