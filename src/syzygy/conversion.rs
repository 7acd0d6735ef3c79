//! Conversion of positions for `shakmaty`.

use crate::board::Board;
use crate::types::{Color, Piece};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Chess, PositionError, Setup};

/// The position without its counters; `None` with a castling right, which no table knows, or if `shakmaty` rejects the
/// position.
pub(super) fn to_shakmaty(board: &Board) -> Option<Chess> {
    if board.castling_rights().any() {
        return None;
    }
    let pieces = |piece| Bitboard(board.pieces(piece).0);
    let colors = |color| Bitboard(board.colors(color).0);
    let mut setup = Setup::empty();
    setup.board = shakmaty::Board::try_from_bitboards(
        ByRole {
            pawn: pieces(Piece::Pawn),
            knight: pieces(Piece::Knight),
            bishop: pieces(Piece::Bishop),
            rook: pieces(Piece::Rook),
            queen: pieces(Piece::Queen),
            king: pieces(Piece::King),
        },
        ByColor {
            black: colors(Color::Black),
            white: colors(Color::White),
        },
    )
    .ok()?;
    setup.turn = shakmaty::Color::from_white(board.stm() == Color::White);
    setup.ep_square = board
        .en_passant()
        .map(|square| shakmaty::Square::new(square.index() as u32));
    setup
        .position::<Chess>(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
