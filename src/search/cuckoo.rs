//! Zobrist key differences of positions one reversible move apart, in a cuckoo hash table (M. N. J.
//! van Kervinck's method of finding upcoming repetitions).

use crate::board::attacks::piece_attacks;
use crate::board::zobrist;
use crate::types::{Bitboard, Color, ColoredPiece, Key, Piece, Square};
use once_cell::sync::Lazy;

/// Key differences, each with the squares of its move. Every key has two possible slots.
pub struct CuckooTable {
    keys: Box<[Key]>,
    moves: Box<[(Square, Square)]>,
}

impl CuckooTable {
    const SIZE: usize = 8192;

    fn first_slot(key: Key) -> usize {
        key.0 as usize % Self::SIZE
    }

    fn second_slot(key: Key) -> usize {
        (key.0 >> 16) as usize % Self::SIZE
    }

    fn new() -> Self {
        let mut table = Self {
            keys: vec![Key(0); Self::SIZE].into_boxed_slice(),
            moves: vec![(Square::A1, Square::A1); Self::SIZE].into_boxed_slice(),
        };
        for piece in &Piece::ALL[1..] {
            for color in Color::ALL {
                for a in Square::all() {
                    for b in piece_attacks(*piece, a, Bitboard::EMPTY) {
                        if a < b {
                            table.insert(ColoredPiece::new(color, *piece), a, b);
                        }
                    }
                }
            }
        }
        table
    }

    fn insert(&mut self, piece: ColoredPiece, a: Square, b: Square) {
        let mut key = zobrist::piece_square(piece, a)
            ^ zobrist::piece_square(piece, b)
            ^ zobrist::black_to_move();
        let mut mv = (a, b);
        let mut slot = Self::first_slot(key);
        loop {
            std::mem::swap(&mut self.keys[slot], &mut key);
            std::mem::swap(&mut self.moves[slot], &mut mv);
            if key == Key(0) {
                return;
            }
            let (first, second) = (Self::first_slot(key), Self::second_slot(key));
            slot = if slot == first { second } else { first };
        }
    }

    /// The squares of the reversible move that connects two positions with this key difference.
    #[inline]
    pub fn find(&self, key: Key) -> Option<(Square, Square)> {
        [Self::first_slot(key), Self::second_slot(key)]
            .into_iter()
            .find(|&slot| self.keys[slot] == key)
            .map(|slot| self.moves[slot])
    }
}

/// The table of all reversible moves, built on first use.
pub static CUCKOO: Lazy<CuckooTable> = Lazy::new(CuckooTable::new);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cuckoo_table_holds_all_reversible_moves() {
        assert_eq!(CUCKOO.keys.iter().filter(|key| key.0 != 0).count(), 3668);
    }
}
