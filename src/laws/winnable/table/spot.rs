//! Sixty-four positions at once: all that differ in the square of the black king only.

use super::class::{Class, Man};
use crate::board::Board;
use crate::board::attacks::{between, king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Rank, Square};

/// Where all men but the black king stand, and who has the move. White is the side that wants to mate.
///
/// A pawn that can be captured en passant is held on the first rank of its side, where no other pawn stands. With two
/// men that takes a pawn of each side, and the capture is then always legal: it leaves two kings and a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    men: [Man; 2],
    count: u8,
    /// The white king.
    pub(super) king: Square,
    pub(super) stm: Color,
}

/// Fills the room of men that are not there.
const NOBODY: Man = Man {
    man: ColoredPiece {
        color: Color::White,
        piece: Piece::King,
    },
    square: Square::A1,
};

impl Spot {
    /// The spot of a board of at most four men without castling rights, as `color` sees it who takes White's part, and
    /// the square of the other king.
    pub(super) fn of(board: &Board, color: Color) -> (Self, Square) {
        let seen = |square: Square| square.relative_to(color);
        let as_white = |side: Color| {
            if side == color {
                Color::White
            } else {
                Color::Black
            }
        };
        let mut spot = Self {
            men: [NOBODY; 2],
            count: 0,
            king: seen(board.king(color)),
            stm: as_white(board.stm()),
        };
        for square in board.occupied() & !board.pieces(Piece::King) {
            if let Some(man) = board.colored_piece_at(square) {
                let pushed = board.en_passant().is_some() && man.color != board.stm();
                let man = ColoredPiece {
                    color: as_white(man.color),
                    piece: man.piece,
                };
                let square = seen(square);
                let square = if pushed && man.piece == Piece::Pawn {
                    Square::new(square.file(), Rank::R1.relative_to(man.color))
                } else {
                    square
                };
                spot.add(Man { man, square });
            }
        }
        (spot, seen(board.king(!color)))
    }

    /// The spot of a class with given squares for its men, in the order of the class.
    pub(super) fn new(class: Class, squares: [Square; 2], king: Square, stm: Color) -> Self {
        let mut spot = Self {
            men: [NOBODY; 2],
            count: 0,
            king,
            stm,
        };
        for (man, square) in class.men().zip(squares) {
            spot.men[spot.count as usize] = Man { man, square };
            spot.count += 1;
        }
        spot
    }

    /// The men beside the kings, in the order of their class.
    pub(super) fn men(&self) -> &[Man] {
        &self.men[..self.count as usize]
    }

    /// Puts a man where the order of its class wants it.
    fn add(&mut self, man: Man) {
        if self.count == 1 && man.man.index() < self.men[0].man.index() {
            self.men[1] = self.men[0];
            self.men[0] = man;
        } else {
            self.men[self.count as usize] = man;
        }
        self.count += 1;
    }

    pub(super) fn class(&self) -> Class {
        Class::of(self.men())
    }

    /// The place in the table of the class; the white king must stand on one of the files a to d.
    #[inline]
    pub(super) fn index(&self) -> usize {
        let squares = self.men().iter().fold(self.stm.index(), |index, man| {
            index * 64 + man.square.index()
        });
        squares * 32 + self.king.rank().index() * 4 + self.king.file().index()
    }

    /// The number of words in the table of a class.
    pub(super) fn words(class: Class) -> usize {
        class.men().fold(64, |words, _| words * 64)
    }

    /// True if the word of this spot is stored under its mirror image.
    #[inline]
    pub(super) const fn is_right(&self) -> bool {
        self.king as u8 & 4 != 0
    }

    /// The spot with the files mirrored.
    #[inline]
    pub(super) fn mirrored(&self) -> Self {
        let mirror = |square: Square| Square::from_index(square as u8 ^ 7);
        let mut spot = *self;
        spot.king = mirror(self.king);
        for man in &mut spot.men {
            man.square = mirror(man.square);
        }
        spot
    }

    /// The spot without one of its men.
    pub(super) fn without(&self, index: usize) -> Self {
        let mut spot = *self;
        spot.men = [self.men[1 - index], NOBODY];
        spot.count -= 1;
        spot
    }

    /// The spot with another man instead of one of its own.
    pub(super) fn replaced(&self, index: usize, man: Man) -> Self {
        if self.count == 1 {
            let mut spot = *self;
            spot.men[0] = man;
            return spot;
        }
        let mut spot = self.without(index);
        spot.add(man);
        spot
    }

    /// The spot with one of its men on another square.
    #[inline]
    pub(super) fn moved(&self, index: usize, square: Square) -> Self {
        let mut spot = *self;
        spot.men[index].square = square;
        spot
    }

    /// All occupied squares but that of the black king.
    pub(super) fn occupied(&self) -> Bitboard {
        self.men()
            .iter()
            .fold(self.king.bb(), |all, man| all | man.square.bb())
    }

    /// The number of the man on a square.
    pub(super) fn man_on(&self, square: Square) -> Option<usize> {
        self.men().iter().position(|man| man.square == square)
    }

    /// The pawn held on its first rank, if there is one.
    fn pushed(&self) -> Option<usize> {
        self.men().iter().position(|man| {
            man.man.piece == Piece::Pawn && man.square.rank().relative_to(man.man.color) == Rank::R1
        })
    }

    /// The spot with all pawns where they really stand, and the target of the capture en passant.
    pub(super) fn settled(&self) -> (Self, Option<Square>) {
        match self.pushed() {
            None => (*self, None),
            Some(index) => {
                let Man { man, square } = self.men[index];
                let on = |rank: Rank| Square::new(square.file(), rank.relative_to(man.color));
                (self.moved(index, on(Rank::R4)), Some(on(Rank::R3)))
            }
        }
    }

    /// The squares that the black king may stand on: no two men share a square, pawns stand where they can, and the side
    /// that has just moved is not in check.
    pub(super) fn legal(&self) -> u64 {
        let (spot, en_passant) = self.settled();
        let occupied = spot.occupied();
        if occupied.count() != u32::from(spot.count) + 1 {
            return 0;
        }
        let edges = Bitboard::rank(Rank::R1) | Bitboard::rank(Rank::R8);
        if spot
            .men()
            .iter()
            .any(|man| man.man.piece == Piece::Pawn && edges.has(man.square))
        {
            return 0;
        }
        let mut free = !occupied & !king_attacks(spot.king);
        if let Some(target) = en_passant {
            let origin = target.bb().forward(self.stm);
            let can_capture = spot.men().iter().any(|man| {
                man.man.color == self.stm
                    && man.man.piece == Piece::Pawn
                    && pawn_attacks(man.square, self.stm).has(target)
            });
            let crossed = target.bb() | origin;
            if !can_capture || (crossed & occupied).any() {
                return 0;
            }
            free &= !crossed;
        }
        for man in spot.men() {
            let attacked = man.attacks(occupied);
            match (self.stm, man.man.color) {
                (Color::White, Color::White) => free &= !attacked,
                (Color::Black, Color::Black) if attacked.has(spot.king) => {
                    free &= between(man.square, spot.king);
                }
                _ => {}
            }
        }
        free.0
    }

    /// The squares on which the black king is in check.
    pub(super) fn checked(&self) -> u64 {
        let (spot, _) = self.settled();
        let occupied = spot.occupied();
        spot.men()
            .iter()
            .filter(|man| man.man.color == Color::White)
            .fold(0, |all, man| all | man.attacks(occupied).0)
    }
}
