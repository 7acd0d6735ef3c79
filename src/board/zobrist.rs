//! Zobrist keys (Zobrist 1970): random numbers that are combined into the key of a position, generated at compile time
//! from a fixed seed.

use crate::types::{Color, ColoredPiece, File, Key, Rng, Square};

struct ZobristTable {
    pieces: [[Key; 64]; 12],
    castling_rights: [[Key; 8]; 2],
    en_passant: [Key; 8],
    black_to_move: Key,
}

static KEYS: ZobristTable = ZobristTable::new();

impl ZobristTable {
    const fn new() -> Self {
        let mut rng = Rng::new(0x0043_4F4D_504F_4E47);
        let mut pieces = [[Key(0); 64]; 12];
        let mut index = 0;
        while index < 12 * 64 {
            pieces[index / 64][index % 64] = Key(rng.next());
            index += 1;
        }
        let mut castling_rights = [[Key(0); 8]; 2];
        let mut en_passant = [Key(0); 8];
        let mut file = 0;
        while file < 8 {
            castling_rights[0][file] = Key(rng.next());
            castling_rights[1][file] = Key(rng.next());
            en_passant[file] = Key(rng.next());
            file += 1;
        }
        Self {
            pieces,
            castling_rights,
            en_passant,
            black_to_move: Key(rng.next()),
        }
    }
}

/// The key of a piece on a square.
#[inline(always)]
pub fn piece_square(piece: ColoredPiece, square: Square) -> Key {
    KEYS.pieces[piece.index()][square.index()]
}

/// The key of the right to castle with the rook on this file.
#[inline]
pub fn castling_right(color: Color, file: File) -> Key {
    KEYS.castling_rights[color.index()][file.index()]
}

/// The key of a legal en passant capture on this file.
#[inline]
pub fn en_passant(file: File) -> Key {
    KEYS.en_passant[file.index()]
}

/// The key of Black to move.
#[inline(always)]
pub fn black_to_move() -> Key {
    KEYS.black_to_move
}
