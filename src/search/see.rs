//! Static exchange evaluation: what a series of captures on one square is worth.

use super::params::EXCHANGE_VALUES;
use crate::board::Board;
use crate::board::attacks::{between, bishop_attacks, line, rook_attacks};
use crate::types::{Bitboard, Color, Move, Piece};

#[inline]
fn value(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece.index()]
}

/// True if the exchange that `mv` begins gains at least `threshold`, both sides capturing with their least valuable
/// man and stopping when it suits them. Men pinned to their king by a slider that still stands take no part.
/// Castling is an exchange of nothing.
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
    // What now stands on the square may be lost.
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
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = board.attackers_to(to, occupied);
    let mut side = !board.stm();
    let mut pins = [None; 2];
    loop {
        attackers &= occupied;
        let mut ours = attackers & board.colors(side);
        // A pin holds as long as a slider of the other side stands that can execute it.
        if ours.any() {
            let (held, pinners) = *pins[side.index()].get_or_insert_with(|| pinned(board, side));
            if held.any() {
                let king = board.king(side);
                // A man is free again once its pinner has left its square.
                let standing = pinners & occupied;
                let ways = standing
                    .into_iter()
                    .fold(Bitboard::EMPTY, |ways, pinner| ways | between(king, pinner));
                ours &= !(held & ways & !line(king, to));
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
            // The king cannot take what is defended.
            break;
        }
        occupied ^= square.bb();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - value(piece);
        if balance >= 0 {
            break;
        }
    }
    // The side that has to capture next, and cannot or will not, has lost the exchange.
    side != board.stm()
}

/// The pinned men of a colour and the sliders that pin them.
fn pinned(board: &Board, color: Color) -> (Bitboard, Bitboard) {
    use crate::board::attacks::{bishop_rays, rook_rays};
    let king = board.king(color);
    let snipers = bishop_rays(king) & board.diagonal_sliders(!color)
        | rook_rays(king) & board.straight_sliders(!color);
    let (mut held, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for sniper in snipers {
        let blockers = between(king, sniper) & board.occupied();
        if blockers.any() && !blockers.many() && (blockers & board.colors(color)).any() {
            held |= blockers;
            pinners |= sniper.bb();
        }
    }
    (held, pinners)
}
