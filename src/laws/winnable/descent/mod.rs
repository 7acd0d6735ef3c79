//! Finding a line to mate when both sides want it.
//!
//! Such a line need not be short, only quick to find. The plan that serves nearly every position of a game: keep one
//! man that can mate, let everything else be captured, the loser's men by the winner and the winner's spare men by the
//! loser, until the cooperative table of three men says that the rest is possible. [`greedy`] follows that plan with a
//! few operations on sets of squares per move. Where it fails, because there is nothing to mate with but knights and
//! bishops or because pawns lock each other, [`search`] looks for a way more patiently.

mod greedy;
mod kept;
mod search;
mod wish;

use super::{Possible, table};
use crate::board::Board;
use crate::laws::material;
use crate::types::{Color, Move};

/// Positions that one greedy attempt may take.
const ATTEMPT: u64 = 192;

/// Looks for a line of legal moves that ends with `color` giving mate, or in a position of which a table says that it
/// can. What is found is a proof; finding nothing proves nothing.
///
/// Takes the positions that it looks at from `nodes_left`, asks tables of at most `table_men` men, and `cancelled` now
/// and then.
pub(super) fn find(
    board: &Board,
    color: Color,
    table_men: u32,
    nodes_left: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> Option<Possible> {
    // Long enough to get around a stalemate, short enough to leave most of a large budget to the search.
    let reserve = *nodes_left - *nodes_left / 4;
    let mut seed = 1;
    while seed == 1 || (*nodes_left > reserve && seed < 8) {
        if cancelled() {
            return None;
        }
        let mut nodes = ATTEMPT.min(*nodes_left);
        *nodes_left -= nodes;
        let found = greedy::attempt(board, color, table_men, seed, &mut nodes);
        *nodes_left += nodes;
        if found.is_some() {
            debug_assert!(
                is_proof(board, color, found.as_ref()),
                "{board} {color} {found:?}"
            );
            return found;
        }
        seed += 1;
    }
    let found = search::search(board, color, table_men, nodes_left, cancelled);
    debug_assert!(is_proof(board, color, found.as_ref()));
    found
}

/// What a position on the way says about the mate by `color`.
fn ending(board: &Board, color: Color, table_men: u32) -> Option<Ending> {
    if board.in_check() && board.stm() != color && !board.has_legal_move() {
        return Some(Ending::Mate);
    }
    if board.occupied().count() > table_men || board.castling_rights().any() {
        return material::cannot_win(board, color).then_some(Ending::Lost);
    }
    Some(if table::verdict(board, color)? {
        Ending::Table
    } else {
        Ending::Lost
    })
}

/// How a line may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// With the mate.
    Mate,
    /// In a position of which the table says that the mate is possible.
    Table,
    /// In a position from which it is not.
    Lost,
}

impl Ending {
    fn proof(self, line: Vec<Move>) -> Option<Possible> {
        match self {
            Self::Mate => Some(Possible::Line(line)),
            Self::Table => Some(Possible::Table(line)),
            Self::Lost => None,
        }
    }
}

fn is_proof(board: &Board, color: Color, found: Option<&Possible>) -> bool {
    let Some(Possible::Line(moves) | Possible::Table(moves)) = found else {
        return true;
    };
    let mut end = *board;
    moves.iter().all(|&mv| {
        let legal = end.is_legal(mv);
        if legal {
            end.play(mv);
        }
        legal
    }) && matches!(
        (found, ending(&end, color, table::MAX_MEN)),
        (Some(Possible::Line(_)), Some(Ending::Mate))
            | (Some(Possible::Table(_)), Some(Ending::Table))
    )
}
