//! The transposition table entry.

use crate::types::{Move, Score};

/// The bound type of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Fail low (all-node): the true score is at most the stored one.
    Upper = 1,
    /// Fail high (cut-node): the true score is at least the stored one.
    Lower = 2,
    /// Exact score (PV node).
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

    /// True for a lower bound or an exact score.
    #[inline]
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }

    /// True for an upper bound or an exact score.
    #[inline]
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }
}

/// A copy of the entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtHit {
    /// The TT move: the best move, or one that caused a beta cutoff.
    pub mv: Option<Move>,
    /// The score as stored; see [`TtHit::score`].
    stored: i16,
    /// The raw static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The depth searched, in plies.
    pub depth: i32,
    /// The bound type of the score.
    pub bound: Bound,
    /// True if the position is or was on a principal variation.
    pub pv: bool,
}

impl TtHit {
    /// The score at `ply` plies from the root with this halfmove clock; `None` if it proves nothing with this clock.
    #[inline]
    pub const fn score(&self, ply: usize, clock: u16) -> Option<Score> {
        Score::from_tt(self.stored, ply, clock)
    }
}

const NO_EVAL: i16 = i16::MIN;
const AGE_BITS: u8 = 5;
pub(super) const AGE_MASK: u8 = (1 << AGE_BITS) - 1;

/// A 10-byte entry: key16, move, score, evaluation (`data`); depth, bound, PV flag, age (`meta`).
#[derive(Clone, Copy, Default)]
pub(super) struct TtEntry {
    pub data: u64,
    pub meta: u16,
}

impl TtEntry {
    #[inline]
    pub fn new(
        key16: u16,
        mv: Option<Move>,
        score: i16,
        eval: Option<Score>,
        (depth, bound, pv, age): (i32, Bound, bool, u8),
    ) -> Self {
        let eval = eval.map_or(NO_EVAL, |eval| eval.value() as i16);
        let data = u64::from(key16)
            | u64::from(mv.map_or(0, Move::bits)) << 16
            | u64::from(score as u16) << 32
            | u64::from(eval as u16) << 48;
        let flags = bound as u8 | u8::from(pv) << 2 | (age & AGE_MASK) << 3;
        Self {
            data,
            meta: u16::from(depth.clamp(0, 255) as u8) | u16::from(flags) << 8,
        }
    }

    /// The same entry with this move.
    #[inline]
    pub fn with_move(self, mv: Move) -> Self {
        Self {
            data: self.data & !(0xFFFF << 16) | u64::from(mv.bits()) << 16,
            ..self
        }
    }

    #[inline]
    pub const fn key16(self) -> u16 {
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
            eval: (eval != NO_EVAL).then(|| Score::new(i32::from(eval))),
            depth: self.depth(),
            pv: self.meta & 1 << 10 != 0,
        })
    }
}
