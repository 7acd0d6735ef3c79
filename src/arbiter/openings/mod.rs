//! Openings: from files, or generated at random.

mod book;
mod random;

pub use book::{OpeningBook, OpeningBookError, read_book};
pub use random::random_openings;

use crate::board::Board;
use crate::board::fen::FenError;
use crate::laws::material;
use crate::notation::uci_move::{self, UciMoveError};
use crate::types::Move;
use serde::{Deserialize, Serialize};

/// An opening: a position and moves that are played before the engines' first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position before the first move.
    pub start: Board,
    /// Legal moves from there.
    pub moves: Vec<Move>,
}

impl Opening {
    /// An opening without moves.
    pub const fn at(start: Board) -> Self {
        Self {
            start,
            moves: Vec::new(),
        }
    }

    /// The position after the moves.
    pub fn end(&self) -> Board {
        let mut board = self.start;
        for &mv in &self.moves {
            board.play(mv);
        }
        board
    }

    /// The opening as text.
    pub fn text(&self) -> OpeningText {
        OpeningText {
            fen: self.start.to_string(),
            moves: self.moves.iter().map(Move::to_string).collect(),
        }
    }
}

/// An [`Opening`] as text, for the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningText {
    /// The position before the first move.
    pub fen: String,
    /// The moves in UCI notation; castling as the king capturing its rook.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Why a text is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningTextError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is unreadable or illegal.
    #[error("half-move {0}: {1}")]
    Move(usize, UciMoveError),
}

impl TryFrom<&OpeningText> for Opening {
    type Error = OpeningTextError;

    fn try_from(text: &OpeningText) -> Result<Self, OpeningTextError> {
        let start: Board = text.fen.parse()?;
        let mut board = start;
        let mut moves = Vec::with_capacity(text.moves.len());
        for (word, ply) in text.moves.iter().zip(1..) {
            let mv = uci_move::parse(&board, word)
                .map_err(|error| OpeningTextError::Move(ply, error))?;
            board.play(mv);
            moves.push(mv);
        }
        Ok(Self { start, moves })
    }
}

/// Why a game from this position would be over at once, or could be claimed as a draw; `None` if it can be played.
fn game_over_reason(board: &Board) -> Option<&'static str> {
    /// Plies without capture and pawn move after which a draw can be claimed (Article 9.3).
    const CLAIMABLE: u16 = 100;
    if !board.has_legal_move() {
        Some(if board.in_check() {
            "checkmate"
        } else {
            "stalemate"
        })
    } else if material::is_dead(board) {
        Some("neither side can mate")
    } else {
        (board.halfmove_clock() >= CLAIMABLE).then_some("fifty moves without capture and pawn move")
    }
}
