//! Insufficient material (Articles 5.2.2 and 6.9).
//!
//! Everything here is exact: a true answer holds for every position with this material. Two knights against a king, a
//! knight against a rook or bishops on squares of both colours can mate.

use crate::board::Board;
use crate::types::{Bitboard, Color, Piece};

/// True if neither side can give mate by any series of legal moves with this material (Article 5.2.2):
/// kings alone, kings and one knight, or kings and bishops that all stand on squares of one colour.
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
///   nor a pawn.
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
        (knights | pawns).is_empty() && on_one_color(board.pieces(Piece::Bishop))
    }
}

#[inline]
fn on_one_color(squares: Bitboard) -> bool {
    (squares & Bitboard::LIGHT).is_empty() || (squares & Bitboard::DARK).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position, whether White and whether Black is proved unable to win.
    const VECTORS: [(&str, bool, bool); 17] = [
        ("8/8/4k3/8/8/8/4K3/8 w - - 0 1", true, true),
        ("8/8/4k3/8/8/3N4/4K3/8 w - - 0 1", true, true),
        ("8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1", true, true),
        ("4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1", true, true),
        ("8/8/4k3/8/1b6/8/4BK2/8 w - - 0 1", false, false),
        ("kn6/2N5/1K6/8/8/8/8/8 b - - 0 1", false, false),
        ("k7/2N5/1KN5/8/8/8/8/8 b - - 0 1", false, true),
        ("8/8/4k3/4n3/8/3BK3/8/8 w - - 0 1", false, false),
        ("8/8/4k3/4p3/8/3NK3/8/8 w - - 0 1", false, false),
        ("8/8/4k3/4q3/8/3NK3/8/8 w - - 0 1", true, false),
        ("8/8/4kq2/4q3/8/3NK3/8/8 w - - 0 1", true, false),
        ("8/8/4k3/4r3/8/3NK3/8/8 w - - 0 1", false, false),
        ("8/8/4k3/4r3/8/3BK3/8/8 w - - 0 1", true, false),
        ("8/8/4kq2/4r3/8/3BK3/8/8 w - - 0 1", true, false),
        ("8/8/4kb2/4r3/8/3BK3/8/8 w - - 0 1", false, false),
        ("8/8/4kb2/4r3/5B2/4K3/8/8 w - - 0 1", true, false),
        ("8/8/4k3/4p3/8/8/4K3/8 w - - 0 1", true, false),
    ];

    #[test]
    fn article_6_9_and_5_2_2_material() {
        for (fen, white, black) in VECTORS {
            let board: Board = fen.parse().expect("valid FEN");
            assert_eq!(cannot_win(&board, Color::White), white, "White in {fen}");
            assert_eq!(cannot_win(&board, Color::Black), black, "Black in {fen}");
            assert_eq!(is_dead(&board), white && black, "{fen}");
            let flipped = board.flipped();
            assert_eq!(
                cannot_win(&flipped, Color::Black),
                white,
                "Black in flipped {fen}"
            );
            assert_eq!(
                cannot_win(&flipped, Color::White),
                black,
                "White in flipped {fen}"
            );
        }
    }
}
