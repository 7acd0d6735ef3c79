//! Where a line of the helpmate search may end.

use crate::board::Board;
use crate::laws::winnable::goal::{MateGoal, is_mated};
use crate::laws::winnable::table;
use crate::laws::winnable::winnability::WinnableProof;
use crate::types::{Color, Move};

/// Whether a line can end in this position. A search for mating potential does not end with mate: it goes on to a position
/// that a bitbase knows.
pub(super) fn line_end(
    board: &Board,
    goal: MateGoal,
    winner: Color,
    table_pieces: u32,
) -> Option<LineEnd> {
    if board.stm() != winner && is_mated(board) {
        return Some(if goal == MateGoal::Potential(winner) {
            LineEnd::Lost
        } else {
            LineEnd::Mate
        });
    }
    if board.piece_count() > table_pieces || board.castling_rights().any() {
        return goal.is_excluded_by_material(board).then_some(LineEnd::Lost);
    }
    Some(if table::ask(board, goal)? {
        LineEnd::Table
    } else {
        LineEnd::Lost
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnd {
    Mate,
    /// A bitbase proves the position winnable.
    Table,
    /// The goal cannot be reached from here.
    Lost,
}

impl LineEnd {
    pub fn proof(self, line: Vec<Move>) -> Option<WinnableProof> {
        match self {
            Self::Mate => Some(WinnableProof::Line(line)),
            Self::Table => Some(WinnableProof::Table(line)),
            Self::Lost => None,
        }
    }
}
