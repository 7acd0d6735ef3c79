//! Why a text is not a legal move, and what is false in one that is.

use crate::types::Move;

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
    #[error("the square of origin is not needed")]
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
