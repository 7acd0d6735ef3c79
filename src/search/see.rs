//! Static exchange evaluation (SEE): the material balance of the captures on one square.

use super::params::SEE_VALUES;
use crate::board::Board;
use crate::board::attacks::{between, bishop_attacks, line, rook_attacks};
use crate::types::{Bitboard, Move, Piece};

#[inline]
fn value(piece: Piece) -> i32 {
    SEE_VALUES[piece.index()]
}

/// True if the static exchange evaluation of `mv` is at least `threshold` internal units. Both
/// sides capture on the target square with their least valuable piece and stop when that is better.
///
/// Pieces pinned to their king do not recapture while the pinner stands. Castling has SEE 0.
pub fn see_ge(board: &Board, mv: Move, threshold: i32) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let promotion = mv.promotion();
    let gain = board.captured_piece(mv).map_or(0, value)
        + promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn));
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    // At worst the moved piece is lost.
    balance -= value(
        promotion
            .or_else(|| board.piece_at(from))
            .unwrap_or(Piece::Pawn),
    );
    if balance >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() ^ from.bb()) | to.bb();
    if mv.is_en_passant() {
        occupied ^= board.captured_square(mv).bb();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let orthogonal = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = board.attackers_to(to, occupied);
    let mut side = !board.stm();
    let mut pins = [None; 2];
    loop {
        attackers &= occupied;
        let mut ours = attackers & board.colors(side);
        // Pinned pieces take no part until their pinner has been exchanged.
        if ours.any() {
            let king = board.king(side);
            let (pinned, pinners) =
                *pins[side.index()].get_or_insert_with(|| board.sole_blockers(king, !side, side));
            if pinned.any() {
                let rays = (pinners & occupied)
                    .into_iter()
                    .fold(Bitboard::EMPTY, |rays, pinner| rays | between(king, pinner));
                ours &= !(pinned & rays & !line(king, to));
            }
        }
        let Some((piece, square)) = Piece::ALL.into_iter().find_map(|piece| {
            (ours & board.pieces(piece))
                .first()
                .map(|square| (piece, square))
        }) else {
            break;
        };
        if piece == Piece::King && (attackers & board.colors(!side)).any() {
            // The king cannot capture a defended piece.
            break;
        }
        occupied ^= square.bb();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= rook_attacks(to, occupied) & orthogonal;
        }
        side = !side;
        balance = -balance - 1 - value(piece);
        if balance >= 0 {
            break;
        }
    }
    // The side that should capture next cannot or will not: it has lost the exchange.
    side != board.stm()
}
