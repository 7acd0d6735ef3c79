//! Threats: which pieces are attacked, and which of them hang.

use crate::board::{AttackMap, Board};
use crate::types::{Bitboard, Color, Piece, Square};

/// The threatened pieces of both sides. In a network with threat inputs, each piece-square input has a version for each
/// [level](Self::level).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// The pieces that the other side attacks. Kings are never counted.
    attacked: Bitboard,
    /// The attacked pieces that are undefended, or that a less valuable piece attacks.
    hanging: Bitboard,
}

impl Threats {
    /// No threats.
    pub const NONE: Self = Self {
        attacked: Bitboard::EMPTY,
        hanging: Bitboard::EMPTY,
    };

    /// The number of levels.
    pub const LEVELS: usize = 3;

    /// The threats of a board.
    pub fn of(board: &Board) -> Self {
        let colors = Color::ALL.map(|color| board.colors(color));
        Self::among(colors, Piece::ALL.map(|piece| board.pieces(piece)))
    }

    /// The threats among these pieces, which are given by colour and by type. Pawns of the first colour move up the
    /// board.
    #[inline]
    pub fn among(colors: [Bitboard; 2], pieces: [Bitboard; 6]) -> Self {
        let occupied = colors[0] | colors[1];
        let maps = Color::ALL.map(|color| {
            let of = |piece: Piece| pieces[piece.index()] & colors[color.index()];
            AttackMap::new(of, color, occupied)
        });
        let mut threats = Self::NONE;
        for (own, (map, other)) in colors
            .into_iter()
            .zip([(maps[0], maps[1]), (maps[1], maps[0])])
        {
            let attacked = own & other.all & !pieces[Piece::King.index()];
            let by_lesser = |piece: Piece| pieces[piece.index()] & other.by_lesser(piece);
            let minor = by_lesser(Piece::Knight) | by_lesser(Piece::Bishop);
            let cheap = minor | by_lesser(Piece::Rook) | by_lesser(Piece::Queen);
            threats.attacked |= attacked;
            threats.hanging |= attacked & (!map.all | cheap);
        }
        threats
    }

    /// 0 for a piece that is not attacked, 1 for one that is attacked, 2 for one that hangs.
    #[inline(always)]
    pub fn level(self, square: Square) -> usize {
        usize::from(self.attacked.has(square)) + usize::from(self.hanging.has(square))
    }

    /// The squares whose level differs.
    #[inline(always)]
    pub fn changes(self, other: Self) -> Bitboard {
        (self.attacked ^ other.attacked) | (self.hanging ^ other.hanging)
    }
}
