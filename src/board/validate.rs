//! Validation: from a [`Setup`] to a [`Board`], one predicate per condition.

use super::chessboard::Board;
use super::fen::MAX_COUNTER;
use crate::types::{Bitboard, Color, ColoredPiece, File, Piece, Rank, Square};

/// A position that has not been validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, a1 first.
    pub pieces: [Option<ColoredPiece>; 64],
    /// The player to move.
    pub stm: Color,
    /// The squares of the rooks that may castle.
    pub castling_rights: Bitboard,
    /// The square behind a pawn that has just advanced two squares.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the next move, from 1.
    pub fullmove_number: u16,
}

/// The reasons why a set-up is not a position of chess.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A side has no king, or several.
    #[error("{color} has {count} kings")]
    Kings {
        /// The side with the wrong number.
        color: Color,
        /// The number of its kings.
        count: u32,
    },
    /// A side has more than 16 pieces.
    #[error("{color} has {count} pieces, more than 16")]
    Pieces {
        /// The side with too many pieces.
        color: Color,
        /// The number of its pieces.
        count: u32,
    },
    /// A pawn on the first or the last rank.
    #[error("a pawn stands on {0}")]
    PawnOnBackRank(Square),
    /// The side that has just moved is in check.
    #[error("{0} is in check but does not have the move")]
    OpponentInCheck(Color),
}

impl Setup {
    /// An empty board with White to move.
    pub const fn empty() -> Self {
        Self {
            pieces: [None; 64],
            stm: Color::White,
            castling_rights: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    fn squares(&self, wanted: impl Fn(ColoredPiece) -> bool) -> Bitboard {
        Square::all()
            .filter(|square| self.pieces[square.index()].is_some_and(&wanted))
            .collect()
    }

    /// The square of the king of `color`; `None` unless there is exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.squares(|piece| piece == ColoredPiece::new(color, Piece::King));
        if kings.many() { None } else { kings.first() }
    }

    fn one_king_each(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let count = self
                .squares(|piece| piece == ColoredPiece::new(color, Piece::King))
                .count();
            if count != 1 {
                return Err(SetupError::Kings { color, count });
            }
        }
        Ok(())
    }

    fn at_most_sixteen_pieces_each(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let count = self.squares(|colored| colored.color() == color).count();
            if count > 16 {
                return Err(SetupError::Pieces { color, count });
            }
        }
        Ok(())
    }

    fn no_pawn_on_back_ranks(&self) -> Result<(), SetupError> {
        let back_ranks = Bitboard::rank(Rank::R1) | Bitboard::rank(Rank::R8);
        let pawns = self.squares(|colored| colored.piece() == Piece::Pawn);
        (pawns & back_ranks)
            .first()
            .map_or(Ok(()), |square| Err(SetupError::PawnOnBackRank(square)))
    }

    /// True if `rook` is the square of a rook on the back rank of its king, so that the two may castle.
    pub fn castling_right_is_possible(&self, rook: Square) -> bool {
        let Some(piece) = self.pieces[rook.index()] else {
            return false;
        };
        let color = piece.color();
        let back = Rank::R1.relative_to(color);
        piece.piece() == Piece::Rook
            && rook.rank() == back
            && self.king(color).is_some_and(|king| king.rank() == back)
    }

    /// True if a pawn may just have jumped over the en passant square.
    pub fn en_passant_is_possible(&self, target: Square) -> bool {
        let them = !self.stm;
        let rank = |r: Rank| r.relative_to(them);
        let at = |r: Rank| self.pieces[Square::new(target.file(), rank(r)).index()];
        target.rank() == rank(Rank::R3)
            && at(Rank::R2).is_none()
            && at(Rank::R3).is_none()
            && at(Rank::R4) == Some(ColoredPiece::new(them, Piece::Pawn))
    }

    /// The castling rights that are possible, at most one on each side of each king.
    fn valid_castling_rights(&self) -> Bitboard {
        let mut valid = Bitboard::EMPTY;
        for color in Color::ALL {
            let Some(king) = self.king(color) else {
                continue;
            };
            let rooks = (self.castling_rights & Bitboard::rank(king.rank()))
                .into_iter()
                .filter(|&rook| self.castling_right_is_possible(rook))
                .filter(|rook| {
                    self.pieces[rook.index()].is_some_and(|colored| colored.color() == color)
                });
            let (mut left, mut right) = (None, None);
            for rook in rooks {
                *(if rook < king { &mut left } else { &mut right }) = Some(rook);
            }
            valid |= left.into_iter().chain(right).collect();
        }
        valid
    }

    /// The board, if the position meets all conditions.
    ///
    /// Castling rights without king and rook in place, and impossible en passant squares, are dropped; an en passant
    /// square is kept only if a capture there is legal. Counters above their maximum are reduced to it, and a move number of
    /// 0 becomes 1.
    ///
    /// # Errors
    /// The first condition that fails.
    pub fn board(&self) -> Result<Board, SetupError> {
        self.one_king_each()?;
        self.at_most_sixteen_pieces_each()?;
        self.no_pawn_on_back_ranks()?;

        let mut board = Board {
            pieces: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            key: crate::types::Key::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling_rights: Bitboard::EMPTY,
            halfmove_clock: self.halfmove_clock.min(MAX_COUNTER),
            fullmove_number: self.fullmove_number.clamp(1, MAX_COUNTER),
            piece_count: 0,
            material: 0,
            stm: self.stm,
            en_passant: None,
        };
        for square in Square::all() {
            if let Some(piece) = self.pieces[square.index()] {
                board.add(piece, square);
            }
        }
        board.set_castling_rights(self.valid_castling_rights());
        if self.stm == Color::Black {
            board.key ^= super::zobrist::black_to_move();
        }
        if board.is_attacked(board.king(!self.stm), self.stm, board.occupied()) {
            return Err(SetupError::OpponentInCheck(!self.stm));
        }
        board.update_checkers_and_pins();
        if let Some(target) = self
            .en_passant
            .filter(|&target| self.en_passant_is_possible(target))
        {
            board.set_en_passant(target);
        }
        Ok(board)
    }

    /// The rook that a letter K or Q means for `color`: the outermost one on that side of the king (X-FEN).
    pub fn outermost_rook(&self, color: Color, side: super::CastlingSide) -> Option<Square> {
        let king = self.king(color)?;
        let rank = Rank::R1.relative_to(color);
        let rook = Some(ColoredPiece::new(color, Piece::Rook));
        let is_rook = |file: &File| self.pieces[Square::new(*file, rank).index()] == rook;
        let found = match side {
            super::CastlingSide::King => File::ALL
                .into_iter()
                .rev()
                .take_while(|&file| file > king.file())
                .find(is_rook),
            super::CastlingSide::Queen => File::ALL
                .into_iter()
                .take_while(|&file| file < king.file())
                .find(is_rook),
        };
        found
            .map(|file| Square::new(file, rank))
            .filter(|_| king.rank() == rank)
    }
}

impl Board {
    /// The position as a [`Setup`], to change and validate again.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.pieces[square.index()] = self.colored_piece_at(square);
        }
        setup.stm = self.stm;
        setup.castling_rights = self.castling_rights;
        setup.en_passant = self.en_passant;
        setup.halfmove_clock = self.halfmove_clock;
        setup.fullmove_number = self.fullmove_number;
        setup
    }
}
