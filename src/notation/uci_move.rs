//! Moves in UCI notation: `e2e4`, `a7a8q`.
//!
//! Castling has two forms: the king's move in standard chess (`e1g1`), and king takes rook in Chess960 (`e1h1`). Both
//! are accepted everywhere unless they are ambiguous.
//!
//! ```
//! use compongo::Board;
//! use compongo::notation::uci_move::{self, CastlingStyle, UciMove};
//!
//! let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! let mv = uci_move::parse(&board, "e1g1")?;
//! assert_eq!(UciMove::new(mv, CastlingStyle::KingPath).to_string(), "e1g1");
//! assert_eq!(UciMove::new(mv, CastlingStyle::KingTakesRook).to_string(), "e1h1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::plain_move::plain_move;
use crate::board::{Board, CastlingSide};
use crate::types::{Color, Move, MoveKind, Piece, Rank, Square};
use crate::util::text::quote;
use std::fmt;

/// The notation of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingStyle {
    /// The king's move, `e1g1`. Ambiguous in Chess960.
    KingPath,
    /// King takes rook, `e1h1`.
    KingTakesRook,
}

impl CastlingStyle {
    /// The notation that the option `UCI_Chess960` selects.
    pub const fn new(chess960: bool) -> Self {
        if chess960 {
            Self::KingTakesRook
        } else {
            Self::KingPath
        }
    }
}

/// A move displayed in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciMove {
    mv: Move,
    style: CastlingStyle,
}

impl UciMove {
    /// The move, with a notation of castling.
    pub const fn new(mv: Move, style: CastlingStyle) -> Self {
        Self { mv, style }
    }

    /// The move as GUIs write it in a position: castling as king takes rook in Chess960 only.
    pub fn on(board: &Board, mv: Move) -> Self {
        Self::new(mv, CastlingStyle::new(board.is_chess960()))
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.style == CastlingStyle::KingTakesRook || !self.mv.is_castling() {
            return self.mv.fmt(f);
        }
        let (king, rook) = (self.mv.from(), self.mv.to());
        let color = if king.rank() == Rank::R1 {
            Color::White
        } else {
            Color::Black
        };
        write!(
            f,
            "{king}{}",
            CastlingSide::of(king, rook).king_target(color)
        )
    }
}

/// The reasons why a token is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciMoveError {
    /// The token is not two squares, optionally followed by n, b, r or q.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// The move is illegal.
    #[error("'{0}' is illegal")]
    Illegal(String),
}

/// Parses a move, ignoring case.
///
/// A king move to a rook that it may castle with is castling. Otherwise a legal king step is that step. Otherwise a
/// move to the king's castling target is castling.
///
/// # Errors
/// The token is not a move (such as the null move `0000`), or it is illegal.
pub fn parse(board: &Board, token: &str) -> Result<Move, UciMoveError> {
    let (from, to, promotion) =
        split(token).ok_or_else(|| UciMoveError::Unreadable(quote(token)))?;
    find(board, from, to, promotion).ok_or_else(|| UciMoveError::Illegal(quote(token)))
}

/// The squares and the promotion of a token.
fn split(token: &str) -> Option<(Square, Square, Option<Piece>)> {
    let promotion = match token.as_bytes() {
        [_, _, _, _] => None,
        [_, _, _, _, letter] => match Piece::from_letter(*letter as char)? {
            Piece::Pawn | Piece::King => return None,
            piece => Some(piece),
        },
        _ => return None,
    };
    let from = token.get(..2)?.parse().ok()?;
    let to = token.get(2..4)?.parse().ok()?;
    Some((from, to, promotion))
}

/// The legal move between two squares, as a player drags a piece: castling is the king's move, or king takes rook. `None`
/// if there is none, such as a promotion without its piece.
pub fn find(board: &Board, from: Square, to: Square, promotion: Option<Piece>) -> Option<Move> {
    let us = board.stm();
    let piece = board.piece_at(from)?;
    let legal = |mv: &Move| board.is_legal(*mv);
    if from != board.king(us) || promotion.is_some() {
        return plain_move(board, piece, from, to, promotion).filter(legal);
    }
    let castle = |rook| Move::new(from, rook, MoveKind::Castle);
    if (board.castling_rights() & board.colors(us)).has(to) {
        return Some(castle(to)).filter(legal);
    }
    let step = plain_move(board, piece, from, to, None);
    step.filter(legal).or_else(|| {
        [CastlingSide::King, CastlingSide::Queen]
            .into_iter()
            .filter(|side| from != to && side.king_target(us) == to)
            .find_map(|side| board.castling_rook(us, side))
            .map(castle)
            .filter(legal)
    })
}
