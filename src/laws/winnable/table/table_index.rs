use super::PlacedPiece;
use super::material_key::MaterialKey;
use crate::board::Board;
use crate::board::attacks::{between, king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, Piece, Rank, Square};

/// The index of a word of a bitbase: 64 positions that differ only in the square of the black king. It holds the
/// squares of all other pieces and the side to move. White is the side that mates.
///
/// A pawn that can be captured en passant is stored on the first rank of its side, where no other pawn can stand. With
/// two pieces beside the kings that needs a pawn of each side, and the capture is always legal: it leaves two kings and
/// a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableIndex {
    pieces: [PlacedPiece; 2],
    count: u8,
    pub(super) king: Square,
    pub(super) stm: Color,
}

impl TableIndex {
    /// The index of a board of at most four pieces without castling rights, with `color` as White, and the square of the
    /// other king.
    pub(super) fn of(board: &Board, color: Color) -> (Self, Square) {
        let as_white = |side: Color| {
            if side == color {
                Color::White
            } else {
                Color::Black
            }
        };
        let mut index = Self {
            pieces: [PlacedPiece::NONE; 2],
            count: 0,
            king: board.king(color).relative_to(color),
            stm: as_white(board.stm()),
        };
        for square in board.occupied() & !board.pieces(Piece::King) {
            if let Some(colored) = board.colored_piece_at(square) {
                let en_passant = board.en_passant().is_some() && colored.color() != board.stm();
                let mut placed = PlacedPiece {
                    color: as_white(colored.color()),
                    piece: colored.piece(),
                    square: square.relative_to(color),
                };
                if en_passant && placed.piece == Piece::Pawn {
                    let rank = Rank::R1.relative_to(placed.color);
                    placed.square = Square::new(placed.square.file(), rank);
                }
                index.add(placed);
            }
        }
        (index, board.king(!color).relative_to(color))
    }

    /// The index of given squares for the pieces, in the order of the material key.
    pub(super) fn new(
        material: MaterialKey,
        squares: [Square; 2],
        king: Square,
        stm: Color,
    ) -> Self {
        let mut index = Self {
            pieces: [PlacedPiece::NONE; 2],
            count: 0,
            king,
            stm,
        };
        for (colored, square) in material.pieces().zip(squares) {
            index.pieces[index.count as usize] = PlacedPiece::new(colored, square);
            index.count += 1;
        }
        index
    }

    /// The pieces beside the kings, in the order of the material key.
    pub(super) fn pieces(&self) -> &[PlacedPiece] {
        &self.pieces[..self.count as usize]
    }

    /// Inserts a piece in the order of the material key.
    fn add(&mut self, placed: PlacedPiece) {
        let comes_first = placed.colored().index() < self.pieces[0].colored().index();
        if self.count == 1 && comes_first {
            self.pieces[1] = self.pieces[0];
            self.pieces[0] = placed;
        } else {
            self.pieces[self.count as usize] = placed;
        }
        self.count += 1;
    }

    pub(super) fn material(&self) -> MaterialKey {
        MaterialKey::of(self.pieces())
    }

    /// The number of the word in the bitbase; the white king must stand on one of the files a to d.
    #[inline]
    pub(super) fn word(&self) -> usize {
        let squares = self.pieces().iter().fold(self.stm.index(), |word, placed| {
            word * 64 + placed.square.index()
        });
        squares * 32 + self.king.rank().index() * 4 + self.king.file().index()
    }

    pub(super) fn words(material: MaterialKey) -> usize {
        material.pieces().fold(64, |words, _| words * 64)
    }

    /// True if the word is stored under its mirror image.
    #[inline]
    pub(super) const fn is_mirrored(&self) -> bool {
        self.king as u8 & 4 != 0
    }

    /// The index with the files mirrored.
    #[inline]
    pub(super) fn mirrored(&self) -> Self {
        let mirror = |square: Square| Square::from_index(square as u8 ^ 7);
        let mut index = *self;
        index.king = mirror(self.king);
        for placed in &mut index.pieces {
            placed.square = mirror(placed.square);
        }
        index
    }

    pub(super) fn without(&self, at: usize) -> Self {
        let mut index = *self;
        index.pieces = [self.pieces[1 - at], PlacedPiece::NONE];
        index.count -= 1;
        index
    }

    pub(super) fn replaced(&self, at: usize, placed: PlacedPiece) -> Self {
        if self.count == 1 {
            let mut index = *self;
            index.pieces[0] = placed;
            return index;
        }
        let mut index = self.without(at);
        index.add(placed);
        index
    }

    #[inline]
    pub(super) fn moved(&self, at: usize, square: Square) -> Self {
        let mut index = *self;
        index.pieces[at].square = square;
        index
    }

    /// All occupied squares except the black king's.
    pub(super) fn occupied(&self) -> Bitboard {
        self.pieces()
            .iter()
            .fold(self.king.bb(), |all, placed| all | placed.square.bb())
    }

    /// The number of the piece on a square.
    pub(super) fn piece_on(&self, square: Square) -> Option<usize> {
        self.pieces()
            .iter()
            .position(|placed| placed.square == square)
    }

    /// The index with all pawns on their real squares, and the en passant target.
    pub(super) fn decoded(&self) -> (Self, Option<Square>) {
        let capturable = self.pieces().iter().position(|placed| {
            placed.piece == Piece::Pawn
                && placed.square.rank().relative_to(placed.color) == Rank::R1
        });
        match capturable {
            None => (*self, None),
            Some(at) => {
                let PlacedPiece { color, square, .. } = self.pieces[at];
                let on = |rank: Rank| Square::new(square.file(), rank.relative_to(color));
                (self.moved(at, on(Rank::R4)), Some(on(Rank::R3)))
            }
        }
    }

    /// The squares that the black king may stand on: no two pieces share a square, no pawn stands on the first or last
    /// rank, and the side that has just moved is not in check.
    pub(super) fn legal(&self) -> u64 {
        let (index, en_passant) = self.decoded();
        let occupied = index.occupied();
        if occupied.count() != u32::from(index.count) + 1 {
            return 0;
        }
        let edges = Bitboard::rank(Rank::R1) | Bitboard::rank(Rank::R8);
        if index
            .pieces()
            .iter()
            .any(|placed| placed.piece == Piece::Pawn && edges.has(placed.square))
        {
            return 0;
        }
        let mut free = !occupied & !king_attacks(index.king);
        if let Some(target) = en_passant {
            let origin = target.bb().forward(self.stm);
            let can_capture = index.pieces().iter().any(|placed| {
                placed.color == self.stm
                    && placed.piece == Piece::Pawn
                    && pawn_attacks(placed.square, self.stm).has(target)
            });
            let crossed = target.bb() | origin;
            if !can_capture || (crossed & occupied).any() {
                return 0;
            }
            free &= !crossed;
        }
        for placed in index.pieces() {
            let attacked = placed.attacks(occupied);
            match (self.stm, placed.color) {
                (Color::White, Color::White) => free &= !attacked,
                (Color::Black, Color::Black) if attacked.has(index.king) => {
                    free &= between(placed.square, index.king);
                }
                _ => {}
            }
        }
        free.0
    }

    /// The squares on which the black king is in check.
    pub(super) fn checked(&self) -> u64 {
        let (index, _) = self.decoded();
        let occupied = index.occupied();
        index
            .pieces()
            .iter()
            .filter(|placed| placed.color == Color::White)
            .fold(0, |all, placed| all | placed.attacks(occupied).0)
    }
}
