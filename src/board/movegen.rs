//! Generation of legal moves, all of them or by stages, into any [`MoveSink`].

use super::attacks::{
    between, bishop_attacks, east_capture_diagonal, king_attacks, knight_attacks, line,
    pawn_attacks, rook_attacks, west_capture_diagonal,
};
use super::chessboard::Board;
use super::play::behind;
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Rank, Square};
use arrayvec::ArrayVec;

/// The legal moves to generate. `Noisy` and `Quiet` together are `All`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStage {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// All moves that are neither captures nor promotions.
    Quiet,
}

/// Receives generated moves as sets of target squares, so that counting them costs only a population count.
pub trait MoveSink {
    /// The piece on `from` may go to any of `targets`; those in `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns may go to each of `targets`, each from the square `target - step`.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind);
    /// Pawns may promote on each of `targets`, each from the square `target - step`.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);
    /// A single move: castling or an en passant capture.
    fn single(&mut self, mv: Move);
}

const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];

/// A list of moves, or of values made from moves.
impl<T: From<Move>, const N: usize> MoveSink for ArrayVec<T, N> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture).into());
        }
        for to in targets & !enemies {
            self.push(Move::new(from, to, MoveKind::Quiet).into());
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(stepped_back(to, step), to, kind).into());
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            for piece in PROMOTIONS {
                if let Some(kind) = MoveKind::promotion(piece, capture) {
                    self.push(Move::new(stepped_back(to, step), to, kind).into());
                }
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(mv.into());
    }
}

/// Counts moves without making them.
struct MoveCounter(u32);

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * targets.count();
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[inline(always)]
fn stepped_back(to: Square, step: i8) -> Square {
    Square::from_index((to as i8 - step) as u8 & 63)
}

impl Board {
    /// A list of all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(MoveStage::All, &mut moves);
        moves
    }

    /// The number of legal moves, without generating a list.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = MoveCounter(0);
        self.generate(MoveStage::All, &mut counter);
        counter.0
    }

    /// True if the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Generates the legal moves of a stage into a sink.
    #[inline(always)]
    pub fn generate<S: MoveSink>(&self, stage: MoveStage, sink: &mut S) {
        match self.stm {
            Color::White => self.generate_for(Color::White, stage, sink),
            Color::Black => self.generate_for(Color::Black, stage, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: MoveSink>(&self, us: Color, stage: MoveStage, sink: &mut S) {
        let target_mask = match stage {
            MoveStage::All => !self.colors(us),
            MoveStage::Noisy => self.colors(!us),
            MoveStage::Quiet => !self.occupied(),
        };
        let king = self.king(us);
        if self.checkers.is_empty() {
            self.generate_pawns(us, king, stage, Bitboard::ALL, sink);
            self.generate_pieces(us, king, target_mask, sink);
            if stage != MoveStage::Noisy && (self.castling_rights & Self::rank(us, Rank::R1)).any()
            {
                self.generate_castling(us, king, sink);
            }
        } else if !self.checkers.many() {
            let check_mask = self.checkers | between(king, self.checkers.first_unchecked());
            self.generate_pawns(us, king, stage, check_mask, sink);
            self.generate_pieces(us, king, target_mask & check_mask, sink);
        }
        self.generate_king(us, king, target_mask, sink);
    }

    /// `check_mask`: the squares that resolve a check (the checker and the line to it), or all squares if there is none.
    #[inline(always)]
    fn generate_pawns<S: MoveSink>(
        &self,
        us: Color,
        king: Square,
        stage: MoveStage,
        check_mask: Bitboard,
        sink: &mut S,
    ) {
        let pawns = self.colored_pieces(us, Piece::Pawn);
        let forward = match us {
            Color::White => 8,
            Color::Black => -8,
        };
        let promotion_rank = Self::rank(us, Rank::R8);
        let empty = !self.occupied();

        // A pinned pawn may still move along its pin, on the file or diagonal of its king.
        let pushers = pawns & (!self.pinned | Bitboard::file(king.file()));
        let single_pushes = pushers.forward(us) & empty;
        if stage != MoveStage::Noisy {
            let double_pushes =
                (single_pushes & Self::rank(us, Rank::R3)).forward(us) & empty & check_mask;
            sink.pawns(
                single_pushes & check_mask & !promotion_rank,
                forward,
                MoveKind::Quiet,
            );
            sink.pawns(double_pushes, 2 * forward, MoveKind::DoublePush);
        }
        if stage == MoveStage::Quiet {
            return;
        }

        let targets = self.colors(!us) & check_mask;
        let right = (pawns & (!self.pinned | east_capture_diagonal(king, us)))
            .forward(us)
            .east();
        let left = (pawns & (!self.pinned | west_capture_diagonal(king, us)))
            .forward(us)
            .west();
        sink.pawns(
            right & targets & !promotion_rank,
            forward + 1,
            MoveKind::Capture,
        );
        sink.pawns(
            left & targets & !promotion_rank,
            forward - 1,
            MoveKind::Capture,
        );
        if (pawns & Self::rank(us, Rank::R7)).any() {
            sink.promotions(right & targets & promotion_rank, forward + 1, true);
            sink.promotions(left & targets & promotion_rank, forward - 1, true);
            sink.promotions(single_pushes & check_mask & promotion_rank, forward, false);
        }
        if let Some(target) = self.en_passant {
            for from in pawn_attacks(target, !us) & pawns {
                if self.en_passant_is_safe(from, target) {
                    sink.single(Move::new(from, target, MoveKind::EnPassant));
                }
            }
        }
    }

    #[inline(always)]
    fn generate_pieces<S: MoveSink>(
        &self,
        us: Color,
        king: Square,
        target_mask: Bitboard,
        sink: &mut S,
    ) {
        let occupied = self.occupied();
        let enemies = self.colors(!us);
        for from in self.colored_pieces(us, Piece::Knight) & !self.pinned {
            sink.piece(from, knight_attacks(from) & target_mask, enemies);
        }
        for from in self.diagonal_sliders(us) & !self.pinned {
            sink.piece(from, bishop_attacks(from, occupied) & target_mask, enemies);
        }
        for from in self.orthogonal_sliders(us) & !self.pinned {
            sink.piece(from, rook_attacks(from, occupied) & target_mask, enemies);
        }
        if self.pinned.any() {
            for from in self.diagonal_sliders(us) & self.pinned {
                let targets = bishop_attacks(from, occupied) & target_mask & line(king, from);
                sink.piece(from, targets, enemies);
            }
            for from in self.orthogonal_sliders(us) & self.pinned {
                let targets = rook_attacks(from, occupied) & target_mask & line(king, from);
                sink.piece(from, targets, enemies);
            }
        }
    }

    #[inline(always)]
    fn generate_king<S: MoveSink>(
        &self,
        us: Color,
        king: Square,
        target_mask: Bitboard,
        sink: &mut S,
    ) {
        let enemy_king = self.king(!us);
        let mut safe = Bitboard::EMPTY;
        let occupied = self.occupied() ^ king.bb();
        for to in king_attacks(king) & target_mask & !king_attacks(enemy_king) {
            if !self.is_attacked(to, !us, occupied) {
                safe |= to.bb();
            }
        }
        sink.piece(king, safe, self.colors(!us));
    }

    #[inline]
    fn generate_castling<S: MoveSink>(&self, us: Color, king: Square, sink: &mut S) {
        for rook in self.castling_rights & Self::rank(us, Rank::R1) {
            if self.can_castle(us, king, rook) {
                sink.single(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }

    /// True if the pawn on `from` may capture en passant on `target` without leaving its king in check.
    pub(super) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let us = self.stm;
        let king = self.king(us);
        let captured = behind(target, us).bb();
        let occupied = (self.occupied() ^ from.bb() ^ captured) | target.bb();
        let leapers = self.pieces(Piece::Knight) | self.pieces(Piece::Pawn);
        (self.checkers & leapers & !captured).is_empty()
            && (bishop_attacks(king, occupied) & self.diagonal_sliders(!us)).is_empty()
            && (rook_attacks(king, occupied) & self.orthogonal_sliders(!us)).is_empty()
    }
}
