//! The entries of a book.

use crate::board::Board;
use crate::notation::uci_move;
use crate::types::{Key, Move, Piece, Square};

/// A move in sixteen bits: target (0-5), source (6-11), promotion (12-14: none, knight, bishop, rook, queen). Castling
/// is the king's move to the square of its rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PolyglotMove(pub u16);

impl From<Move> for PolyglotMove {
    fn from(mv: Move) -> Self {
        let promotion = mv.promotion().map_or(0, Piece::index);
        Self(mv.to() as u16 | (mv.from() as u16) << 6 | (promotion as u16) << 12)
    }
}

impl PolyglotMove {
    /// The legal move of a position; `None` if there is no such move. Castling may also be the king's own move, as some
    /// programs write it.
    pub fn legal(self, board: &Board) -> Option<Move> {
        let square = |shift: u16| Square::from_index((self.0 >> shift & 63) as u8);
        let promotion = match self.0 >> 12 & 7 {
            0 => None,
            code @ 1..=4 => Some(Piece::ALL[usize::from(code)]),
            _ => return None,
        };
        uci_move::find(board, square(6), square(0), promotion)
    }
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyglotEntry {
    /// The key of the position.
    pub key: Key,
    /// The move.
    pub mv: PolyglotMove,
    /// How often the move is chosen, relative to the other moves of the position; 0 for never.
    pub weight: u16,
    /// Learning data.
    pub learn: u32,
}

impl PolyglotEntry {
    /// The size of an entry, in bytes.
    pub const SIZE: usize = 16;

    /// The entry as a book stores it.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let bits = u128::from(self.key.0) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
    }

    /// The entry that a book stores.
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self {
            key: Key((bits >> 64) as u64),
            mv: PolyglotMove((bits >> 48) as u16),
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }
}
