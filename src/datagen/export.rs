//! Export in Viridithas's format "viriformat": the position after the opening in 32 bytes, four bytes for each move
//! with its score in internal units for White, and four zero bytes. Numbers are little-endian.
//!
//! The position: a bitboard of occupied squares (eight bytes), four bits per piece in the order of squares (type, plus
//! 8 for Black; a rook with castling rights has its own type), side to move and en passant square, halfmove clock, move
//! number, a score, the result, an unused byte.

use super::{ExpectedScore, GameResult, SelfplayGame};
use crate::board::Board;
use crate::types::{Color, Move, Piece};

/// The type of a rook with castling rights.
const CASTLING_ROOK: u8 = 6;
/// No en passant square.
const NO_SQUARE: u8 = 64;
/// The score of a mate, in internal units.
const MATE: i16 = 32_000;

/// Move flags.
const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// Encodes a game.
pub fn viriformat(game: &SelfplayGame) -> Vec<u8> {
    let mut board = game.start();
    for &mv in &game.opening {
        board.play(mv);
    }
    let mut bytes = Vec::with_capacity(36 + 4 * game.plies.len());
    write_board(&board, game.termination.result(), &mut bytes);
    for ply in &game.plies {
        bytes.extend(packed_move(ply.mv).to_le_bytes());
        bytes.extend(score(ply.expected_score).to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes
}

fn write_board(board: &Board, result: GameResult, bytes: &mut Vec<u8>) {
    bytes.extend(board.occupied().0.to_le_bytes());
    let mut pieces = [0_u8; 16];
    for (index, square) in board.occupied().into_iter().enumerate() {
        let Some(piece) = board.colored_piece_at(square) else {
            continue;
        };
        let code = if board.castling_rights().has(square) {
            CASTLING_ROOK
        } else {
            piece_type(piece.piece())
        };
        let code = code | (piece.color().index() as u8) << 3;
        pieces[index / 2] |= code << (index % 2 * 4);
    }
    bytes.extend(pieces);
    let en_passant = board
        .en_passant()
        .map_or(NO_SQUARE, |square| square.index() as u8);
    let black_moves = u8::from(board.stm() == Color::Black);
    bytes.push(en_passant | black_moves << 7);
    bytes.push(board.halfmove_clock().min(255) as u8);
    bytes.extend(board.fullmove_number().to_le_bytes());
    bytes.extend([0, 0]);
    bytes.push(match result {
        GameResult::Black => 0,
        GameResult::Draw => 1,
        GameResult::White => 2,
    });
    bytes.push(0);
}

const fn piece_type(piece: Piece) -> u8 {
    match piece {
        Piece::Pawn => 0,
        Piece::Knight => 1,
        Piece::Bishop => 2,
        Piece::Rook => 3,
        Piece::Queen => 4,
        Piece::King => 5,
    }
}

fn packed_move(mv: Move) -> u16 {
    let squares = mv.from_to() as u16;
    match mv.promotion() {
        Some(piece) => squares | (u16::from(piece_type(piece)) - 1) << 12 | PROMOTION,
        None if mv.is_castling() => squares | CASTLE,
        None if mv.is_en_passant() => squares | EN_PASSANT,
        None => squares,
    }
}

fn score(expected_score: ExpectedScore) -> i16 {
    match expected_score.evaluation() {
        Some(score) => score as i16,
        None if expected_score == ExpectedScore::WHITE_MATES => MATE,
        None => -MATE,
    }
}
