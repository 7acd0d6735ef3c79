use crate::board::Board;
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Square};
use arrayvec::ArrayVec;
use std::hash::{Hash, Hasher};

/// What stays as it is while kings and officers move and take nothing: the pawns, which officers there are, castling
/// rights and a capture en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Structure {
    pawns: [Bitboard; 2],
    /// How many men each of the twelve groups has, four bits each.
    men: u64,
    rights: Bitboard,
    en_passant: Option<Square>,
}

/// Men of one kind and colour, which are interchangeable. Bishops on light and on dark squares never meet, so they
/// count as two kinds.
#[derive(Clone, Copy)]
struct Kind {
    piece: Piece,
    squares: Bitboard,
}

const KINDS: [Kind; 6] = [
    kind(Piece::King, Bitboard::ALL),
    kind(Piece::Bishop, Bitboard::LIGHT),
    kind(Piece::Bishop, Bitboard::DARK),
    kind(Piece::Knight, Bitboard::ALL),
    kind(Piece::Rook, Bitboard::ALL),
    kind(Piece::Queen, Bitboard::ALL),
];

const fn kind(piece: Piece, squares: Bitboard) -> Kind {
    Kind { piece, squares }
}

impl Structure {
    pub fn of(board: &Board) -> Self {
        let mut men = 0;
        for Kind { piece, squares } in KINDS {
            for color in Color::ALL {
                let count = (board.colored_pieces(color, piece) & squares).count();
                men = men << 4 | u64::from(count);
            }
        }
        Self {
            pawns: Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn)),
            men,
            rights: board.castling_rights(),
            en_passant: board.en_passant(),
        }
    }
}

impl Hash for Structure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let en_passant = self.en_passant.map_or(0, |square| 1 + square as u64);
        let mut hash = self.pawns[0].0.wrapping_mul(MIX) ^ self.pawns[1].0;
        hash = hash.rotate_left(29).wrapping_mul(MIX) ^ self.men;
        hash = hash.rotate_left(29).wrapping_mul(MIX) ^ self.rights.0 ^ en_passant;
        state.write_u64(hash.rotate_left(29).wrapping_mul(MIX));
    }
}

impl nohash_hasher::IsEnabled for Structure {}

/// Where the men stand and who has the move, as a number: within one structure, equal numbers mean equal positions.
pub(super) type Code = u128;

/// How the positions of one structure are numbered: for each group the squares of its men in ascending order, six bits
/// each, five for a bishop, the kings lowest; on top one bit for the side to move.
pub(super) struct Layout {
    groups: ArrayVec<Group, 12>,
    /// Which bit stands for the side to move.
    turn: u32,
}

struct Group {
    man: ColoredPiece,
    squares: Bitboard,
    shift: u32,
    /// Bits of one man.
    width: u32,
}

impl Group {
    #[inline]
    fn number(&self, square: Square) -> Code {
        // A bishop never leaves its 32 squares; two neighbours on a rank have the same half.
        (square as u8 >> (6 - self.width)) as Code
    }

    fn code(&self, men: Bitboard) -> Code {
        let mut shift = self.shift;
        men.into_iter().fold(0, |code, square| {
            let code = code | self.number(square) << shift;
            shift += self.width;
            code
        })
    }
}

impl Layout {
    /// The numbering for the structure of a position; `None` if there are so many officers, more than nineteen, that a
    /// number would not fit.
    pub fn of(board: &Board) -> Option<Self> {
        let mut used = ArrayVec::new();
        let mut shift = 0;
        for Kind { piece, squares } in KINDS {
            let width = if piece == Piece::Bishop { 5 } else { 6 };
            for color in Color::ALL {
                let count = (board.colored_pieces(color, piece) & squares).count();
                if count > 0 {
                    used.push(Group {
                        man: ColoredPiece { color, piece },
                        squares,
                        shift,
                        width,
                    });
                    shift += width * count;
                }
            }
        }
        (shift < Code::BITS).then_some(Self {
            groups: used,
            turn: shift,
        })
    }

    /// How many bits a number has.
    pub const fn bits(&self) -> u32 {
        self.turn + 1
    }

    /// The number of a position of this structure.
    pub fn code(&self, board: &Board) -> Code {
        self.groups
            .iter()
            .fold((board.stm().index() as Code) << self.turn, |code, group| {
                let men = board.colored_pieces(group.man.color, group.man.piece);
                code | group.code(men & group.squares)
            })
    }

    /// The numbers of the positions after the man of the side to move on `from` has gone to an empty square.
    #[inline]
    pub fn mover(&self, board: &Board, code: Code, from: Square) -> Option<Mover<'_>> {
        let (color, piece) = (board.stm(), board.piece_at(from)?);
        let group = self
            .groups
            .iter()
            .find(|group| group.man == ColoredPiece { color, piece } && group.squares.has(from))?;
        let others = board.colored_pieces(color, piece) & group.squares ^ from.bb();
        let own = group.code(others | from.bb());
        Some(Mover {
            group,
            others,
            rest: code ^ own ^ 1 << self.turn,
        })
    }
}

/// A man about to move, and the number of the position without him and his like.
pub(super) struct Mover<'a> {
    group: &'a Group,
    /// Men of the same group.
    others: Bitboard,
    rest: Code,
}

impl Mover<'_> {
    /// The number of the position when he has gone to an empty square.
    #[inline(always)]
    pub fn to(&self, square: Square) -> Code {
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
    fn numbers_after_a_move_are_those_of_the_position() {
        let mut pending: Vec<Board> = [
            "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/4BB2/4K1B1 w - - 0 1",
            "r1bqk2r/8/8/8/8/8/8/R1BQKNNR b - - 0 1",
        ]
        .map(|fen| fen.parse().expect("valid FEN"))
        .into();
        for _ in 0..200 {
            let board = pending.remove(0);
            let layout = Layout::of(&board).expect("few officers");
            let code = layout.code(&board);
            for mv in board.legal_moves() {
                let mut next = board;
                next.play(mv);
                let same = Structure::of(&next) == Structure::of(&board);
                assert_eq!(
                    same,
                    mv.is_quiet() && board.piece_at(mv.from()) != Some(Piece::Pawn)
                );
                if same {
                    let mover = layout.mover(&board, code, mv.from()).expect("an officer");
                    assert_eq!(mover.to(mv.to()), layout.code(&next));
                    pending.push(next);
                }
            }
        }
    }

    #[test]
    fn more_officers_than_a_number_holds() {
        let fen = "nnnnnnkn/nnn5/8/8/8/8/5NNN/NNNNNNKN w - - 0 1";
        let crowd: Board = fen.parse().expect("valid FEN");
        assert!(Layout::of(&crowd).is_none());
    }
}
