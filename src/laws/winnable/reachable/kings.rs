//! The reachable set of blocked positions with kings and pawns only, 64 positions at a time.
//!
//! If no pawn can move and no king can capture one, only the kings move, and since no pawn moves there is never a
//! check. For each square of the black king, one bitboard holds the squares of the white king: a move of the white king
//! shifts that bitboard, and a move of the black king merges a whole bitboard into another one.

use super::blocked::is_blocked;
use crate::board::Board;
use crate::board::attacks::{all_pawn_attacks, king_attacks};
use crate::board::zobrist;
use crate::types::{Bitboard, Color, ColoredPiece, Key, Piece, Square};

/// The squares of the white king, by side to move and square of the black king.
pub(super) type KingBitboards = [[Bitboard; 64]; 2];

/// A set of positions in which only kings can move: its members, their number and the sum of their keys.
pub(super) struct KingPositions {
    pub squares: Box<KingBitboards>,
    pub states: u64,
    pub digest: u64,
}

/// The positions reachable from one with kings and pawns only; `None` if there are other pieces, or if a pawn could move
/// or be captured.
pub(super) fn reachable(root: &Board) -> Option<KingPositions> {
    let pawns = root.pieces(Piece::Pawn);
    let only_kings_move = (root.occupied() ^ pawns ^ root.pieces(Piece::King)).is_empty()
        && is_blocked(root)
        && root.en_passant().is_none()
        && !root.in_check();
    if !only_kings_move {
        return None;
    }
    let guarded =
        Color::ALL.map(|color| all_pawn_attacks(root.colored_pieces(color, Piece::Pawn), color));
    let safe = Color::ALL.map(|color| !pawns & !guarded[(!color).index()]);
    let capturable = Color::ALL
        .map(|color| root.colored_pieces(!color, Piece::Pawn) & !guarded[(!color).index()]);

    let mut squares: Box<KingBitboards> = Box::new([[Bitboard::EMPTY; 64]; 2]);
    // The squares of the black king whose bitboard has grown since it was expanded.
    let mut grown = [Bitboard::EMPTY; 2];
    let (white_king, black_king) = (root.king(Color::White), root.king(Color::Black));
    squares[root.stm().index()][black_king.index()] = white_king.bb();
    grown[root.stm().index()] = black_king.bb();

    let (white, black) = (Color::White.index(), Color::Black.index());
    while grown.iter().any(|grown| grown.any()) {
        for square in std::mem::take(&mut grown[white]) {
            let steps = all_king_attacks(squares[white][square.index()]) & !king_attacks(square);
            if (steps & capturable[white]).any() {
                return None;
            }
            if add(&mut squares[black][square.index()], steps & safe[white]) {
                grown[black] |= square.bb();
            }
        }
        for square in std::mem::take(&mut grown[black]) {
            let kings = squares[black][square.index()];
            for to in king_attacks(square) & (safe[black] | capturable[black]) {
                let apart = kings & !king_attacks(to);
                if apart.any() && capturable[black].has(to) {
                    return None;
                }
                if add(&mut squares[white][to.index()], apart) {
                    grown[white] |= to.bb();
                }
            }
        }
    }
    let (states, digest) = sum(root, &squares);
    Some(KingPositions {
        squares,
        states,
        digest,
    })
}

/// Adds squares to a set; true if any was new.
fn add(set: &mut Bitboard, squares: Bitboard) -> bool {
    let fresh = squares & !*set;
    *set |= fresh;
    fresh.any()
}

/// The squares that some of these kings attack.
pub(in super::super) fn all_king_attacks(kings: Bitboard) -> Bitboard {
    let beside = kings.west() | kings.east();
    let row = kings | beside;
    beside | row.forward(Color::White) | row.forward(Color::Black)
}

/// The number of positions and the sum of their keys.
fn sum(root: &Board, squares: &KingBitboards) -> (u64, u64) {
    let key = |color, square| {
        let piece = Piece::King;
        zobrist::piece_square(ColoredPiece::new(color, piece), square)
    };
    // The key of the pawns alone, with White to move.
    let mut pawns = root.key();
    for color in Color::ALL {
        pawns ^= key(color, root.king(color));
    }
    if root.stm() == Color::Black {
        pawns ^= zobrist::black_to_move();
    }
    let (mut states, mut digest) = (0, 0_u64);
    for (by_black_king, stm_key) in squares
        .iter()
        .zip([Key::default(), zobrist::black_to_move()])
    {
        for (&white_kings, black_king) in by_black_king.iter().zip(Square::all()) {
            states += u64::from(white_kings.count());
            let others = pawns ^ stm_key ^ key(Color::Black, black_king);
            for white_king in white_kings {
                digest = digest.wrapping_add((others ^ key(Color::White, white_king)).0);
            }
        }
    }
    (states, digest)
}
