//! Standard algebraic notation: the shortest unmistakable text for a move, and a patient reader of what people write.
//!
//! * `write`: as PGN wants it;
//! * `read`: anything that describes exactly one legal move, with warnings on what is false in it;
//! * `letters`: the initials of the pieces in some language.

mod disambiguation;
mod letters;
mod read;
mod write;

pub use letters::PieceLetters;
pub use read::{SanMove, parse, read};
pub use write::{write, write_with};

pub(super) use read::is_sign;

use crate::types::Move;

/// The sign of an offer of a draw in a record of moves (Article 8.1).
pub const DRAW_OFFER: &str = "(=)";

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// A move that passes the turn, such as `--`. Chess knows none.
    #[error("'{0}' is a null move, and chess has none")]
    NullMove(String),
    /// Not of the form of a move.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// No legal move is described.
    #[error("'{0}' is illegal")]
    Illegal(String),
    /// Several legal moves are described.
    #[error("'{0}' may mean {1} or {2}")]
    Ambiguous(String, Move, Move),
    /// A pawn reaches the last rank and nothing is said about its promotion.
    #[error("'{0}' does not say what the pawn becomes")]
    NoPromotion(String),
}

/// What is wrong with a text although it is clear which move is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanWarning {
    /// More was said about the square of departure than is needed.
    #[error("the square of departure need not be given in such detail")]
    Overspecified,
    /// Written as a capture, but nothing is captured.
    #[error("the move is not a capture")]
    NoCapture,
    /// Written as a capture en passant, but it is none.
    #[error("the move is not a capture en passant")]
    NoEnPassant,
    /// Written with a check, but there is none.
    #[error("the move does not give check")]
    NoCheck,
    /// Written with mate, but it is none.
    #[error("the move does not give mate")]
    NoMate,
}
