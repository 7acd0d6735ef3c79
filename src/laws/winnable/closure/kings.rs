//! Walls with nothing but kings on both sides, 64 positions at a time.
//!
//! If no pawn can move and no king can take one, kings are all that moves, and since no pawn moves there is never a
//! check. All squares of the white king that go with one square of the black king are one word: his steps are shifts
//! of that word, and a step of the black king carries a whole word to another one.

use super::walls::may_close;
use crate::board::Board;
use crate::board::attacks::{all_pawn_attacks, king_attacks};
use crate::board::zobrist;
use crate::types::{Bitboard, Color, ColoredPiece, Key, Piece, Square};

/// For each side to move and each square of the black king, the squares of the white king.
pub(super) type Words = [[Bitboard; 64]; 2];

/// A closed set of positions in which only kings can move.
pub(super) struct Kings {
    pub words: Box<Words>,
    pub states: u64,
    pub digest: u64,
}

/// The positions reachable from one with kings and pawns only; `None` if there are other men, or if a pawn could move
/// or be taken.
pub(super) fn flood(root: &Board) -> Option<Kings> {
    let pawns = root.pieces(Piece::Pawn);
    let still = (root.occupied() ^ pawns ^ root.pieces(Piece::King)).is_empty()
        && may_close(root)
        && root.en_passant().is_none()
        && !root.in_check();
    if !still {
        return None;
    }
    let guarded =
        Color::ALL.map(|color| all_pawn_attacks(root.colored_pieces(color, Piece::Pawn), color));
    let safe = Color::ALL.map(|color| !pawns & !guarded[(!color).index()]);
    let prey = Color::ALL
        .map(|color| root.colored_pieces(!color, Piece::Pawn) & !guarded[(!color).index()]);

    let mut words: Box<Words> = Box::new([[Bitboard::EMPTY; 64]; 2]);
    // The black king's squares whose word has grown since its moves were made.
    let mut grown = [Bitboard::EMPTY; 2];
    let (white_king, black_king) = (root.king(Color::White), root.king(Color::Black));
    words[root.stm().index()][black_king.index()] = white_king.bb();
    grown[root.stm().index()] = black_king.bb();

    let (white, black) = (Color::White.index(), Color::Black.index());
    while grown.iter().any(|grown| grown.any()) {
        for square in std::mem::take(&mut grown[white]) {
            let steps = all_king_attacks(words[white][square.index()]) & !king_attacks(square);
            if (steps & prey[white]).any() {
                return None;
            }
            if add(&mut words[black][square.index()], steps & safe[white]) {
                grown[black] |= square.bb();
            }
        }
        for square in std::mem::take(&mut grown[black]) {
            let kings = words[black][square.index()];
            for to in king_attacks(square) & (safe[black] | prey[black]) {
                let apart = kings & !king_attacks(to);
                if apart.any() && prey[black].has(to) {
                    return None;
                }
                if add(&mut words[white][to.index()], apart) {
                    grown[white] |= to.bb();
                }
            }
        }
    }
    let (states, digest) = sum(root, &words);
    Some(Kings {
        words,
        states,
        digest,
    })
}

/// Adds squares to a word; true if any was new.
fn add(word: &mut Bitboard, squares: Bitboard) -> bool {
    let fresh = squares & !*word;
    *word |= fresh;
    fresh.any()
}

/// The squares that kings on any of the squares attack.
fn all_king_attacks(kings: Bitboard) -> Bitboard {
    let beside = kings.left() | kings.right();
    let row = kings | beside;
    beside | row.forward(Color::White) | row.forward(Color::Black)
}

/// The number of positions and the sum of their keys.
fn sum(root: &Board, words: &Words) -> (u64, u64) {
    let key = |color, square| {
        let piece = Piece::King;
        zobrist::piece_square(ColoredPiece { color, piece }, square)
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
    for (words, turn) in words.iter().zip([Key::default(), zobrist::black_to_move()]) {
        for (&word, black_king) in words.iter().zip(Square::all()) {
            states += u64::from(word.count());
            let others = pawns ^ turn ^ key(Color::Black, black_king);
            for white_king in word {
                digest = digest.wrapping_add((others ^ key(Color::White, white_king)).0);
            }
        }
    }
    (states, digest)
}
