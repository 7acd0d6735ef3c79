//! Where a line of the helpmate search may end.

use crate::board::Board;
use crate::laws::material;
use crate::laws::winnable::table;
use crate::laws::winnable::winnability::WinnableProof;
use crate::types::{Color, Move};

/// Whether a line can end in this position.
pub(super) fn line_end(board: &Board, color: Color, table_pieces: u32) -> Option<LineEnd> {
    if board.in_check() && board.stm() != color && !board.has_legal_move() {
        return Some(LineEnd::Mate);
    }
    if board.occupied().count() > table_pieces || board.castling_rights().any() {
        return material::cannot_win(board, color).then_some(LineEnd::Lost);
    }
    Some(if table::can_win(board, color)? {
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
    /// The position is proved unwinnable.
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
