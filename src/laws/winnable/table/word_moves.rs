//! Moving one piece in all 64 positions of a table index at once.

use super::PlacedPiece;
use super::table_index::TableIndex;
use crate::board::attacks::{between, king_attacks, pawn_attacks};
use crate::laws::winnable::reachable::all_king_attacks;
use crate::types::{Bitboard, Color, Piece, Rank, Square};

impl TableIndex {
    /// The squares of the black king in `wanted` from which some move of the side to move leads into a set of legal
    /// positions: `same_material` for ordinary moves, `other_material` for captures and promotions.
    ///
    /// Moves that expose the own king or land on a piece of the same colour lead to no legal position, so they need no
    /// test. Only the black king must be removed from the path of a slider. Squares outside `wanted` may or may not be
    /// in the result.
    pub(super) fn predecessors(
        &self,
        wanted: u64,
        same_material: &impl Fn(&Self) -> u64,
        other_material: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let (index, en_passant) = self.decoded();
        let mut next = index;
        next.stm = !self.stm;
        let mut found = match self.stm {
            Color::White => next.white_king_predecessors(same_material, other_material),
            Color::Black => next.black_king_predecessors(same_material, other_material),
        };
        for (at, placed) in index.pieces().iter().enumerate() {
            if placed.color != self.stm || wanted & !found == 0 {
                continue;
            }
            found |= if placed.piece == Piece::Pawn {
                next.pawn_predecessors(at, en_passant, same_material, other_material)
            } else {
                next.piece_predecessors(at, wanted & !found, same_material, other_material)
            };
        }
        found
    }

    fn white_king_predecessors(
        &self,
        same_material: &impl Fn(&Self) -> u64,
        other_material: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let mut found = 0;
        for to in king_attacks(self.king) {
            let mut after = *self;
            after.king = to;
            found |= match self.piece_on(to) {
                None => same_material(&after),
                Some(at) if self.pieces()[at].color == Color::Black => {
                    other_material(&after.without(at))
                }
                Some(_) => 0,
            };
        }
        found
    }

    fn black_king_predecessors(
        &self,
        same_material: &impl Fn(&Self) -> u64,
        other_material: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let mut found = all_king_attacks(Bitboard(same_material(self))).0;
        for (at, placed) in self.pieces().iter().enumerate() {
            if placed.color == Color::White
                && other_material(&self.without(at)) & placed.square.bb().0 != 0
            {
                found |= king_attacks(placed.square).0;
            }
        }
        found
    }

    fn piece_predecessors(
        &self,
        at: usize,
        wanted: u64,
        same_material: &impl Fn(&Self) -> u64,
        other_material: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let placed = self.pieces()[at];
        let mut found = 0;
        for to in placed.attacks(self.occupied()) & !self.king.bb() {
            let after = self.moved(at, to);
            let predecessors = match self.piece_on(to) {
                None => same_material(&after),
                Some(victim) if self.pieces()[victim].color != placed.color => {
                    other_material(&after.without(victim))
                }
                Some(_) => continue,
            };
            found |= predecessors & !between(placed.square, to).0;
            if wanted & !found == 0 {
                break;
            }
        }
        found
    }

    fn pawn_predecessors(
        &self,
        at: usize,
        en_passant: Option<Square>,
        same_material: &impl Fn(&Self) -> u64,
        other_material: &impl Fn(&Self) -> u64,
    ) -> u64 {
        let pawn = self.pieces()[at];
        let occupied = self.occupied();
        let last_rank = Bitboard::rank(Rank::R8.relative_to(pawn.color));
        let promote = |index: &Self, at: usize, to: Square| -> u64 {
            if !last_rank.has(to) {
                return 0;
            }
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
                .into_iter()
                .fold(0, |all, piece| {
                    let promoted = PlacedPiece {
                        piece,
                        square: to,
                        ..pawn
                    };
                    all | other_material(&index.replaced(at, promoted))
                })
        };
        let mut found = 0;
        let single = pawn.square.bb().forward(pawn.color) & !occupied;
        if let Some(to) = single.first() {
            found |= if last_rank.has(to) {
                promote(self, at, to)
            } else {
                same_material(&self.moved(at, to))
            };
        }
        let third_rank = Bitboard::rank(Rank::R3.relative_to(pawn.color));
        if let Some(to) = ((single & third_rank).forward(pawn.color) & !occupied).first() {
            found |= same_material(&self.double_pushed(at, to)) & !single.0;
        }
        for to in pawn_attacks(pawn.square, pawn.color) {
            let victim = match self.piece_on(to) {
                Some(victim) => {
                    Some(victim).filter(|&victim| self.pieces()[victim].color != pawn.color)
                }
                None => (en_passant == Some(to)).then_some(1 - at),
            };
            if let Some(victim) = victim {
                let after = self.moved(at, to).without(victim);
                found |= if last_rank.has(to) {
                    promote(&after, 0, to)
                } else {
                    other_material(&after)
                };
            }
        }
        found
    }

    /// The index after a double push, with the en passant right if a pawn of the other side can capture.
    fn double_pushed(&self, at: usize, to: Square) -> Self {
        let pawn = self.pieces()[at];
        let crossed = between(pawn.square, to);
        let can_be_captured = self.pieces().iter().any(|other| {
            other.color != pawn.color
                && other.piece == Piece::Pawn
                && (pawn_attacks(other.square, other.color) & crossed).any()
        });
        if can_be_captured {
            self.moved(at, Square::new(to.file(), Rank::R1.relative_to(pawn.color)))
        } else {
            self.moved(at, to)
        }
    }
}
