//! How an entry is packed.

use crate::types::{Move, Score};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    const fn from_bits(bits: u8) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Upper),
            2 => Some(Self::Lower),
            3 => Some(Self::Exact),
            _ => None,
        }
    }

    /// True if a true score of at least the stored one is possible.
    #[inline]
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }

    /// True if a true score of at most the stored one is possible.
    #[inline]
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }
}

/// A copy of what the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtHit {
    /// The best move found, or one that refuted the line.
    pub mv: Option<Move>,
    /// The score as stored; see [`TtHit::score`].
    stored: i16,
    /// The static evaluation before any correction; `None` when the side to move is in check.
    pub eval: Option<Score>,
    /// The depth of the search behind the score.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// True if the position was once on a principal variation.
    pub pv: bool,
}

impl TtHit {
    /// The score as seen `ply` plies below the root with this half-move clock.
    #[inline]
    pub const fn score(&self, ply: usize, clock: u16) -> Score {
        Score::from_tt(self.stored, ply, clock)
    }
}

const NO_EVAL: i16 = i16::MIN;
const AGE_BITS: u8 = 5;
pub(super) const AGE_MASK: u8 = (1 << AGE_BITS) - 1;

/// An entry of ten bytes: `data` holds tag, move, score and evaluation, `meta` depth, bound, PV mark and age.
#[derive(Clone, Copy, Default)]
pub(super) struct TtEntry {
    pub data: u64,
    pub meta: u16,
}

impl TtEntry {
    #[inline]
    pub fn new(
        tag: u16,
        mv: Option<Move>,
        score: i16,
        eval: Option<Score>,
        (depth, bound, pv, age): (i32, Bound, bool, u8),
    ) -> Self {
        let eval = eval.map_or(NO_EVAL, |eval| eval.value() as i16);
        let data = u64::from(tag)
            | u64::from(mv.map_or(0, Move::bits)) << 16
            | u64::from(score as u16) << 32
            | u64::from(eval as u16) << 48;
        let flags = bound as u8 | u8::from(pv) << 2 | (age & AGE_MASK) << 3;
        Self {
            data,
            meta: u16::from(depth.clamp(0, 255) as u8) | u16::from(flags) << 8,
        }
    }

    #[inline]
    pub const fn tag(self) -> u16 {
        self.data as u16
    }

    #[inline]
    pub const fn mv(self) -> Option<Move> {
        Move::from_bits((self.data >> 16) as u16)
    }

    #[inline]
    pub const fn depth(self) -> i32 {
        (self.meta & 0xFF) as i32
    }

    #[inline]
    pub const fn age(self) -> u8 {
        (self.meta >> 11) as u8
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.meta & 0x300 == 0
    }

    #[inline]
    pub fn hit(self) -> Option<TtHit> {
        let eval = (self.data >> 48) as u16 as i16;
        Some(TtHit {
            bound: Bound::from_bits((self.meta >> 8) as u8)?,
            mv: self.mv(),
            stored: (self.data >> 32) as u16 as i16,
            eval: (eval != NO_EVAL).then(|| Score::cp(i32::from(eval))),
            depth: self.depth(),
            pv: self.meta & 1 << 10 != 0,
        })
    }
}
