//! Insufficient material (Articles 5.2.2 and 6.9).
//!
//! Everything here is exact: a true answer holds for every position with this material. Two knights against a king, a
//! knight against a rook or bishops on squares of both colours can mate.

use crate::board::Board;
use crate::types::{Bitboard, Color, Piece};

/// True if neither side can give mate by any series of legal moves with this material (Article 5.2.2): kings alone,
/// kings and one knight, or kings and bishops that all stand on squares of one colour.
///
/// False does not mean that mate is possible.
#[inline]
pub fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if heavy.any() {
        return false;
    }
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if knights.is_empty() {
        on_one_color(bishops)
    } else {
        bishops.is_empty() && !knights.many()
    }
}

/// True if `color` cannot give mate by any series of legal moves with this material (Article 6.9):
///
/// * a bare king;
/// * a king and one knight against nothing but a king and queens;
/// * a king and bishops, if every bishop on the board stands on squares of one colour and there is neither a knight
///   nor a pawn. Such bishops cannot give double check in a game; in a set-up position they can, and it may be mate.
///
/// False does not mean that mate is possible.
#[inline]
pub fn cannot_win(board: &Board, color: Color) -> bool {
    let pawns = board.pieces(Piece::Pawn);
    let queens = board.pieces(Piece::Queen);
    let ours = board.colors(color);
    if ((pawns | queens | board.pieces(Piece::Rook)) & ours).any() {
        return false;
    }
    let king = board.pieces(Piece::King);
    let pieces = ours & !king;
    if pieces.is_empty() {
        return true;
    }
    let knights = board.pieces(Piece::Knight);
    if (pieces & knights).any() {
        let others = board.colors(!color) & !(king | queens);
        !pieces.many() && others.is_empty()
    } else {
        (knights | pawns).is_empty()
            && on_one_color(board.pieces(Piece::Bishop))
            && !board.checkers().many()
    }
}

#[inline]
fn on_one_color(squares: Bitboard) -> bool {
    (squares & Bitboard::LIGHT).is_empty() || (squares & Bitboard::DARK).is_empty()
}
