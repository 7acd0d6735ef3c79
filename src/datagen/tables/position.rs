//! Positions of at most four pieces, and their moves.

use crate::board::Board;
use crate::board::attacks::king_attacks;
use crate::laws::winnable::table::PlacedPiece;
use crate::types::{Bitboard, Color, Piece, Rank, Square};

/// Promotion pieces.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Two kings, at most two other pieces, and the side to move; without castling rights and en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TablePosition {
    pub stm: Color,
    /// White's and Black's.
    pub kings: [Square; 2],
    pieces: [PlacedPiece; 2],
    count: u8,
}

/// A pseudo-legal move that has been made.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableMove {
    /// The position after it.
    pub after: TablePosition,
    /// A capture or a pawn move.
    pub zeroing: bool,
    /// A double pawn push.
    pub double: bool,
}

impl TablePosition {
    /// The bare kings.
    pub const fn kings(stm: Color, kings: [Square; 2]) -> Self {
        Self {
            stm,
            kings,
            pieces: [PlacedPiece::NONE; 2],
            count: 0,
        }
    }

    /// The position of a board of at most four pieces.
    pub fn of(board: &Board) -> Self {
        let mut position = Self::kings(board.stm(), Color::ALL.map(|color| board.king(color)));
        for square in board.occupied() & !board.pieces(Piece::King) {
            if let Some(piece) = board.colored_piece_at(square) {
                position.add(PlacedPiece::new(piece, square));
            }
        }
        position
    }

    /// Adds a piece, the second at most.
    pub const fn add(&mut self, piece: PlacedPiece) {
        self.pieces[self.count as usize] = piece;
        self.count += 1;
    }

    /// The pieces beside the kings.
    pub fn pieces(&self) -> &[PlacedPiece] {
        &self.pieces[..self.count as usize]
    }

    pub fn pieces_mut(&mut self) -> &mut [PlacedPiece] {
        &mut self.pieces[..self.count as usize]
    }

    fn without(mut self, index: usize) -> Self {
        self.pieces[index] = self.pieces[1];
        self.pieces[1] = PlacedPiece::NONE;
        self.count -= 1;
        self
    }

    fn squares(&self, color: Color) -> Bitboard {
        self.pieces()
            .iter()
            .filter(|placed| placed.color == color)
            .fold(self.kings[color.index()].bb(), |squares, placed| {
                squares | placed.square.bb()
            })
    }

    fn occupied(&self) -> Bitboard {
        self.squares(Color::White) | self.squares(Color::Black)
    }

    fn attacks(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        self.pieces()
            .iter()
            .filter(|placed| placed.color == color)
            .fold(
                king_attacks(self.kings[color.index()]),
                |squares, placed| squares | placed.attacks(occupied),
            )
    }

    /// True if no two pieces share a square, no pawn is on the first or last rank, and the side not to move is not in
    /// check.
    pub fn is_legal(&self) -> bool {
        let edges = Bitboard::rank(Rank::R1) | Bitboard::rank(Rank::R8);
        let mut pieces = self.pieces().iter();
        self.occupied().count() == 2 + u32::from(self.count)
            && pieces.all(|placed| placed.piece != Piece::Pawn || !edges.has(placed.square))
            && !self.attacks(self.stm).has(self.kings[(!self.stm).index()])
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.attacks(!self.stm).has(self.kings[self.stm.index()])
    }

    /// The position after the en passant capture of a pawn that has just made a double push, if a pawn can capture it.
    /// The capture may be illegal.
    pub fn en_passant(&self) -> Option<Self> {
        let index = self.pieces().iter().position(|placed| {
            placed.color == self.stm && placed.piece == Piece::Pawn && self.count == 2
        })?;
        let captured = self.pieces[1 - index];
        let from = self.pieces[index].square;
        let neighbours = from.offset(1, 0) == Some(captured.square)
            || from.offset(-1, 0) == Some(captured.square);
        if captured.color == self.stm || captured.piece != Piece::Pawn || !neighbours {
            return None;
        }
        let mut after = *self;
        after.pieces[index].square = captured.square.bb().forward(self.stm).first()?;
        after.stm = !self.stm;
        Some(after.without(1 - index))
    }

    /// Calls `visit` with every pseudo-legal move but castling and en passant captures, until it returns false.
    pub fn for_each_move(&self, mut visit: impl FnMut(TableMove) -> bool) {
        let us = self.stm;
        let mut next = *self;
        next.stm = !us;
        let occupied = self.occupied();
        let captures = self.squares(!us) & !self.kings[(!us).index()].bb();
        let landing = !occupied | captures;
        for to in king_attacks(self.kings[us.index()]) & landing {
            let mut after = next;
            after.kings[us.index()] = to;
            if !visit(after.taking(to, us)) {
                return;
            }
        }
        for (index, placed) in self.pieces().iter().enumerate() {
            if placed.color != us {
                continue;
            }
            let pawn = placed.piece == Piece::Pawn;
            let once = placed.square.bb().forward(us) & !occupied;
            let targets = if pawn {
                once | placed.attacks(occupied) & captures
            } else {
                placed.attacks(occupied) & landing
            };
            for to in targets {
                let mut after = next;
                after.pieces[index].square = to;
                let promotes = pawn && to.rank().relative_to(us) == Rank::R8;
                let pieces = if promotes {
                    &PROMOTIONS[..]
                } else {
                    &[placed.piece][..]
                };
                for &piece in pieces {
                    after.pieces[index].piece = piece;
                    let mut mv = after.taking(to, us);
                    mv.zeroing |= pawn;
                    if !visit(mv) {
                        return;
                    }
                }
            }
            if pawn && placed.square.rank().relative_to(us) == Rank::R2 {
                for to in once.forward(us) & !occupied {
                    let mut after = next;
                    after.pieces[index].square = to;
                    let mv = TableMove {
                        after,
                        zeroing: true,
                        double: true,
                    };
                    if !visit(mv) {
                        return;
                    }
                }
            }
        }
    }

    /// Completes a move to `to` by removing a captured piece.
    fn taking(self, to: Square, us: Color) -> TableMove {
        let victim = self
            .pieces()
            .iter()
            .position(|placed| placed.color != us && placed.square == to);
        TableMove {
            after: victim.map_or(self, |index| self.without(index)),
            zeroing: victim.is_some(),
            double: false,
        }
    }

    /// Calls `visit` with every position from which a move other than a capture or pawn move leads here (unmoves). It
    /// may be illegal.
    pub fn for_each_predecessor(&self, mut visit: impl FnMut(Self)) {
        let them = !self.stm;
        let mut before = *self;
        before.stm = them;
        let occupied = self.occupied();
        for from in king_attacks(self.kings[them.index()]) & !occupied {
            let mut before = before;
            before.kings[them.index()] = from;
            visit(before);
        }
        for (index, placed) in self.pieces().iter().enumerate() {
            if placed.color == them && placed.piece != Piece::Pawn {
                for from in placed.attacks(occupied) & !occupied {
                    let mut before = before;
                    before.pieces[index].square = from;
                    visit(before);
                }
            }
        }
    }

    /// Maps all squares by a symmetry of the board.
    pub fn map(mut self, square: impl Fn(Square) -> Square) -> Self {
        self.kings = self.kings.map(&square);
        for placed in self.pieces_mut() {
            placed.square = square(placed.square);
        }
        self
    }

    /// Swaps the colours.
    pub fn flipped(self) -> Self {
        let mut flipped = self.map(Square::flip_rank);
        flipped.kings.swap(0, 1);
        flipped.stm = !self.stm;
        for placed in flipped.pieces_mut() {
            placed.color = !placed.color;
        }
        flipped
    }
}
