//! KPK bitbase: the exact result of king and pawn against king.
//!
//! There is one bit for every position with a white pawn on the files a to d (others are mirrored), in words whose bits
//! are the squares of the black king: 24 KiB. Retrograde analysis solves it on first use in less than a millisecond.

use crate::board::attacks::{king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, Rank, Square};
use once_cell::sync::Lazy;
use std::ops::BitOr;

/// Pawn squares: the files a to d of the ranks 2 to 7.
const PAWN_SQUARES: usize = 24;

/// The squares of the black king for which White wins, by pawn and white king.
type Wins = [[Bitboard; 64]; PAWN_SQUARES];

static BITBASE: Lazy<KpkBitbase> = Lazy::new(KpkBitbase::solve);

/// True if the side with the pawn wins. `pawn`, `strong_king` and `weak_king` are squares as that side sees them: the
/// pawn moves up the board. `strong_stm` is true if that side is to move.
pub(super) fn is_won(
    pawn: Square,
    strong_king: Square,
    weak_king: Square,
    strong_stm: bool,
) -> bool {
    let mirror = if pawn.file().index() > 3 { 7 } else { 0 };
    let square = |square: Square| Square::from_index(square as u8 ^ mirror);
    let wins = if strong_stm {
        &BITBASE.white_to_move
    } else {
        &BITBASE.black_to_move
    };
    wins[pawn_index(square(pawn))][square(strong_king).index()].has(square(weak_king))
}

struct KpkBitbase {
    white_to_move: Wins,
    black_to_move: Wins,
}

impl KpkBitbase {
    /// Solves the pawns from the seventh rank down: every pawn move leads to a pawn already solved.
    fn solve() -> Self {
        let mut bitbase = Self {
            white_to_move: [[Bitboard::EMPTY; 64]; PAWN_SQUARES],
            black_to_move: [[Bitboard::EMPTY; 64]; PAWN_SQUARES],
        };
        for index in (0..PAWN_SQUARES).rev() {
            let pawn = Square::from_index((8 + index / 4 * 8 + index % 4) as u8);
            let by_pawn_move = Square::all().map(|king| bitbase.won_by_pawn_move(pawn, king));
            let by_pawn_move: Vec<Bitboard> = by_pawn_move.collect();
            while bitbase.extend(pawn, &by_pawn_move) {}
        }
        bitbase
    }

    /// The squares of the black king for which a pawn move wins, with White to move.
    fn won_by_pawn_move(&self, pawn: Square, king: Square) -> Bitboard {
        let Some(target) = pawn.offset(0, 1).filter(|&target| target != king) else {
            return Bitboard::EMPTY;
        };
        if target.rank() == Rank::R8 {
            // The queen, or the rook if a queen gives stalemate, wins unless it is captured.
            let near = king_attacks(target) | target.bb();
            return if king_attacks(king).has(target) {
                !target.bb()
            } else {
                !near
            };
        }
        let index = pawn_index(target);
        let once = self.black_to_move[index][king.index()];
        let double = pawn.offset(0, 2).filter(|&double| double != king);
        match double {
            Some(double) if pawn.rank() == Rank::R2 => {
                once | self.black_to_move[pawn_index(double)][king.index()] & !target.bb()
            }
            _ => once,
        }
    }

    /// One round of retrograde analysis with this pawn; true if a win was found.
    fn extend(&mut self, pawn: Square, by_pawn_move: &[Bitboard]) -> bool {
        let index = pawn_index(pawn);
        let attacked = pawn_attacks(pawn, Color::White);
        let mut found = false;
        for king in Square::all().filter(|&king| king != pawn) {
            let occupied = king.bb() | pawn.bb();
            let next_to_king = king_attacks(king);
            let by_king_move = (next_to_king & !pawn.bb())
                .into_iter()
                .map(|to| self.black_to_move[index][to.index()])
                .fold(Bitboard::EMPTY, BitOr::bitor);
            let white =
                (by_pawn_move[king.index()] | by_king_move) & !(occupied | next_to_king | attacked);
            // Squares that the black king can enter, and the squares among them where it is not lost.
            let safe = !(next_to_king | attacked | king.bb());
            let escapes = safe & !white;
            let black = neighbours(safe) & !neighbours(escapes) & !(occupied | next_to_king);
            found |= white != self.white_to_move[index][king.index()]
                || black != self.black_to_move[index][king.index()];
            self.white_to_move[index][king.index()] = white;
            self.black_to_move[index][king.index()] = black;
        }
        found
    }
}

const fn pawn_index(pawn: Square) -> usize {
    (pawn as usize - 8) / 8 * 4 + pawn as usize % 8
}

fn neighbours(squares: Bitboard) -> Bitboard {
    let sides = squares.west() | squares.east();
    let rows = squares | sides;
    sides | rows.forward(Color::White) | rows.forward(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_as_many_as_in_other_bitbases() {
        let bitbase = KpkBitbase::solve();
        let words = bitbase.white_to_move.iter().chain(&bitbase.black_to_move);
        let wins: u32 = words.flatten().map(|word| word.count()).sum();
        // The known count, which endgame tables confirm.
        assert_eq!(wins, 111_282);
    }

    #[test]
    fn opposition_decides() {
        for (pawn, kings, strong_stm, won) in [
            (Square::E5, [Square::E6, Square::E8], true, true),
            (Square::E5, [Square::E6, Square::E8], false, true),
            (Square::E4, [Square::E5, Square::E7], true, false),
            (Square::E4, [Square::E5, Square::E7], false, true),
            (Square::H6, [Square::G6, Square::H8], true, false),
            (Square::H7, [Square::G6, Square::B7], true, true),
        ] {
            let [strong, weak] = kings;
            assert_eq!(
                is_won(pawn, strong, weak, strong_stm),
                won,
                "{pawn} {kings:?}"
            );
        }
    }
}
