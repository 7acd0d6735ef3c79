//! Standard algebraic notation (SAN): a writer and a tolerant parser.
//!
//! * `write`: export format, as in PGN, and the notation of the Laws;
//! * `read`: import format, any text that describes exactly one legal move, with warnings about false details;
//! * `letters`: the piece letters of a language.

mod disambiguation;
mod letters;
mod read;
mod write;

pub use letters::PieceLetters;
pub use read::{SanMove, castling, parse, read, squares};
pub use write::{numbered, numbered_line, write, write_fide, write_with};

pub(super) use read::is_sign;

use crate::types::Move;

/// The sign of a draw offer in a record of moves (Article 8.1).
pub const DRAW_OFFER: &str = "(=)";

/// The reasons why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// A null move, such as `--`.
    #[error("'{0}' is a null move, which is illegal")]
    NullMove(String),
    /// The text is not a move.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// No legal move fits.
    #[error("'{0}' is illegal")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("'{0}' may mean {1} or {2}")]
    Ambiguous(String, Move, Move),
    /// The promotion piece is missing.
    #[error("'{0}' lacks the promotion piece")]
    NoPromotion(String),
}

/// A false detail in the text of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanWarning {
    /// The disambiguation is longer than needed.
    #[error("the square of origin is given without need")]
    Overspecified,
    /// Written as a capture, but nothing is captured.
    #[error("the move is not a capture")]
    NoCapture,
    /// Written as an en passant capture, but it is a different move.
    #[error("the move is not a capture en passant")]
    NoEnPassant,
    /// Written with a check sign, but it gives no check.
    #[error("the move does not give check")]
    NoCheck,
    /// Written with a mate sign, but it is not mate.
    #[error("the move does not give mate")]
    NoMate,
}
