//! Picking one move among the legal ones by what it should do, without listing them.

use crate::board::{Board, MoveSink};
use crate::types::{Bitboard, Move, MoveKind, Piece, Square};

/// A source of choices among moves that are as good as each other (xorshift; any other would do).
#[derive(Clone, Copy)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    #[inline]
    pub(super) const fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// One of the squares of a set that is not empty.
    #[inline]
    fn pick(&mut self, set: Bitboard) -> Square {
        let turn = (self.roll() >> 32 & 63) as u32;
        let first = set.0.rotate_right(turn).trailing_zeros();
        Square::from_index(((first + turn) & 63) as u8)
    }
}

/// What a move does for the plan, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Merit {
    /// A pawn moves.
    Pawn,
    /// A piece moves.
    Wait,
    /// A man comes to where it can capture next.
    Post,
    /// A man offers itself.
    Bait,
    /// A man leaves the way of the pawn that is to promote.
    Leave,
    /// A capture of second choice.
    Game,
    /// A capture of first choice.
    Prey,
    /// The pawn that is to promote moves.
    Run,
}

/// What the side to move would like to do; better wishes come first.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    /// The pawn that is to promote: its moves go before everything else.
    pub(super) runner: Option<Square>,
    /// Men to capture, first choice.
    pub(super) prey: Bitboard,
    /// Men to capture, second choice.
    pub(super) game: Bitboard,
    /// Men that should go away from where they are.
    pub(super) leavers: Bitboard,
    /// Squares that those men should not go to.
    pub(super) path: Bitboard,
    /// Men that may be given up.
    pub(super) spare: Bitboard,
    /// Squares on which the other side can capture.
    pub(super) bait: Bitboard,
    /// For each kind of man the squares from which it attacks something worth capturing.
    pub(super) posts: [Bitboard; 6],
    /// Whether a pawn's move is better than waiting with a piece.
    pub(super) pawns_first: bool,
}

impl Wish {
    pub(super) const NOTHING: Self = Self {
        runner: None,
        prey: Bitboard::EMPTY,
        game: Bitboard::EMPTY,
        leavers: Bitboard::EMPTY,
        path: Bitboard::EMPTY,
        spare: Bitboard::EMPTY,
        bait: Bitboard::EMPTY,
        posts: [Bitboard::EMPTY; 6],
        pawns_first: false,
    };
}

/// Takes generated moves and keeps the one that fulfils the best wish.
pub(super) struct Chooser<'a> {
    pub(super) board: &'a Board,
    pub(super) wish: Wish,
    pub(super) dice: &'a mut Dice,
    pub(super) choice: Option<(Move, Merit)>,
}

impl Chooser<'_> {
    /// The merit of a pawn's move that captures nothing.
    const fn pawn(&self) -> Merit {
        if self.wish.pawns_first {
            Merit::Post
        } else {
            Merit::Pawn
        }
    }

    /// Offers one of the moves from `from` to a set of squares.
    #[inline(always)]
    fn offer(&mut self, merit: Merit, from: Square, to: Bitboard, kind: MoveKind) {
        let best = self.merit();
        if to.is_empty() || Some(merit) < best {
            return;
        }
        if Some(merit) == best && self.dice.roll() >> 40 & 1 == 0 {
            return;
        }
        let to = self.dice.pick(to);
        self.choice = Some((Move::new(from, to, kind), merit));
    }

    #[inline(always)]
    fn merit(&self) -> Option<Merit> {
        self.choice.map(|(_, merit)| merit)
    }
}

impl MoveSink for Chooser<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        let captures = targets & enemies;
        if captures.any() {
            self.offer(
                Merit::Prey,
                from,
                captures & self.wish.prey,
                MoveKind::Capture,
            );
            self.offer(
                Merit::Game,
                from,
                captures & self.wish.game,
                MoveKind::Capture,
            );
        }
        let quiet = targets & !enemies;
        if self.merit() >= Some(Merit::Game) || quiet.is_empty() {
            return;
        }
        if self.wish.leavers.has(from) {
            self.offer(Merit::Leave, from, quiet & !self.wish.path, MoveKind::Quiet);
        }
        if self.wish.spare.has(from) {
            self.offer(Merit::Bait, from, quiet & self.wish.bait, MoveKind::Quiet);
        }
        if self.merit() <= Some(Merit::Post) {
            let piece = self.board.piece_at(from).unwrap_or(Piece::King);
            let posts = self.wish.posts[piece.index()];
            self.offer(Merit::Post, from, quiet & posts, MoveKind::Quiet);
        }
        self.offer(Merit::Wait, from, quiet & !self.wish.path, MoveKind::Quiet);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        let from = |to: Square| Square::from_index((to as i8 - step) as u8 & 63);
        for to in targets {
            let merit = if self.wish.runner == Some(from(to)) {
                Merit::Run
            } else if kind == MoveKind::Capture {
                if self.wish.prey.has(to) {
                    Merit::Prey
                } else if self.wish.game.has(to) {
                    Merit::Game
                } else {
                    continue;
                }
            } else if self.wish.spare.has(from(to)) && self.wish.bait.has(to) {
                Merit::Bait
            } else {
                self.pawn()
            };
            self.offer(merit, from(to), to.bb(), kind);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            let from = Square::from_index((to as i8 - step) as u8 & 63);
            let merit = if self.wish.runner == Some(from) {
                Merit::Run
            } else if capture && self.wish.prey.has(to) {
                Merit::Prey
            } else if capture && self.wish.game.has(to) {
                Merit::Game
            } else if capture {
                continue;
            } else {
                self.pawn()
            };
            let piece = if (self.dice.roll() >> 40).is_multiple_of(8) {
                Piece::Rook
            } else {
                Piece::Queen
            };
            if let Some(kind) = MoveKind::promotion(piece, capture) {
                self.offer(merit, from, to.bb(), kind);
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        let merit = if mv.is_en_passant() {
            if self.wish.runner == Some(mv.from()) {
                Merit::Run
            } else {
                Merit::Game
            }
        } else {
            Merit::Wait
        };
        self.offer(merit, mv.from(), mv.to().bb(), mv.kind());
    }
}
