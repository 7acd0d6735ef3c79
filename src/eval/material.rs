//! Material evaluation: generation 0 of the lineage of networks.

use crate::board::Board;
use crate::types::{Color, Piece};

/// Piece values in internal units.
const VALUES: [(Piece, i32); 5] = [
    (Piece::Pawn, 100),
    (Piece::Knight, 300),
    (Piece::Bishop, 300),
    (Piece::Rook, 500),
    (Piece::Queen, 900),
];

/// Material balance for the side to move, in internal units, plus noise of at most 8 derived from the Zobrist key, so
/// that quiet moves get different scores.
pub(super) fn evaluate(board: &Board) -> i32 {
    let stm = board.stm();
    let count = |color: Color, piece| board.colored_pieces(color, piece).count() as i32;
    let material: i32 = VALUES
        .iter()
        .map(|&(piece, value)| value * (count(stm, piece) - count(!stm, piece)))
        .sum();
    material + (board.key().0 % 17) as i32 - 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::chess960_startpos;
    use std::collections::BTreeSet;

    #[test]
    fn material_is_counted_for_the_side_to_move() {
        for (fen, material) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/PP6/QRBNK3 w - - 0 1", 2200),
            ("4k3/8/8/8/8/8/PP6/QRBNK3 b - - 0 1", -2200),
            ("rnbqk3/p7/8/8/8/8/8/4K3 w - - 0 1", -2100),
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            assert!((evaluate(&board) - material).abs() <= 8, "{fen}");
        }
    }

    #[test]
    fn every_noise_occurs() {
        let seen: BTreeSet<i32> = (0..400)
            .map(|number| evaluate(&chess960_startpos(number)))
            .collect();
        assert_eq!(seen, (-8..=8).collect());
    }
}
