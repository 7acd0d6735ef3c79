//! Openings that lead to different positions.

use super::opening::{Opening, game_over_reason};
use crate::board::Board;
use crate::laws::identity::PositionIdentity;
use std::collections::HashSet;

/// Successive failures before a generator of openings gives up.
const MAX_FAILURES: usize = 1000;

/// Draws openings until there are `count`, or until too many draws in a row have failed. A draw fails if it gives `None`,
/// if the opening ends the game or leads to a known position, or if `accepts` refuses that position. `accepts` is asked
/// only once about a position.
pub(super) fn distinct_openings<E>(
    count: usize,
    mut draw: impl FnMut() -> Result<Option<Opening>, E>,
    mut accepts: impl FnMut(&Board) -> bool,
) -> Result<Vec<Opening>, E> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut failures = 0;
    while openings.len() < count && failures < MAX_FAILURES {
        failures += 1;
        let Some(opening) = draw()? else {
            continue;
        };
        let end = opening.end();
        let is_new = game_over_reason(&end).is_none() && seen.insert(PositionIdentity::of(&end));
        if is_new && accepts(&end) {
            openings.push(opening);
            failures = 0;
        }
    }
    Ok(openings)
}
