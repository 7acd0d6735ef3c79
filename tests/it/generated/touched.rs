//! Pieces touched before the last move of a game (Article 4): the moves that the ruling demands, worked out again.

use super::games::{case_at, read};
use super::generator::RefereedGame;
use compongo::board::Board;
use compongo::laws::edition::Edition;
use compongo::laws::procedure::TouchedPieces;
use compongo::ruling::{TouchQuestion, touch};
use compongo::types::{Move, Piece, Square};
use std::collections::BTreeSet;

/// Panics if the ruling is another one.
pub fn check(game: &RefereedGame) {
    let Some(ply) = game.game.ply().checked_sub(1) else {
        return;
    };
    let board = game.game.boards()[ply];
    let squares = squares(game, &board);
    let pgn = game.pgn();
    let question = TouchQuestion {
        touched: TouchedPieces {
            squares: squares.clone(),
            ..TouchedPieces::default()
        },
        ..TouchQuestion::default()
    };
    let ruling = touch(&case_at(&pgn, ply), &question).expect("a piece on each square");
    if ruling.score.is_some() {
        // Dead, which the referee did not prove.
        return;
    }
    let obliged = ruling.obligation.iter().map(|mv| read(&board, &mv.uci));
    let obliged: BTreeSet<String> = obliged.map(|mv| mv.to_string()).collect();
    let expected = bound(&board, game.settings.edition, &squares);
    let expected: BTreeSet<String> = expected.iter().map(ToString::to_string).collect();
    assert_eq!(obliged, expected, "{squares:?} at ply {ply} of {pgn}");
}

/// One to three pieces, often king and rook.
fn squares(game: &RefereedGame, board: &Board) -> Vec<Square> {
    let mut choices = game.choices.clone();
    let us = board.stm();
    let occupied: Vec<Square> = board.occupied().into_iter().collect();
    let mut squares = match board.colored_pieces(us, Piece::Rook).first() {
        Some(rook) if choices.chance(30) => vec![board.king(us), rook],
        _ => {
            let count = 1 + choices.below(3);
            (0..count).map(|_| choices.pick(&occupied)).collect()
        }
    };
    if choices.chance(50) {
        squares.reverse();
    }
    squares
}

/// The moves of which one must be played; empty if any legal move may.
fn bound(board: &Board, edition: Edition, squares: &[Square]) -> Vec<Move> {
    let legal = board.legal_moves();
    let only = |wanted: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(|mv| wanted(mv)).collect()
    };
    let is_own = |square: &Square| board.colors(board.stm()).has(*square);
    let takes = |mv: &Move, square: Square| mv.is_capture() && board.captured_square(*mv) == square;
    let moves_of = |square: Square| only(&|mv| mv.from() == square);
    let (own, theirs): (Vec<Square>, Vec<Square>) =
        squares.iter().partition(|&square| is_own(square));
    let king = board.king(board.stm());
    let is_rook = |square: Square| board.piece_at(square) == Some(Piece::Rook);
    let castles = |mv: &Move, rook: Square| mv.is_castling() && mv.to() == rook;
    // A piece that cannot move does not bind, and a piece touched twice is one piece.
    let mut binding: Vec<Square> = Vec::new();
    for &square in &own {
        let can_bind = square == king || is_rook(square) || !moves_of(square).is_empty();
        if can_bind && !binding.contains(&square) {
            binding.push(square);
        }
    }
    match *binding.as_slice() {
        [first, rook, ..] if theirs.is_empty() && first == king && is_rook(rook) => {
            let castling = only(&|mv| castles(mv, rook));
            if !castling.is_empty() && edition > Edition::Fide1997 {
                return castling;
            }
        }
        [rook, second, ..] if theirs.is_empty() && second == king && is_rook(rook) => {
            let moves = |square| only(&|mv| mv.from() == square && !castles(mv, rook));
            let mut lists = own.iter().map(|&square| moves(square));
            return lists.find(|moves| !moves.is_empty()).unwrap_or_default();
        }
        _ => {}
    }
    for &victim in &theirs {
        for &piece in &own {
            let captures = only(&|mv| mv.from() == piece && takes(mv, victim));
            if !captures.is_empty() {
                return captures;
            }
        }
    }
    let mut possible = squares.iter().map(|&square| {
        if is_own(&square) {
            moves_of(square)
        } else {
            only(&|mv| takes(mv, square))
        }
    });
    possible.find(|moves| !moves.is_empty()).unwrap_or_default()
}
