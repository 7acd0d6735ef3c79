//! The key of a position.

use super::key_table::RANDOM;
use crate::board::attacks::pawn_attacks;
use crate::board::fen::{self, FenError};
use crate::board::{Board, CastlingSide};
use crate::types::{Color, Key, Move, MoveKind, Piece, Rank, Square};
use std::str::FromStr;

/// The index of the first number for castling rights: White's kingside, White's queenside, then Black's.
const CASTLING: usize = 768;
/// The index of the first number for en passant, that of the a-file.
const EN_PASSANT: usize = 772;
/// The index of the number for White to move.
const WHITE_TO_MOVE: usize = 780;

/// A position as the format sees it.
///
/// The key counts an en passant capture that a pin forbids, which a [`Board`] does not remember.
///
/// ```
/// use compongo::Board;
/// use compongo::notation::polyglot::PolyglotPosition;
///
/// let position = PolyglotPosition::from(Board::start());
/// assert_eq!(position.key().to_string(), "463B96181691FC9C");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyglotPosition {
    board: Board,
    /// The square that a pawn has just passed.
    passed: Option<Square>,
}

impl PolyglotPosition {
    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let third = Rank::R3.relative_to(self.board.stm());
        let passed = Square::new(mv.from().file(), third);
        self.passed = (mv.kind() == MoveKind::DoublePush).then_some(passed);
        self.board.play(mv);
    }

    /// The key: the exclusive or of a random number for each piece on its square, for each castling right, for the file
    /// of a pawn that has just advanced two squares to stand beside an enemy pawn, and for White to move.
    pub fn key(&self) -> Key {
        let board = &self.board;
        let stm = board.stm();
        let mut key = 0;
        for square in board.occupied() {
            if let Some(piece) = board.colored_piece_at(square) {
                // Black's pieces come before White's.
                key ^= RANDOM[64 * (piece.index() ^ 1) + square.index()];
            }
        }
        for color in Color::ALL {
            for (index, side) in [CastlingSide::King, CastlingSide::Queen]
                .into_iter()
                .enumerate()
            {
                if board.castling_rook(color, side).is_some() {
                    key ^= RANDOM[CASTLING + 2 * color.index() + index];
                }
            }
        }
        if let Some(passed) = self.passed {
            let beside = pawn_attacks(passed, !stm);
            if (beside & board.colored_pieces(stm, Piece::Pawn)).any() {
                key ^= RANDOM[EN_PASSANT + passed.file().index()];
            }
        }
        if stm == Color::White {
            key ^= RANDOM[WHITE_TO_MOVE];
        }
        Key(key)
    }
}

impl From<Board> for PolyglotPosition {
    /// The position of a board whose last move is unknown.
    fn from(board: Board) -> Self {
        Self {
            board,
            passed: board.en_passant(),
        }
    }
}

impl FromStr for PolyglotPosition {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let (setup, _) = fen::parse_setup(text)?;
        Ok(Self {
            board: setup.board()?,
            passed: setup.en_passant,
        })
    }
}
