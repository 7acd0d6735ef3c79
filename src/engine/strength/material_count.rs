//! The material that a player counts without a search: what a move wins at once, and what the opponent can take after
//! it.

use crate::board::Board;
use crate::board::MoveStage;
use crate::search::params::SEE_VALUES;
use crate::search::see_ge;
use crate::types::{Move, MoveList, Piece, Square};

/// The material that a move wins minus what hangs after it, in internal units of [`SEE_VALUES`]. What hangs is the
/// opponent's best exchange plus the best one on another square, since the player can prevent only one of the two.
pub(super) fn material_balance(board: &Board, mv: Move) -> i32 {
    let value = |piece: Piece| SEE_VALUES[piece.index()];
    let gain = board.captured_piece(mv).map_or(0, value)
        + mv.promotion()
            .map_or(0, |piece| value(piece) - value(Piece::Pawn));
    let mut after = *board;
    after.play(mv);
    let mut replies = MoveList::new();
    after.generate(MoveStage::Noisy, &mut replies);
    let mut won = [0; Square::COUNT];
    for reply in replies {
        let won = &mut won[reply.to().index()];
        *won = exchange_above(&after, reply, *won);
    }
    won.sort_unstable();
    gain - won.iter().rev().take(2).sum::<i32>()
}

/// The value of the exchange that a capture or promotion starts, if it is more than `least`; otherwise `least`.
fn exchange_above(board: &Board, mv: Move, least: i32) -> i32 {
    if !see_ge(board, mv, least + 1) {
        return least;
    }
    // At most, a queen is captured and another one is promoted.
    let (mut low, mut high) = (least + 1, 2 * SEE_VALUES[Piece::Queen.index()]);
    while low < high {
        let middle = (low + high + 1) / 2;
        if see_ge(board, mv, middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci_move;

    #[test]
    fn a_balance_is_what_is_won_less_what_is_left_to_take() {
        for (fen, mv, balance) in [
            // A rook moves to an attacked square, and a pawn hangs; a knight captures and can be captured, and so can a
            // rook.
            (
                "r5k1/4b3/1Bp2R2/P2p4/2pPb3/2P4r/3N4/K4R2 w - - 3 60",
                "f6h6",
                -625 - 100,
            ),
            (
                "r5k1/4b3/1Bp2R2/P2p4/2pPb3/2P4r/3N4/K4R2 w - - 3 60",
                "d2e4",
                400 - 375 - (625 - 400),
            ),
            // A bishop captures a queen and is captured by a bishop.
            (
                "2Qbr1k1/N2b4/1p1q2pB/2p2p1p/2pp4/2P2PP1/1P5P/5RK1 b - - 0 31",
                "d7c8",
                1200 - 400,
            ),
            // A pawn promotes, to a queen or to a bishop.
            ("8/3P4/8/5k2/8/8/8/1K6 w - - 0 1", "d7d8q", 1100),
            ("8/3P4/8/5k2/8/8/8/1K6 w - - 0 1", "d7d8b", 300),
            // The opponent promotes to a queen.
            ("8/8/8/8/8/1k6/6p1/4K3 w - - 0 1", "e1d2", -1100),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0),
        ] {
            let board: Board = fen.parse().expect("a position");
            let mv = uci_move::parse(&board, mv).expect("a legal move");
            assert_eq!(material_balance(&board, mv), balance, "{fen} {mv:?}");
        }
    }
}
