//! Helpmate search: a line to mate with both sides cooperating.
//!
//! The line need not be short, only quick to find. One plan works in nearly every position of a game: keep one piece
//! that can mate and let everything else be captured (the loser's pieces by the winner, the winner's spare pieces by
//! the loser) until the bitbase of three pieces says that mate is possible. [`greedy`] follows that plan with a few
//! bitboard operations per move. It fails if only knights and bishops are left to mate, or if pawns block each other;
//! then [`best_first`] searches.

mod best_first;
mod greedy;
mod line_end;
mod mating_material;
mod preferences;

use super::goal::{MateGoal, after_all};
use super::table;
use super::winnability::WinnableProof;
use crate::board::Board;
use line_end::{LineEnd, line_end};

/// Positions for one greedy attempt.
const GREEDY_NODES: u64 = 192;

/// Searches for a line of legal moves that ends with mate, or in a position from which a bitbase proves that the goal can be
/// reached. For mating potential only the latter counts. A line is a proof, which has been replayed; `None` proves
/// nothing.
///
/// Subtracts the positions visited from `nodes_left`, probes bitbases of at most `table_pieces` pieces, and polls
/// `cancelled`.
pub(super) fn find(
    board: &Board,
    goal: MateGoal,
    table_pieces: u32,
    nodes_left: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> Option<WinnableProof> {
    let found = search(board, goal, table_pieces, nodes_left, cancelled)?;
    let is_proof = is_proof(board, goal, &found);
    debug_assert!(is_proof, "{board} {goal:?} {found:?}");
    is_proof.then_some(found)
}

fn search(
    board: &Board,
    goal: MateGoal,
    table_pieces: u32,
    nodes_left: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> Option<WinnableProof> {
    // Enough attempts to get around stalemates, few enough to leave most of a large budget to the search.
    let reserve = *nodes_left - *nodes_left / 4;
    let mut seed = 1;
    while seed == 1 || (*nodes_left > reserve && seed < 8) {
        if cancelled() {
            return None;
        }
        let mut nodes = GREEDY_NODES.min(*nodes_left);
        *nodes_left -= nodes;
        let found = greedy::attempt(board, goal, table_pieces, seed, &mut nodes);
        *nodes_left += nodes;
        if found.is_some() {
            return found;
        }
        seed += 1;
    }
    best_first::search(board, goal, table_pieces, nodes_left, cancelled)
}

/// Replays a line. True if it ends with mate, or in a position from which a bitbase proves that the goal can be reached.
fn is_proof(board: &Board, goal: MateGoal, found: &WinnableProof) -> bool {
    let (WinnableProof::Line(moves) | WinnableProof::Table(moves)) = found;
    let end = after_all(board, moves);
    let winner = goal.winner();
    let end = winner.and_then(|winner| line_end(&end, goal, winner, table::MAX_PIECES));
    match found {
        WinnableProof::Line(_) => end == Some(LineEnd::Mate),
        WinnableProof::Table(_) => end == Some(LineEnd::Table),
    }
}
