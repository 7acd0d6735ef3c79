//! Positions of at most four men, and their moves.

use crate::board::Board;
use crate::board::attacks::{king_attacks, pawn_attacks, piece_attacks};
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Rank, Square};

/// A man beside the kings, and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub man: ColoredPiece,
    pub square: Square,
}

/// Fills the room of men that are not there.
const NOBODY: Man = Man {
    man: ColoredPiece {
        color: Color::White,
        piece: Piece::King,
    },
    square: Square::A1,
};

/// What a pawn may become.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Two kings, at most two men beside them, and who has the move. There are no rights; a capture en passant is no part of
/// the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TablePosition {
    pub stm: Color,
    /// The kings of White and Black.
    pub kings: [Square; 2],
    men: [Man; 2],
    count: u8,
}

/// A move that has been made. It may be illegal: what is left behind says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableMove {
    /// The position after it.
    pub after: TablePosition,
    /// A capture or a pawn's move.
    pub zeroing: bool,
    /// A pawn's move over two squares.
    pub double: bool,
}

impl TablePosition {
    /// The kings alone.
    pub const fn kings(stm: Color, kings: [Square; 2]) -> Self {
        Self {
            stm,
            kings,
            men: [NOBODY; 2],
            count: 0,
        }
    }

    /// The position on a board of at most four men.
    pub fn of(board: &Board) -> Self {
        let mut position = Self::kings(board.stm(), Color::ALL.map(|color| board.king(color)));
        for square in board.occupied() & !board.pieces(Piece::King) {
            if let Some(man) = board.colored_piece_at(square) {
                position.add(Man { man, square });
            }
        }
        position
    }

    /// One more man, of at most two.
    pub const fn add(&mut self, man: Man) {
        self.men[self.count as usize] = man;
        self.count += 1;
    }

    /// The men beside the kings.
    pub fn men(&self) -> &[Man] {
        &self.men[..self.count as usize]
    }

    /// The same, to be changed.
    pub fn men_mut(&mut self) -> &mut [Man] {
        &mut self.men[..self.count as usize]
    }

    fn without(mut self, index: usize) -> Self {
        self.men[index] = self.men[1];
        self.men[1] = NOBODY;
        self.count -= 1;
        self
    }

    fn squares(&self, color: Color) -> Bitboard {
        self.men()
            .iter()
            .filter(|man| man.man.color == color)
            .fold(self.kings[color.index()].bb(), |squares, man| {
                squares | man.square.bb()
            })
    }

    fn occupied(&self) -> Bitboard {
        self.squares(Color::White) | self.squares(Color::Black)
    }

    fn attacks(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        self.men()
            .iter()
            .filter(|man| man.man.color == color)
            .fold(king_attacks(self.kings[color.index()]), |squares, man| {
                squares | man.attacks(occupied)
            })
    }

    /// True if no two men share a square, no pawn stands on the edge, and the side that has just moved is not in check.
    pub fn is_legal(&self) -> bool {
        let edges = Bitboard::rank(Rank::R1) | Bitboard::rank(Rank::R8);
        let mut men = self.men().iter();
        self.occupied().count() == 2 + u32::from(self.count)
            && men.all(|man| man.man.piece != Piece::Pawn || !edges.has(man.square))
            && !self.attacks(self.stm).has(self.kings[(!self.stm).index()])
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.attacks(!self.stm).has(self.kings[self.stm.index()])
    }

    /// The position after a capture en passant of the pawn that has just moved over two squares, if there is a pawn to
    /// take it. The capture may be illegal.
    pub fn en_passant(&self) -> Option<Self> {
        let index = self.men().iter().position(|man| {
            man.man.color == self.stm && man.man.piece == Piece::Pawn && self.count == 2
        })?;
        let prey = self.men[1 - index];
        let from = self.men[index].square;
        let neighbours =
            from.offset(1, 0) == Some(prey.square) || from.offset(-1, 0) == Some(prey.square);
        if prey.man.color == self.stm || prey.man.piece != Piece::Pawn || !neighbours {
            return None;
        }
        let mut after = *self;
        after.men[index].square = prey.square.bb().forward(self.stm).first()?;
        after.stm = !self.stm;
        Some(after.without(1 - index))
    }

    /// Calls `visit` with every move but castling and captures en passant, legal or not, until it says no.
    pub fn each_step(&self, mut visit: impl FnMut(TableMove) -> bool) {
        let us = self.stm;
        let mut next = *self;
        next.stm = !us;
        let occupied = self.occupied();
        let prey = self.squares(!us) & !self.kings[(!us).index()].bb();
        let landing = !occupied | prey;
        for to in king_attacks(self.kings[us.index()]) & landing {
            let mut after = next;
            after.kings[us.index()] = to;
            if !visit(after.taking(to, us)) {
                return;
            }
        }
        for (index, man) in self.men().iter().enumerate() {
            if man.man.color != us {
                continue;
            }
            let pawn = man.man.piece == Piece::Pawn;
            let once = man.square.bb().forward(us) & !occupied;
            let targets = if pawn {
                once | man.attacks(occupied) & prey
            } else {
                man.attacks(occupied) & landing
            };
            for to in targets {
                let mut after = next;
                after.men[index].square = to;
                let promotes = pawn && to.rank().relative_to(us) == Rank::R8;
                let pieces = if promotes {
                    &PROMOTIONS[..]
                } else {
                    &[man.man.piece][..]
                };
                for &piece in pieces {
                    after.men[index].man.piece = piece;
                    let mut step = after.taking(to, us);
                    step.zeroing |= pawn;
                    if !visit(step) {
                        return;
                    }
                }
            }
            if pawn && man.square.rank().relative_to(us) == Rank::R2 {
                for to in once.forward(us) & !occupied {
                    let mut after = next;
                    after.men[index].square = to;
                    let step = TableMove {
                        after,
                        zeroing: true,
                        double: true,
                    };
                    if !visit(step) {
                        return;
                    }
                }
            }
        }
    }

    /// The move that has just ended on `to`, what stood there being taken.
    fn taking(self, to: Square, us: Color) -> TableMove {
        let victim = self
            .men()
            .iter()
            .position(|man| man.man.color != us && man.square == to);
        TableMove {
            after: victim.map_or(self, |index| self.without(index)),
            zeroing: victim.is_some(),
            double: false,
        }
    }

    /// Calls `visit` with every position from which a move that is neither capture nor pawn move leads here. It may be
    /// illegal.
    pub fn each_origin(&self, mut visit: impl FnMut(Self)) {
        let them = !self.stm;
        let mut before = *self;
        before.stm = them;
        let occupied = self.occupied();
        for from in king_attacks(self.kings[them.index()]) & !occupied {
            let mut before = before;
            before.kings[them.index()] = from;
            visit(before);
        }
        for (index, man) in self.men().iter().enumerate() {
            if man.man.color == them && man.man.piece != Piece::Pawn {
                for from in man.attacks(occupied) & !occupied {
                    let mut before = before;
                    before.men[index].square = from;
                    visit(before);
                }
            }
        }
    }

    /// The same position with all squares moved by a symmetry of the board.
    pub fn map(mut self, square: impl Fn(Square) -> Square) -> Self {
        self.kings = self.kings.map(&square);
        for man in self.men_mut() {
            man.square = square(man.square);
        }
        self
    }

    /// The same position with the colours changed.
    pub fn flipped(self) -> Self {
        let mut flipped = self.map(Square::flip_rank);
        flipped.kings.swap(0, 1);
        flipped.stm = !self.stm;
        for man in flipped.men_mut() {
            man.man.color = !man.man.color;
        }
        flipped
    }
}

impl Man {
    fn attacks(self, occupied: Bitboard) -> Bitboard {
        match self.man.piece {
            Piece::Pawn => pawn_attacks(self.square, self.man.color),
            piece => piece_attacks(piece, self.square, occupied),
        }
    }
}
