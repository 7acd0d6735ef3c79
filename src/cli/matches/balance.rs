//! Openings by lot that give neither side much.

use crate::arbiter::MatchSettings;
use crate::arbiter::openings::{self, Opening};
use crate::engine::glance::Glance;
use std::io;

/// What a short search may say at most for either side, in centipawns.
const BALANCE: i32 = 60;
/// The depth of that search, in plies. It is part of what openings follow from.
const DEPTH: u16 = 4;

/// Draws so many openings; fewer if there are not as many. They follow from the settings and this program.
///
/// # Errors
/// The system refuses memory or threads.
pub fn draw(settings: &MatchSettings, plies: usize, count: usize) -> io::Result<Vec<Opening>> {
    let mut glance = Glance::new(DEPTH)?;
    let mut refused = None;
    let mut balanced = |board: &_| match glance.score(board) {
        Ok(score) => score.value().abs() <= BALANCE,
        Err(error) => {
            refused = Some(error);
            false
        }
    };
    let drawn = openings::random_openings(
        count,
        plies,
        settings.seed,
        settings.chess960,
        &mut balanced,
    );
    refused.map_or(Ok(drawn), Err)
}
