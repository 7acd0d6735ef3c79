use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Square};
use arrayvec::ArrayVec;
use std::hash::{Hash, Hasher};

/// The part of a position that quiet moves of kings and pieces leave unchanged: pawns, piece counts, castling rights
/// and the en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Structure {
    pawns: [Bitboard; 2],
    /// The size of each of the twelve groups, four bits each.
    piece_counts: u64,
    castling_rights: Bitboard,
    en_passant: Option<Square>,
}

/// Interchangeable pieces, and the squares they can be on. Bishops on light and on dark squares are two groups.
const PIECE_GROUPS: [(Piece, Bitboard); 6] = [
    (Piece::King, Bitboard::ALL),
    (Piece::Bishop, Bitboard::LIGHT),
    (Piece::Bishop, Bitboard::DARK),
    (Piece::Knight, Bitboard::ALL),
    (Piece::Rook, Bitboard::ALL),
    (Piece::Queen, Bitboard::ALL),
];

impl Structure {
    pub fn of(board: &Board) -> Self {
        let mut piece_counts = 0;
        for (piece, squares) in PIECE_GROUPS {
            for color in Color::ALL {
                let count = (board.colored_pieces(color, piece) & squares).count();
                piece_counts = piece_counts << 4 | u64::from(count);
            }
        }
        Self {
            pawns: Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn)),
            piece_counts,
            castling_rights: board.castling_rights(),
            en_passant: board.en_passant(),
        }
    }
}

impl Hash for Structure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let en_passant = self.en_passant.map_or(0, |square| 1 + square as u64);
        let mut hash = self.pawns[0].0.wrapping_mul(MIX) ^ self.pawns[1].0;
        hash = hash.rotate_left(29).wrapping_mul(MIX) ^ self.piece_counts;
        hash = hash.rotate_left(29).wrapping_mul(MIX) ^ self.castling_rights.0 ^ en_passant;
        state.write_u64(hash.rotate_left(29).wrapping_mul(MIX));
    }
}

impl nohash_hasher::IsEnabled for Structure {}

/// A position as a number: within one structure, equal codes mean equal positions.
pub(super) type PositionCode = u128;

/// The encoding of the positions of one structure: for each group the squares of its pieces in ascending order, six bits
/// each, five for a bishop, the kings lowest; the highest bit is the side to move.
pub(super) struct PositionEncoding {
    groups: ArrayVec<GroupEncoding, 12>,
    stm_bit: u32,
}

struct GroupEncoding {
    piece: ColoredPiece,
    squares: Bitboard,
    shift: u32,
    /// Bits per piece.
    width: u32,
}

impl GroupEncoding {
    #[inline]
    fn number(&self, square: Square) -> PositionCode {
        // A bishop is confined to 32 squares: one of each pair of neighbours on a rank.
        (square as u8 >> (6 - self.width)) as PositionCode
    }

    fn code(&self, pieces: Bitboard) -> PositionCode {
        let mut shift = self.shift;
        pieces.into_iter().fold(0, |code, square| {
            let code = code | self.number(square) << shift;
            shift += self.width;
            code
        })
    }
}

impl PositionEncoding {
    /// The encoding for the structure of a position; `None` if a code would not fit, which takes more than nineteen
    /// pieces besides kings and pawns.
    pub fn of(board: &Board) -> Option<Self> {
        let mut used = ArrayVec::new();
        let mut shift = 0;
        for (piece, squares) in PIECE_GROUPS {
            let width = if piece == Piece::Bishop { 5 } else { 6 };
            for color in Color::ALL {
                let count = (board.colored_pieces(color, piece) & squares).count();
                if count > 0 {
                    used.push(GroupEncoding {
                        piece: ColoredPiece::new(color, piece),
                        squares,
                        shift,
                        width,
                    });
                    shift += width * count;
                }
            }
        }
        (shift < PositionCode::BITS).then_some(Self {
            groups: used,
            stm_bit: shift,
        })
    }

    /// The length of a code.
    pub const fn bits(&self) -> u32 {
        self.stm_bit + 1
    }

    pub fn code(&self, board: &Board) -> PositionCode {
        self.groups.iter().fold(
            (board.stm().index() as PositionCode) << self.stm_bit,
            |code, group| {
                let pieces = board.colored_pieces(group.piece.color(), group.piece.piece());
                code | group.code(pieces & group.squares)
            },
        )
    }

    /// Encodes the positions after quiet moves of the piece on `from`.
    #[inline]
    pub fn encoder(
        &self,
        board: &Board,
        code: PositionCode,
        from: Square,
    ) -> Option<MoveEncoder<'_>> {
        let (color, piece) = (board.stm(), board.piece_at(from)?);
        let group = self.groups.iter().find(|group| {
            group.piece == ColoredPiece::new(color, piece) && group.squares.has(from)
        })?;
        let others = board.colored_pieces(color, piece) & group.squares ^ from.bb();
        let own = group.code(others | from.bb());
        Some(MoveEncoder {
            group,
            others,
            rest: code ^ own ^ 1 << self.stm_bit,
        })
    }
}

/// Encodes the positions after quiet moves of one piece.
pub(super) struct MoveEncoder<'a> {
    group: &'a GroupEncoding,
    /// Other pieces of the same group.
    others: Bitboard,
    /// The code of the position without the group, with the other side to move.
    rest: PositionCode,
}

impl MoveEncoder<'_> {
    /// The code after the move to a square.
    #[inline(always)]
    pub fn to(&self, square: Square) -> PositionCode {
        self.rest
            | if self.others.is_empty() {
                self.group.number(square) << self.group.shift
            } else {
                self.group.code(self.others | square.bb())
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_after_a_move_are_those_of_the_position() {
        let mut pending: Vec<Board> = [
            "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/4BB2/4K1B1 w - - 0 1",
            "r1bqk2r/8/8/8/8/8/8/R1BQKNNR b - - 0 1",
        ]
        .map(|fen| fen.parse().expect("valid FEN"))
        .into();
        for _ in 0..200 {
            let board = pending.remove(0);
            let encoding = PositionEncoding::of(&board).expect("few pieces");
            let code = encoding.code(&board);
            for mv in board.legal_moves() {
                let mut next = board;
                next.play(mv);
                let same = Structure::of(&next) == Structure::of(&board);
                assert_eq!(same, !board.resets_clock(mv));
                if same {
                    let encoder = encoding.encoder(&board, code, mv.from()).expect("a piece");
                    assert_eq!(encoder.to(mv.to()), encoding.code(&next));
                    pending.push(next);
                }
            }
        }
    }

    #[test]
    fn more_pieces_than_a_code_holds() {
        let fen = "nnnnnnkn/nnn5/8/8/8/8/5NNN/NNNNNNKN w - - 0 1";
        let crowd: Board = fen.parse().expect("valid FEN");
        assert!(PositionEncoding::of(&crowd).is_none());
    }
}
