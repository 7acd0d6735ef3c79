//! Moves and positions as text, for programs and for people.
//!
//! * [`uci_move`]: `e2e4`, what a GUI and an engine exchange;
//! * [`san`]: `Nf3`, what people write, read with patience and written in the shortest unmistakable form;
//! * [`language`]: the moves of a whole game, whatever language its letters belong to;
//! * [`pgn`]: files of games;
//! * [`epd`]: a position with operations, one to a line;
//! * [`source`]: files of either, told apart by what is in them;
//! * [`divide`]: the table of a perft.
//!
//! Readers never invent a move: they build the one that the text describes and ask the board whether it is legal.

#![forbid(unsafe_code)]

pub mod divide;
pub mod epd;
pub mod language;
pub mod pgn;
pub mod san;
pub mod source;
pub mod uci_move;

use crate::board::Board;
use crate::types::{Move, MoveKind, Piece, Square};

/// The move, castling apart, of the man of kind `piece` from one square to another, not necessarily a legal one.
///
/// `None` if no move goes that way whatever the position: to the square where the man stands, or with a promotion
/// that no pawn may choose.
fn plain_move(
    board: &Board,
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> Option<Move> {
    if from == to || promotion.is_some() && piece != Piece::Pawn {
        return None;
    }
    let capture = board.colors(!board.stm()).has(to);
    let kind = match promotion {
        Some(promotion) => MoveKind::promotion(promotion, capture)?,
        None if capture => MoveKind::Capture,
        None if piece == Piece::Pawn && from.file() != to.file() => MoveKind::EnPassant,
        None if piece == Piece::Pawn && from.rank().index().abs_diff(to.rank().index()) == 2 => {
            MoveKind::DoublePush
        }
        None => MoveKind::Quiet,
    };
    Some(Move::new(from, to, kind))
}
