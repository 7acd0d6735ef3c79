//! Moves of pieces from square to square.

use crate::board::Board;
use crate::types::{Move, MoveKind, Piece, Square};

/// A piece's move from one square to another, except castling; it may be illegal.
///
/// `None` if both squares are the same or the promotion is impossible.
pub(super) fn plain_move(
    board: &Board,
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> Option<Move> {
    if from == to || promotion.is_some() && piece != Piece::Pawn {
        return None;
    }
    let capture = board.colors(!board.stm()).has(to);
    let kind = match promotion {
        Some(promotion) => MoveKind::promotion(promotion, capture)?,
        None if capture => MoveKind::Capture,
        None if piece == Piece::Pawn && from.file() != to.file() => MoveKind::EnPassant,
        None if piece == Piece::Pawn && from.rank().index().abs_diff(to.rank().index()) == 2 => {
            MoveKind::DoublePush
        }
        None => MoveKind::Quiet,
    };
    Some(Move::new(from, to, kind))
}
