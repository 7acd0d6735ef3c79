//! Pieces touched before a move (97 4.3 to 4.5; 01 and later 4.3 to 4.5).

use super::touch_move::{Obligation, first_possible};
use crate::board::Board;
use crate::laws::edition::{Edition, Rules};
use crate::laws::initial_position::BarredCastling;
use crate::types::{Move, Piece, Square};

/// The pieces that the player to move touched deliberately, without saying first that they are being adjusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchedPieces {
    /// Their squares in the order of touching.
    pub squares: Vec<Square>,
    /// The order is not known: the player's own pieces count as touched first (97 4.3.b; later 4.3.c).
    pub order_unknown: bool,
    /// King and rook were touched at the same time, or the player wanted to castle. It does not excuse a rook that comes
    /// before the king in `squares`.
    pub castling: bool,
    /// The castling that is forbidden because king or rook began on a wrong square.
    pub barred: BarredCastling,
}

/// The rule that decides which moves may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TouchRule {
    /// None of the touched pieces can be moved or captured: any legal move (4.5).
    Free,
    /// The first of the player's own pieces that can move must move (4.3.a).
    Own,
    /// The first of the opponent's pieces that can be captured must be captured (97 4.3.a; later 4.3.b).
    Opponents,
    /// A piece of each colour: one captures the other; otherwise the first that can be moved or captured (97 4.3.b; later
    /// 4.3.c).
    BothColors,
    /// King and rook: castling on that side (01 and later 4.4.a).
    Castle,
    /// The rook before the king: no castling on that side (97 4.4.a; later 4.4.b).
    RookFirst,
    /// Castling on that side is illegal: another move of the king (97 4.4.b; later 4.4.c).
    CastlingIllegal,
}

/// The rule for touched pieces, and the moves that may be played; empty if every legal move may.
pub fn touch_rule(board: &Board, rules: &Rules, touched: &TouchedPieces) -> (TouchRule, Vec<Move>) {
    let us = board.stm();
    let (own, theirs): (Vec<Square>, Vec<Square>) = touched
        .squares
        .iter()
        .partition(|&&square| board.colors(us).has(square));
    let castling = king_and_rook(board, &own)
        .filter(|_| theirs.is_empty())
        .and_then(|pieces| king_and_rook_moves(board, rules, pieces, &own, touched));
    let (rule, moves) = if let Some(found) = castling {
        found
    } else {
        let in_order = if touched.order_unknown {
            [own.as_slice(), theirs.as_slice()].concat()
        } else {
            touched.squares.clone()
        };
        let captures = theirs.iter().flat_map(|&victim| {
            own.iter()
                .map(move |&piece| Obligation::CaptureWith { piece, victim })
        });
        let touches = in_order
            .iter()
            .map(|&square| Obligation::of_touch(board, square));
        let moves = match first_possible(board, captures.chain(touches)) {
            Obligation::Free => Vec::new(),
            obligation => obligation.moves(board),
        };
        let rule = match (own.is_empty(), theirs.is_empty()) {
            (false, false) => TouchRule::BothColors,
            (true, false) => TouchRule::Opponents,
            _ => TouchRule::Own,
        };
        (rule, moves)
    };
    let moves: Vec<Move> = moves
        .into_iter()
        .filter(|&mv| !touched.barred.bars(us, mv))
        .collect();
    match rule {
        // This clause says itself that any legal move may be played.
        TouchRule::CastlingIllegal => (rule, moves),
        _ if moves.is_empty() => (TouchRule::Free, moves),
        _ => (rule, moves),
    }
}

/// The rook that was touched beside the king, and whether it was touched first. The first two of the player's `own` pieces
/// decide; other pieces that cannot move do not bind (4.5), and do not count.
pub fn king_and_rook(board: &Board, own: &[Square]) -> Option<(Square, bool)> {
    let is_rook = |square| board.piece_at(square) == Some(Piece::Rook);
    let king = board.king(board.stm());
    let mut binding = own.iter().copied().filter(|&square| {
        square == king || is_rook(square) || !Obligation::Move(square).moves(board).is_empty()
    });
    let first = binding.next()?;
    let second = binding.find(|&square| square != first)?;
    if first == king && is_rook(second) {
        Some((second, false))
    } else {
        (second == king && is_rook(first)).then_some((first, true))
    }
}

/// The rule for king and rook; `None` if castling is illegal and was not intended, so that the first piece binds.
fn king_and_rook_moves(
    board: &Board,
    rules: &Rules,
    (rook, rook_first): (Square, bool),
    own: &[Square],
    touched: &TouchedPieces,
) -> Option<(TouchRule, Vec<Move>)> {
    let intended = touched.castling;
    let king = board.king(board.stm());
    let castles = |mv: &Move| mv.is_castling() && mv.to() == rook;
    let king_moves = Obligation::Move(king).moves(board);
    // A rook touched first forbids castling with it, even if the player wanted to castle.
    if rook_first {
        let moves_of = |&square: &Square| {
            let mut moves = Obligation::Move(square).moves(board);
            moves.retain(|mv| !castles(mv));
            moves
        };
        let moves = own.iter().map(moves_of).find(|moves| !moves.is_empty());
        return Some((TouchRule::RookFirst, moves.unwrap_or_default()));
    }
    let castling = king_moves.iter().copied().find(castles);
    match castling.filter(|&mv| !touched.barred.bars(board.stm(), mv)) {
        // In 1997 the king was touched first, and no clause obliges it to castle (4.3.a).
        Some(_) if rules.edition == Edition::Fide1997 => Some((TouchRule::Own, king_moves)),
        Some(castling) => Some((TouchRule::Castle, vec![castling])),
        None => intended.then_some((TouchRule::CastlingIllegal, king_moves)),
    }
}
