//! Formats of moves, games and positions: texts, and a binary one of opening books.
//!
//! * [`uci_move`]: moves in UCI notation, `e2e4`;
//! * [`san`]: standard algebraic notation, `Nf3`, with a tolerant parser;
//! * [`language`]: the moves of a whole game in one of many languages;
//! * [`move_list`]: moves in a row, split into texts;
//! * [`move_notation`]: the notation in which a game is written: PGN, or the notation of the Laws in some language;
//! * [`pgn`]: files of games;
//! * [`epd`]: a position with operations, one per line;
//! * [`source`]: files of either kind, detected by content;
//! * [`openings`]: names of openings;
//! * [`polyglot`]: opening books in the binary format of Polyglot;
//! * [`divide`]: the output of perft divide.
//!
//! Parsers build the move that the text describes and ask the board whether it is legal.

#![forbid(unsafe_code)]

pub mod divide;
pub mod epd;
pub mod language;
pub mod move_list;
pub mod move_notation;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod san;
pub mod source;
pub mod uci_move;

use crate::board::Board;
use crate::types::{Move, MoveKind, Piece, Square};

/// A piece's move from one square to another, except castling; it may be illegal.
///
/// `None` if both squares are the same or the promotion is impossible.
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
