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

use super::goal::MateGoal;
use super::table;
use super::winnability::WinnableProof;
use crate::board::Board;
use line_end::{LineEnd, line_end};

/// Positions for one greedy attempt.
const GREEDY_NODES: u64 = 192;

/// Searches for a line of legal moves that ends with mate, or in a position from which a bitbase proves that the goal can be
/// reached. For mating potential only the latter counts. A line is a proof; `None` proves nothing.
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
            debug_assert!(
                is_proof(board, goal, found.as_ref()),
                "{board} {goal:?} {found:?}"
            );
            return found;
        }
        seed += 1;
    }
    let found = best_first::search(board, goal, table_pieces, nodes_left, cancelled);
    debug_assert!(is_proof(board, goal, found.as_ref()));
    found
}

fn is_proof(board: &Board, goal: MateGoal, found: Option<&WinnableProof>) -> bool {
    let Some(WinnableProof::Line(moves) | WinnableProof::Table(moves)) = found else {
        return true;
    };
    let Some(winner) = goal.winner() else {
        return false;
    };
    let mut end = *board;
    moves.iter().all(|&mv| {
        let legal = end.is_legal(mv);
        if legal {
            end.play(mv);
        }
        legal
    }) && matches!(
        (found, line_end(&end, goal, winner, table::MAX_PIECES)),
        (Some(WinnableProof::Line(_)), Some(LineEnd::Mate))
            | (Some(WinnableProof::Table(_)), Some(LineEnd::Table))
    )
}
