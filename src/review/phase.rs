//! The phases of a game, by material and move number.

use crate::board::Board;
use crate::types::{Color, Piece};
use crate::util::word_enum::word_enum;

/// The last move of the opening, unless the endgame begins earlier.
pub const OPENING_MOVES: u16 = 12;

/// The most material per side in an endgame, without kings and pawns: a queen counts 9, a rook 5, bishop and knight 3.
/// So queen and rook on both sides is not an endgame, but two rooks and a bishop on both sides is.
pub const ENDGAME_MATERIAL: u32 = 13;

word_enum! {
    /// A phase of the game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum GamePhase {
        /// Up to move [`OPENING_MOVES`].
        Opening = "opening",
        /// Neither opening nor endgame.
        Middlegame = "middlegame",
        /// Neither side has more than [`ENDGAME_MATERIAL`].
        Endgame = "endgame",
    }
}

impl GamePhase {
    /// The phase of a position.
    pub fn of(board: &Board) -> Self {
        if Color::ALL
            .iter()
            .all(|&color| material(board, color) <= ENDGAME_MATERIAL)
        {
            Self::Endgame
        } else if board.fullmove_number() <= OPENING_MOVES {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }
}

/// The material of a side without king and pawns.
fn material(board: &Board, color: Color) -> u32 {
    const VALUES: [(Piece, u32); 4] = [
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    let of = |(piece, value)| board.colored_pieces(color, piece).count() * value;
    VALUES.into_iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_material_and_move_number() {
        for (fen, phase) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                GamePhase::Opening,
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 13",
                GamePhase::Middlegame,
            ),
            ("4k2r/8/8/8/8/8/8/QR2K3 w - - 0 40", GamePhase::Middlegame),
            ("rr2k1b1/8/8/8/8/8/8/RR2K1B1 w - - 0 40", GamePhase::Endgame),
            ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 3", GamePhase::Endgame),
        ] {
            let board: Board = fen.parse().expect(fen);
            assert_eq!(GamePhase::of(&board), phase, "{fen}");
        }
    }
}
