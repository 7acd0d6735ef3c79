//! Attack sets and the geometry between two squares.

use super::magic::slider_attacks;
pub use super::magic::{bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Piece, Square};

static KNIGHT: [Bitboard; 64] = leaper([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [Bitboard; 64] = leaper([
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[Bitboard; 64]; 2] = [leaper([(1, 1), (-1, 1)]), leaper([(1, -1), (-1, -1)])];
static BISHOP_RAYS: [Bitboard; 64] = rays(false);
static ROOK_RAYS: [Bitboard; 64] = rays(true);
static DIAGONALS: [[Bitboard; 64]; 2] = [diagonals(1), diagonals(-1)];
static BETWEEN: [[Bitboard; 64]; 64] = pair_table(true);
static LINE: [[Bitboard; 64]; 64] = pair_table(false);

/// The squares that a knight on `square` attacks.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king on `square` attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a pawn of `color` on `square` attacks.
#[inline(always)]
pub fn pawn_attacks(square: Square, color: Color) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a piece other than a pawn attacks from `square`.
#[inline]
pub fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Knight => knight_attacks(square),
        Piece::Bishop => bishop_attacks(square, occupied),
        Piece::Rook => rook_attacks(square, occupied),
        Piece::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Piece::King => king_attacks(square),
        Piece::Pawn => Bitboard::EMPTY,
    }
}

/// The diagonals through `square`, itself excluded.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// The rank and the file of `square`, itself excluded.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The diagonal through `square` along which a pawn of `color` captures towards the h-file.
#[inline(always)]
pub fn east_capture_diagonal(square: Square, color: Color) -> Bitboard {
    DIAGONALS[color.index()][square.index()]
}

/// The diagonal through `square` along which a pawn of `color` captures towards the a-file.
#[inline(always)]
pub fn west_capture_diagonal(square: Square, color: Color) -> Bitboard {
    DIAGONALS[1 - color.index()][square.index()]
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for all others.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, from edge to edge; empty if there is none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The squares that the pawns of `color` attack.
#[inline(always)]
pub fn all_pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.west() | ahead.east()
}

const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::from_index(square).offset(steps[step].0, steps[step].1) {
                table[square as usize].0 |= 1 << to as u8;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn rays(rook: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square as usize] = slider_attacks(Square::from_index(square), Bitboard::EMPTY, rook);
        square += 1;
    }
    table
}

/// The squares on the diagonal of each square that goes up one rank, or down one, per file to the right.
const fn diagonals(up: i8) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = -7;
        while step <= 7 {
            if let Some(to) = Square::from_index(square).offset(step, step * up) {
                table[square as usize].0 |= 1 << to as u8;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// For each pair on a common line: the squares between them, or the whole line.
#[allow(clippy::large_stack_arrays, reason = "it is evaluated at compile time")]
const fn pair_table(between: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (from, to) = (Square::from_index(a), Square::from_index(b));
            let mut kind = 0;
            while kind < 2 {
                let rook = kind == 1;
                if a != b && slider_attacks(from, Bitboard::EMPTY, rook).has(to) {
                    table[a as usize][b as usize].0 = if between {
                        slider_attacks(from, to.bb(), rook).0
                            & slider_attacks(to, from.bb(), rook).0
                    } else {
                        slider_attacks(from, Bitboard::EMPTY, rook).0
                            & slider_attacks(to, Bitboard::EMPTY, rook).0
                            | from.bb().0
                            | to.bb().0
                    };
                }
                kind += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}
