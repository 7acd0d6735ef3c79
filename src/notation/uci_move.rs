//! Moves as a GUI and an engine exchange them: `e2e4`, `a7a8q`.
//!
//! Castling has two spellings. In ordinary chess it is the king's way (`e1g1`), in Chess960 the king takes its own
//! rook (`e1h1`). Both are read everywhere, as far as they cannot mean something else.

use super::plain_move;
use crate::board::{Board, CastlingSide};
use crate::types::{Color, Move, MoveKind, Piece, Rank, Square};
use crate::util::text::quote;
use std::fmt;

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingStyle {
    /// As the way of the king, `e1g1`. In Chess960 that may be mistaken for a step of the king.
    KingPath,
    /// As the king taking its rook, `e1h1`.
    KingTakesRook,
}

impl CastlingStyle {
    /// What a GUI expects with the option `UCI_Chess960` on or off.
    pub const fn new(chess960: bool) -> Self {
        if chess960 {
            Self::KingTakesRook
        } else {
            Self::KingPath
        }
    }
}

/// A move that is written for a GUI by its `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciMove {
    mv: Move,
    style: CastlingStyle,
}

impl UciMove {
    /// The move with castling in the style that is asked for.
    pub const fn new(mv: Move, style: CastlingStyle) -> Self {
        Self { mv, style }
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

/// Why a token is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciMoveError {
    /// Not two squares with perhaps one of the letters n, b, r, q.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// A move, but not one of this position.
    #[error("'{0}' is illegal")]
    Illegal(String),
}

/// Reads a move in any letter case.
///
/// A king that goes to the square of a rook with which it may castle castles. A king that goes where it may step
/// makes that step. A king that goes where castling would bring it castles.
///
/// # Errors
/// The token is no move at all (the null move `0000` included), or no legal one.
pub fn parse(board: &Board, token: &str) -> Result<Move, UciMoveError> {
    let (from, to, promotion) =
        split(token).ok_or_else(|| UciMoveError::Unreadable(quote(token)))?;
    find(board, from, to, promotion).ok_or_else(|| UciMoveError::Illegal(quote(token)))
}

/// The squares and the promotion that a token names.
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

/// The legal move that goes that way.
pub(super) fn find(
    board: &Board,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> Option<Move> {
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
            .filter(|wing| from != to && wing.king_target(us) == to)
            .find_map(|wing| board.castling_rook(us, wing))
            .map(castle)
            .filter(legal)
    })
}
