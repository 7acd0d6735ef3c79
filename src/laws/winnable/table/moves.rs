//! Moving one man in all positions of a spot at once.

use super::class::Man;
use super::spot::Spot;
use crate::board::attacks::{between, king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Rank, Square};

impl Spot {
    /// The squares of the black king, among those of `wanted`, from which some move of the side to move leads into a set
    /// of legal positions: `here` for the moves within the class, `there` for captures and promotions.
    ///
    /// What a move may not do (expose its own king, land on the other) needs no thought: it leads to no legal position.
    /// Only the black king in the way of a man has to be taken out. Squares outside `wanted` may or may not be found.
    pub(super) fn origins(
        &self,
        wanted: u64,
        here: &impl Fn(&Self) -> u64,
        there: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let (spot, en_passant) = self.settled();
        let mut next = spot;
        next.stm = !self.stm;
        let mut found = match self.stm {
            Color::White => next.white_king_origins(here, there),
            Color::Black => next.black_king_origins(here, there),
        };
        for (index, man) in spot.men().iter().enumerate() {
            if man.man.color != self.stm || wanted & !found == 0 {
                continue;
            }
            found |= if man.man.piece == Piece::Pawn {
                next.pawn_origins(index, en_passant, here, there)
            } else {
                next.officer_origins(index, wanted & !found, here, there)
            };
        }
        found
    }

    fn white_king_origins(
        &self,
        here: &impl Fn(&Self) -> u64,
        there: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let mut found = 0;
        for to in king_attacks(self.king) {
            let mut after = *self;
            after.king = to;
            found |= match self.man_on(to) {
                None => here(&after),
                Some(at) if self.men()[at].man.color == Color::Black => there(&after.without(at)),
                Some(_) => 0,
            };
        }
        found
    }

    fn black_king_origins(
        &self,
        here: &impl Fn(&Self) -> u64,
        there: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let mut found = neighbours(here(self));
        for (at, man) in self.men().iter().enumerate() {
            if man.man.color == Color::White && there(&self.without(at)) & man.square.bb().0 != 0 {
                found |= king_attacks(man.square).0;
            }
        }
        found
    }

    fn officer_origins(
        &self,
        index: usize,
        wanted: u64,
        here: &impl Fn(&Self) -> u64,
        there: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let Man { man, square: from } = self.men()[index];
        let mut found = 0;
        for to in self.men()[index].attacks(self.occupied()) & !self.king.bb() {
            let after = self.moved(index, to);
            let origins = match self.man_on(to) {
                None => here(&after),
                Some(at) if self.men()[at].man.color != man.color => there(&after.without(at)),
                Some(_) => continue,
            };
            found |= origins & !between(from, to).0;
            if wanted & !found == 0 {
                break;
            }
        }
        found
    }

    fn pawn_origins(
        &self,
        index: usize,
        en_passant: Option<Square>,
        here: &impl Fn(&Self) -> u64,
        there: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let Man { man, square: from } = self.men()[index];
        let occupied = self.occupied();
        let last = Bitboard::rank(Rank::R8.relative_to(man.color));
        let arrive = |spot: &Self, index: usize, to: Square| -> u64 {
            if !last.has(to) {
                return 0;
            }
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
                .into_iter()
                .fold(0, |all, piece| {
                    let man = ColoredPiece { piece, ..man };
                    all | there(&spot.replaced(index, Man { man, square: to }))
                })
        };
        let mut found = 0;
        let once = from.bb().forward(man.color) & !occupied;
        if let Some(to) = once.first() {
            found |= if last.has(to) {
                arrive(self, index, to)
            } else {
                here(&self.moved(index, to))
            };
        }
        let third = Bitboard::rank(Rank::R3.relative_to(man.color));
        if let Some(to) = ((once & third).forward(man.color) & !occupied).first() {
            found |= here(&self.pushed_twice(index, to)) & !once.0;
        }
        for to in pawn_attacks(from, man.color) {
            let victim = match self.man_on(to) {
                Some(at) => Some(at).filter(|&at| self.men()[at].man.color != man.color),
                None => (en_passant == Some(to)).then_some(1 - index),
            };
            if let Some(victim) = victim {
                let after = self.moved(index, to).without(victim);
                found |= if last.has(to) {
                    arrive(&after, 0, to)
                } else {
                    there(&after)
                };
            }
        }
        found
    }

    /// The spot after a double step, which offers the capture en passant if a pawn of the other side can make it.
    fn pushed_twice(&self, index: usize, to: Square) -> Self {
        let Man { man, square: from } = self.men()[index];
        let crossed = between(from, to);
        let offered = self.men().iter().any(|other| {
            other.man.color != man.color
                && other.man.piece == Piece::Pawn
                && (pawn_attacks(other.square, other.man.color) & crossed).any()
        });
        if offered {
            self.moved(
                index,
                Square::new(to.file(), Rank::R1.relative_to(man.color)),
            )
        } else {
            self.moved(index, to)
        }
    }
}

/// The squares next to those of a set.
fn neighbours(set: u64) -> u64 {
    let set = Bitboard(set);
    let beside = set.left() | set.right();
    let row = set | beside;
    (beside | row.forward(Color::White) | row.forward(Color::Black)).0
}
