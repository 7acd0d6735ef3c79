//! Chooses a legal move by preference, without a move list.

use crate::board::{Board, MoveSink};
use crate::types::{Bitboard, Move, MoveKind, Piece, Square};

/// A fast random number generator (xorshift64) to choose among equally good moves.
#[derive(Clone, Copy)]
pub(super) struct XorShift(u64);

impl XorShift {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    #[inline]
    pub(super) const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A random square of a non-empty set.
    #[inline]
    fn pick(&mut self, set: Bitboard) -> Square {
        let turn = (self.next() >> 32 & 63) as u32;
        let first = set.0.rotate_right(turn).trailing_zeros();
        Square::from_index(((first + turn) & 63) as u8)
    }
}

/// How a move serves the plan, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveScore {
    PawnMove,
    PieceMove,
    /// A piece attacks something that can be captured next.
    Attack,
    /// A spare piece moves to where it can be captured.
    Sacrifice,
    /// A piece leaves the path of the promoting pawn.
    ClearPath,
    /// A capture of second choice.
    Capture,
    /// A capture of first choice.
    FirstCapture,
    /// The promoting pawn moves.
    Promotion,
}

/// The plan of the side to move.
#[derive(Clone, Copy, Default)]
pub(super) struct MovePreferences {
    /// The pawn that shall promote: its moves come first.
    pub(super) promoting_pawn: Option<Square>,
    /// Pieces to capture, first choice.
    pub(super) first_captures: Bitboard,
    /// Pieces to capture, second choice.
    pub(super) other_captures: Bitboard,
    /// Pieces that should leave their squares.
    pub(super) blockers: Bitboard,
    /// Squares to leave free.
    pub(super) promotion_path: Bitboard,
    /// Pieces that may be sacrificed.
    pub(super) expendable: Bitboard,
    /// Squares on which the other side can capture.
    pub(super) sacrifice_squares: Bitboard,
    /// By piece, the squares from which it attacks something to capture.
    pub(super) attack_squares: [Bitboard; 6],
    /// Whether a pawn move is better than a waiting move of a piece.
    pub(super) pawns_first: bool,
}

/// A [`MoveSink`] that keeps the move with the best score, and picks at random among equals.
pub(super) struct MoveChooser<'a> {
    pub(super) board: &'a Board,
    pub(super) preferences: MovePreferences,
    pub(super) rng: &'a mut XorShift,
    pub(super) choice: Option<(Move, MoveScore)>,
}

impl MoveChooser<'_> {
    /// The score of a pawn move; `None` for a capture that the plan does not want.
    #[inline(always)]
    fn pawn_score(&self, from: Square, to: Square, capture: bool) -> Option<MoveScore> {
        let preferences = &self.preferences;
        if preferences.promoting_pawn == Some(from) {
            Some(MoveScore::Promotion)
        } else if capture && preferences.first_captures.has(to) {
            Some(MoveScore::FirstCapture)
        } else if capture {
            preferences
                .other_captures
                .has(to)
                .then_some(MoveScore::Capture)
        } else if preferences.pawns_first {
            Some(MoveScore::Attack)
        } else {
            Some(MoveScore::PawnMove)
        }
    }

    /// Offers a random move from `from` to one of some squares.
    #[inline(always)]
    fn offer(&mut self, score: MoveScore, from: Square, to: Bitboard, kind: MoveKind) {
        let best = self.score();
        if to.is_empty() || Some(score) < best {
            return;
        }
        if Some(score) == best && self.rng.next() >> 40 & 1 == 0 {
            return;
        }
        let to = self.rng.pick(to);
        self.choice = Some((Move::new(from, to, kind), score));
    }

    #[inline(always)]
    fn score(&self) -> Option<MoveScore> {
        self.choice.map(|(_, score)| score)
    }
}

impl MoveSink for MoveChooser<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        let captures = targets & enemies;
        if captures.any() {
            self.offer(
                MoveScore::FirstCapture,
                from,
                captures & self.preferences.first_captures,
                MoveKind::Capture,
            );
            self.offer(
                MoveScore::Capture,
                from,
                captures & self.preferences.other_captures,
                MoveKind::Capture,
            );
        }
        let quiet = targets & !enemies;
        if self.score() >= Some(MoveScore::Capture) || quiet.is_empty() {
            return;
        }
        if self.preferences.blockers.has(from) {
            self.offer(
                MoveScore::ClearPath,
                from,
                quiet & !self.preferences.promotion_path,
                MoveKind::Quiet,
            );
        }
        if self.preferences.expendable.has(from) {
            self.offer(
                MoveScore::Sacrifice,
                from,
                quiet & self.preferences.sacrifice_squares,
                MoveKind::Quiet,
            );
        }
        if self.score() <= Some(MoveScore::Attack) {
            let piece = self.board.piece_at(from).unwrap_or(Piece::King);
            let squares = self.preferences.attack_squares[piece.index()];
            self.offer(MoveScore::Attack, from, quiet & squares, MoveKind::Quiet);
        }
        self.offer(
            MoveScore::PieceMove,
            from,
            quiet & !self.preferences.promotion_path,
            MoveKind::Quiet,
        );
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        for to in targets {
            let from = Square::from_index((to as i8 - step) as u8 & 63);
            let Some(mut score) = self.pawn_score(from, to, kind == MoveKind::Capture) else {
                continue;
            };
            if score < MoveScore::Sacrifice
                && self.preferences.expendable.has(from)
                && self.preferences.sacrifice_squares.has(to)
            {
                score = MoveScore::Sacrifice;
            }
            self.offer(score, from, to.bb(), kind);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            let from = Square::from_index((to as i8 - step) as u8 & 63);
            let Some(score) = self.pawn_score(from, to, capture) else {
                continue;
            };
            let piece = if (self.rng.next() >> 40).is_multiple_of(8) {
                Piece::Rook
            } else {
                Piece::Queen
            };
            if let Some(kind) = MoveKind::promotion(piece, capture) {
                self.offer(score, from, to.bb(), kind);
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        let score = if mv.is_en_passant() {
            if self.preferences.promoting_pawn == Some(mv.from()) {
                MoveScore::Promotion
            } else {
                MoveScore::Capture
            }
        } else {
            MoveScore::PieceMove
        };
        self.offer(score, mv.from(), mv.to().bb(), mv.kind());
    }
}
