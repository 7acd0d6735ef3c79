//! Legality of a single move.

use super::attacks::{
    between, bishop_rays, knight_attacks, pawn_attacks, piece_attacks, rook_rays,
};
use super::castling_side::CastlingSide;
use super::chessboard::Board;
use super::play::behind;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Rank, Square};

impl Board {
    /// True if the move is one of [`Board::legal_moves`]. The move may come from another position, as TT moves do.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.stm;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let Some(piece) = self.piece_at(from) else {
            return false;
        };
        if !self.colors(us).has(from) {
            return false;
        }
        let king = self.king(us);
        match kind {
            MoveKind::Castle => {
                return from == king
                    && self.colors(us).has(to)
                    && self.castling_rights.has(to)
                    && !self.in_check()
                    && self.can_castle(us, king, to);
            }
            MoveKind::EnPassant => {
                return piece == Piece::Pawn
                    && self.en_passant == Some(to)
                    && pawn_attacks(from, us).has(to)
                    && self.en_passant_is_safe(from, to);
            }
            _ => {}
        }
        let landing = if mv.is_capture() {
            self.colors(!us)
        } else {
            !self.occupied()
        };
        if !landing.has(to) || !self.is_pseudo_legal(us, piece, mv) {
            return false;
        }
        if piece == Piece::King {
            return !self.is_attacked(to, !us, self.occupied() ^ from.bb());
        }
        self.resolves_check(king, to)
            && (!self.pinned.has(from) || super::attacks::line(king, from).has(to))
    }

    /// True if the piece can make the move, checks aside; the occupancy of the target has already been checked.
    fn is_pseudo_legal(&self, us: Color, piece: Piece, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if piece != Piece::Pawn {
            return matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
                && piece_attacks(piece, from, self.occupied()).has(to);
        }
        if mv.is_promotion() != Self::rank(us, Rank::R8).has(to) {
            return false;
        }
        if mv.is_capture() {
            return pawn_attacks(from, us).has(to);
        }
        let once = from.bb().forward(us);
        if mv.kind() == MoveKind::DoublePush {
            Self::rank(us, Rank::R2).has(from)
                && (once & !self.occupied()).any()
                && once.forward(us).has(to)
        } else {
            once.has(to)
        }
    }

    /// True if a piece other than the king that moves to `to` captures the only checker or blocks its check.
    fn resolves_check(&self, king: Square, to: Square) -> bool {
        match self.checkers.first() {
            None => true,
            Some(_) if self.checkers.many() => false,
            Some(checker) => checker == to || between(king, checker).has(to),
        }
    }

    /// Castling (FIDE Laws, Article 3.8): no piece stands between king and rook, and no square that the king crosses or
    /// reaches is attacked. The caller has checked the castling right, and that the king is not in check.
    #[inline]
    pub(super) fn can_castle(&self, us: Color, king: Square, rook: Square) -> bool {
        let side = CastlingSide::of(king, rook);
        let (king_target, rook_target) = (side.king_target(us), side.rook_target(us));
        let others = self.occupied() ^ king.bb() ^ rook.bb();
        let king_path = between(king, king_target) | king_target.bb();
        let rook_path = between(rook, rook_target) | rook_target.bb();
        ((king_path | rook_path) & others).is_empty()
            && self.castling_is_safe(us, king, rook, king_path)
    }

    /// True if no square that the king crosses or reaches by castling is attacked.
    fn castling_is_safe(&self, us: Color, king: Square, rook: Square, king_path: Bitboard) -> bool {
        let side = CastlingSide::of(king, rook);
        let target = side.king_target(us);
        let without_king = self.occupied() ^ king.bb();
        let crossed = king_path & !(king.bb() | target.bb());
        let castled = without_king ^ rook.bb() | side.rook_target(us).bb();
        !crossed
            .into_iter()
            .any(|square| self.is_attacked(square, !us, without_king))
            && !self.is_attacked(target, !us, castled)
    }

    /// True if the moving piece itself gives check. Ignores discovered checks, castling and en passant.
    #[inline]
    pub fn gives_direct_check(&self, mv: Move) -> bool {
        let them = !self.stm;
        let king = self.king(them);
        let (to, blockers) = (mv.to(), self.occupied() ^ mv.from().bb());
        let sees = |rays: Bitboard| rays.has(to) && (between(king, to) & blockers).is_empty();
        match mv.promotion().or_else(|| self.piece_at(mv.from())) {
            None | Some(Piece::King) => false,
            Some(Piece::Pawn) => pawn_attacks(to, self.stm).has(king),
            Some(Piece::Knight) => knight_attacks(king).has(to),
            Some(Piece::Bishop) => sees(bishop_rays(king)),
            Some(Piece::Rook) => sees(rook_rays(king)),
            Some(Piece::Queen) => sees(bishop_rays(king) | rook_rays(king)),
        }
    }

    /// True if the moving piece alone stands between a slider of its side and the opponent's king.
    pub fn may_discover_check(&self, mv: Move) -> bool {
        let (us, king) = (self.stm, self.king(!self.stm));
        let (discoverers, _) = self.sole_blockers(king, us, us);
        discoverers.has(mv.from())
    }

    /// The square of the captured piece: the target square or, en passant, the square of the captured pawn.
    #[inline]
    pub fn captured_square(&self, mv: Move) -> Square {
        if mv.is_en_passant() {
            behind(mv.to(), self.stm)
        } else {
            mv.to()
        }
    }

    /// The type of the captured piece; `None` for a move that captures nothing.
    #[inline]
    pub fn captured_piece(&self, mv: Move) -> Option<Piece> {
        if mv.is_en_passant() {
            Some(Piece::Pawn)
        } else if mv.is_capture() {
            self.piece_at(mv.to())
        } else {
            None
        }
    }
}
