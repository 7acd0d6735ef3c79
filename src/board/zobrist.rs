//! The random numbers behind the keys of positions, made at compile time from a fixed seed.

use crate::types::{Color, ColoredPiece, File, Key, Lot, Square};

struct Numbers {
    men: [[Key; 64]; 12],
    rights: [[Key; 8]; 2],
    en_passant: [Key; 8],
    black_to_move: Key,
}

static NUMBERS: Numbers = Numbers::new();

impl Numbers {
    const fn new() -> Self {
        let mut lot = Lot::new(0x0043_4F4D_504F_4E47);
        let mut men = [[Key(0); 64]; 12];
        let mut index = 0;
        while index < 12 * 64 {
            men[index / 64][index % 64] = Key(lot.next());
            index += 1;
        }
        let mut rights = [[Key(0); 8]; 2];
        let mut en_passant = [Key(0); 8];
        let mut file = 0;
        while file < 8 {
            rights[0][file] = Key(lot.next());
            rights[1][file] = Key(lot.next());
            en_passant[file] = Key(lot.next());
            file += 1;
        }
        Self {
            men,
            rights,
            en_passant,
            black_to_move: Key(lot.next()),
        }
    }
}

/// The key of a man on a square.
#[inline(always)]
pub fn man(man: ColoredPiece, square: Square) -> Key {
    NUMBERS.men[man.index()][square.index()]
}

/// The key of the right to castle with the rook on this file.
#[inline]
pub fn right(color: Color, file: File) -> Key {
    NUMBERS.rights[color.index()][file.index()]
}

/// The key of a legal en passant capture on this file.
#[inline]
pub fn en_passant(file: File) -> Key {
    NUMBERS.en_passant[file.index()]
}

/// The key of Black having the move.
#[inline(always)]
pub fn black_to_move() -> Key {
    NUMBERS.black_to_move
}
