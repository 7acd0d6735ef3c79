//! Legality of a single move.

use super::attacks::{
    between, bishop_rays, knight_attacks, pawn_attacks, piece_attacks, rook_rays,
};
use super::play::behind;
use super::{Board, CastlingSide};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Rank, Square};

impl Board {
    /// True if the move is one of [`Board::legal_moves`]; any well-formed move may be asked.
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
                    && self.may_castle(us, king, to);
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
        if !landing.has(to) || !self.reaches(us, piece, mv) {
            return false;
        }
        if piece == Piece::King {
            return !self.is_attacked(to, !us, self.occupied() ^ from.bb());
        }
        self.answers_check(king, to)
            && (!self.pinned.has(from) || super::attacks::line(king, from).has(to))
    }

    /// True if the man goes that way, obstacles considered and checks not; the target is known to be suitable.
    fn reaches(&self, us: Color, piece: Piece, mv: Move) -> bool {
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

    /// True if a man (not the king) that lands on `to` leaves no check standing.
    fn answers_check(&self, king: Square, to: Square) -> bool {
        match self.checkers.first() {
            None => true,
            Some(_) if self.checkers.many() => false,
            Some(checker) => checker == to || between(king, checker).has(to),
        }
    }

    /// Castling, Article 3.8: nothing stands in the way of king and rook, and no square that the king leaves,
    /// crosses or reaches is attacked. The caller has made sure of the right and that there is no check.
    pub(super) fn may_castle(&self, us: Color, king: Square, rook: Square) -> bool {
        let wing = CastlingSide::of(king, rook);
        let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
        let others = self.occupied() ^ king.bb() ^ rook.bb();
        let king_path = between(king, king_target) | king_target.bb();
        let rook_path = between(rook, rook_target) | rook_target.bb();
        if ((king_path | rook_path) & others).any() {
            return false;
        }
        let crossed = between(king, king_target) & !king.bb();
        !crossed
            .into_iter()
            .any(|square| self.is_attacked(square, !us, self.occupied() ^ king.bb()))
            && !self.is_attacked(king_target, !us, others | rook_target.bb())
    }

    /// True if the move gives check with the man that moves; discovered checks, castling and en passant are not
    /// looked at.
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

    /// The pawn that a capture en passant on `target` removes, or the square of an ordinary victim.
    #[inline]
    pub fn victim_square(&self, mv: Move) -> Square {
        if mv.is_en_passant() {
            behind(mv.to(), self.stm)
        } else {
            mv.to()
        }
    }

    /// The kind of the man that a capture removes.
    #[inline]
    pub fn victim(&self, mv: Move) -> Option<Piece> {
        if mv.is_en_passant() {
            Some(Piece::Pawn)
        } else if mv.is_capture() {
            self.piece_at(mv.to())
        } else {
            None
        }
    }
}
