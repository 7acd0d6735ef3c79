//! Making moves.

use super::attacks::{between, bishop_rays, knight_attacks, pawn_attacks, rook_rays};
use super::castling_side::CastlingSide;
use super::chessboard::Board;
use super::fen::MAX_COUNTER;
use super::zobrist;
use crate::types::{Bitboard, Color, ColoredPiece, Key, Move, MoveKind, Piece, Rank, Square};

/// The values of the pieces in [`Board::material`], in the order of [`Piece`].
const MATERIAL: [u16; 6] = [1, 3, 3, 5, 9, 0];

impl Board {
    /// Makes a legal move.
    ///
    /// The move must be legal (see [`Board::is_legal`]); any other move corrupts the board, and a debug build may panic.
    /// [`Game::play`](crate::laws::game::Game::play) checks its moves.
    #[doc(alias = "make_move", alias = "push")]
    #[inline]
    pub fn play(&mut self, mv: Move) {
        match self.stm {
            Color::White => self.play_as(Color::White, mv),
            Color::Black => self.play_as(Color::Black, mv),
        }
    }

    /// Makes a null move: passes the turn. The side to move must not be in check, or a debug build panics.
    ///
    /// The half-move clock is incremented; repetition detection stops at null moves.
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check());
        self.clear_en_passant();
        self.halfmove_clock = (self.halfmove_clock + 1).min(MAX_COUNTER);
        self.switch_side();
        self.update_checkers_and_pins();
    }

    #[inline(always)]
    fn play_as(&mut self, us: Color, mv: Move) {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let Some(mover) = self.colored_piece_at(from) else {
            debug_assert!(false, "{mv:?} moves nothing");
            return;
        };
        self.halfmove_clock = self.halfmove_clock_after(mv);
        self.clear_en_passant();

        if kind == MoveKind::Castle {
            self.castle(us, from, to);
        } else {
            if mv.is_capture() {
                let victim = if kind == MoveKind::EnPassant {
                    behind(to, us)
                } else {
                    to
                };
                self.remove(victim);
            }
            self.remove(from);
            let placed = match mv.promotion() {
                Some(piece) => ColoredPiece::new(us, piece),
                None => mover,
            };
            self.add(placed, to);
            if self.castling_rights.any() {
                self.update_castling_rights(us, from, to, mover);
            }
        }

        self.switch_side();
        self.update_checkers_and_pins();
        if kind == MoveKind::DoublePush {
            self.set_en_passant(behind(to, us));
        }
    }

    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        self.remove(king);
        self.remove(rook);
        self.add(ColoredPiece::new(us, Piece::King), side.king_target(us));
        self.add(ColoredPiece::new(us, Piece::Rook), side.rook_target(us));
        self.set_castling_rights(self.castling_rights & !Self::rank(us, Rank::R1));
    }

    /// Removes the rights lost when the king or a rook moves, or when a rook is captured.
    #[inline(always)]
    fn update_castling_rights(&mut self, us: Color, from: Square, to: Square, mover: ColoredPiece) {
        let mut kept = self.castling_rights & !(from.bb() | to.bb());
        if mover.piece() == Piece::King {
            kept &= !Self::rank(us, Rank::R1);
        }
        if kept != self.castling_rights {
            self.set_castling_rights(kept);
        }
    }

    /// Changes the castling rights, and the key accordingly.
    pub(super) fn set_castling_rights(&mut self, rights: Bitboard) {
        for rook in rights ^ self.castling_rights {
            let color = if rook.rank() == Rank::R1 {
                Color::White
            } else {
                Color::Black
            };
            self.key ^= zobrist::castling_right(color, rook.file());
        }
        self.castling_rights = rights;
    }

    #[inline(always)]
    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Sets the en passant target if the side to move has a legal capture there.
    pub(super) fn set_en_passant(&mut self, target: Square) {
        let capturers =
            pawn_attacks(target, !self.stm) & self.colored_pieces(self.stm, Piece::Pawn);
        if capturers
            .into_iter()
            .any(|from| self.en_passant_is_safe(from, target))
        {
            self.en_passant = Some(target);
            self.key ^= zobrist::en_passant(target.file());
        }
    }

    #[inline(always)]
    fn switch_side(&mut self) {
        self.fullmove_number = (self.fullmove_number + self.stm.index() as u16).min(MAX_COUNTER);
        self.stm = !self.stm;
        self.key ^= zobrist::black_to_move();
    }

    /// Finds the checkers and the pinned pieces of the side to move.
    #[inline(always)]
    pub(super) fn update_checkers_and_pins(&mut self) {
        let us = self.stm;
        let king = self.king(us);
        self.checkers = pawn_attacks(king, us) & self.colored_pieces(!us, Piece::Pawn)
            | knight_attacks(king) & self.colored_pieces(!us, Piece::Knight);
        self.pinned = Bitboard::EMPTY;
        let snipers = bishop_rays(king) & self.diagonal_sliders(!us)
            | rook_rays(king) & self.orthogonal_sliders(!us);
        let occupied = self.occupied();
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                self.checkers |= sniper.bb();
            } else if !blockers.many() {
                self.pinned |= blockers & self.colors(us);
            }
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, piece: ColoredPiece, square: Square) {
        self.toggle(piece, square);
        self.mailbox[square.index()] = Some(piece);
        self.piece_count += 1;
        self.material += MATERIAL[piece.piece().index()];
    }

    #[inline(always)]
    fn remove(&mut self, square: Square) {
        let Some(piece) = self.mailbox[square.index()].take() else {
            debug_assert!(false, "{square} is empty");
            return;
        };
        self.toggle(piece, square);
        self.piece_count -= 1;
        self.material -= MATERIAL[piece.piece().index()];
    }

    #[inline(always)]
    fn toggle(&mut self, piece: ColoredPiece, square: Square) {
        self.pieces[piece.piece().index()] ^= square.bb();
        self.colors[piece.color().index()] ^= square.bb();
        self.key ^= zobrist::piece_square(piece, square);
    }

    /// The key after a move, without making it, to prefetch the transposition table. Exact except for castling, en passant
    /// and moves that change castling rights or the en passant square.
    #[inline(always)]
    pub fn key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::black_to_move();
        if let Some(piece) = self.colored_piece_at(from) {
            let promoted = mv
                .promotion()
                .map_or(piece, |promotion| ColoredPiece::new(self.stm, promotion));
            key ^= zobrist::piece_square(piece, from) ^ zobrist::piece_square(promoted, to);
        }
        if let Some(victim) = self.colored_piece_at(to) {
            key ^= zobrist::piece_square(victim, to);
        }
        key
    }

    /// The half-move clock after a move.
    #[inline(always)]
    pub fn halfmove_clock_after(&self, mv: Move) -> u16 {
        if self.resets_clock(mv) {
            0
        } else {
            (self.halfmove_clock + 1).min(MAX_COUNTER)
        }
    }

    /// True for a capture or a pawn move, after which no earlier position can occur again.
    #[inline(always)]
    pub fn resets_clock(&self, mv: Move) -> bool {
        mv.is_capture() || self.piece_at(mv.from()) == Some(Piece::Pawn)
    }
}

/// The square one rank behind `square` from the side of `color`.
#[inline(always)]
pub(super) fn behind(square: Square, color: Color) -> Square {
    match color {
        Color::White => Square::from_index((square as u8).wrapping_sub(8) & 63),
        Color::Black => Square::from_index((square as u8).wrapping_add(8) & 63),
    }
}
