//! Dead positions that the men alone prove.

use crate::board::Board;
use crate::types::{Bitboard, Piece};

/// True if neither side can give mate by any series of legal moves because of the men that are left (Article 5.2.2):
/// kings alone, kings and one knight, or kings and bishops that all stand on squares of one colour.
///
/// False does not mean that mate is possible.
#[inline]
pub fn is_dead(board: &Board) -> bool {
    let heavy = board.kind(Piece::Pawn) | board.kind(Piece::Rook) | board.kind(Piece::Queen);
    if heavy.any() {
        return false;
    }
    let knights = board.kind(Piece::Knight);
    let bishops = board.kind(Piece::Bishop);
    if knights.is_empty() {
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
    } else {
        bishops.is_empty() && !knights.many()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn article_5_2_2_material() {
        for (fen, dead) in [
            ("8/8/4k3/8/8/8/4K3/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3N4/4K3/8 w - - 0 1", true),
            ("8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1", true),
            ("4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1", true),
            ("8/8/4k3/8/1b6/8/4BK2/8 w - - 0 1", false),
            ("kn6/2N5/1K6/8/8/8/8/8 b - - 0 1", false),
            ("k7/2N5/1KN5/8/8/8/8/8 b - - 0 1", false),
            ("8/8/4k3/4n3/8/3BK3/8/8 w - - 0 1", false),
            ("8/8/4k3/4p3/8/8/4K3/8 w - - 0 1", false),
            ("8/8/4k3/4r3/8/8/4K3/8 w - - 0 1", false),
        ] {
            assert_eq!(is_dead(&fen.parse().expect("valid FEN")), dead, "{fen}");
        }
    }
}
