use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply of a search, counted from its root.
pub const MAX_PLY: usize = 246;

/// The largest depth of a search, in plies.
pub const MAX_DEPTH: u16 = MAX_PLY as u16 - 1;

/// A score from the view of the side to move, in internal units of the evaluation; [`Score::centipawns`] converts it to
/// the units that users see.
///
/// Mate in `n` plies from the root is ±(32000 − n), a tablebase win ±(30000 − n); everything closer to zero is an
/// evaluation. All values fit 16 bits.
///
/// A [`UciScore`](super::UciScore) is the score for people and programs:
///
/// ```
/// use compongo::types::{Score, UciScore};
///
/// assert_eq!(UciScore::from(Score::mate_in(5)).to_string(), "mate 3");
/// assert_eq!(UciScore::from(Score::from_centipawns(35)).in_pawns(), "+0.35");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// The score of a draw.
    pub const ZERO: Self = Self(0);
    /// The evaluation that is shown as 100 centipawns, fitted by `scripts/wdl` to games of the network gen15.
    const PAWN: i32 = 178;
    /// An upper bound of all scores.
    pub const INFINITE: Self = Self(32001);
    /// The magnitude of mate on the board.
    pub const MATE: Self = Self(32000);
    /// The smallest magnitude of a mate score.
    pub const MATE_LIMIT: Self = Self(32000 - MAX_PLY as i32);
    /// The magnitude of a tablebase win at the root.
    pub const TB_WIN: Self = Self(30000);
    /// The largest magnitude of an evaluation.
    pub const MAX_EVAL: Self = Self(30000 - MAX_PLY as i32 - 1);

    /// An evaluation in internal units.
    #[inline]
    pub const fn new(value: i32) -> Self {
        Self(value)
    }

    /// The evaluation in centipawns as users know them: with 100 at move 32, the side to move wins half of the games.
    pub const fn centipawns(self) -> i32 {
        let value = 100 * self.0;
        (value + value.signum() * (Self::PAWN / 2)) / Self::PAWN
    }

    /// The evaluation for a number of [centipawns](Self::centipawns).
    pub fn from_centipawns(centipawns: i32) -> Self {
        let value = i64::from(centipawns) * i64::from(Self::PAWN) / 100;
        let limit = i64::from(Self::MAX_EVAL.0);
        Self(value.clamp(-limit, limit) as i32)
    }

    /// The score as a number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score if the side to move mates `ply` plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The score if the side to move is mated `ply` plies from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE.0)
    }

    /// An evaluation, clamped to stay below the decisive scores.
    #[inline]
    pub fn clamp_eval(value: i32) -> Self {
        Self(value.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// True for a mate or a tablebase result.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Self::MAX_EVAL.0
    }

    /// True for a proved win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_EVAL.0
    }

    /// True for a proved loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_EVAL.0
    }

    /// True for a mate score of either sign.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_LIMIT.0 && self.0.abs() <= Self::MATE.0
    }

    /// Plies to the mate, positive when mating; `None` for any other score.
    pub const fn mate_plies(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some(Self::MATE.0 - self.0)
        } else {
            Some(-(Self::MATE.0 + self.0))
        }
    }

    /// Moves to the mate as UCI counts them: positive when mating, negative when mated, 0 if mate is on the board.
    pub const fn mate_moves(self) -> Option<i32> {
        match self.mate_plies() {
            Some(plies) if self.0 > 0 => Some((plies + 1) / 2),
            Some(plies) => Some(plies / 2),
            None => None,
        }
    }

    /// The score as the table stores it: decisive scores are counted from the node instead of the root.
    #[inline]
    pub const fn to_tt(self, ply: usize) -> i16 {
        let value = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        value as i16
    }

    /// The stored score as seen `ply` plies below the root, with a half-move clock of `clock`; `None` for a mate or table
    /// win beyond the fifty-move horizon, which proves nothing here.
    #[inline]
    pub const fn from_tt(stored: i16, ply: usize, clock: u16) -> Option<Self> {
        let value = stored as i32;
        let magnitude = value.abs();
        if magnitude <= Self::MAX_EVAL.0 {
            return Some(Self(value));
        }
        let top = if magnitude > Self::TB_WIN.0 {
            Self::MATE.0
        } else {
            Self::TB_WIN.0
        };
        let distance = top - magnitude;
        if distance > 100 - clock as i32 {
            return None;
        }
        Some(Self(if value > 0 {
            value - ply as i32
        } else {
            value + ply as i32
        }))
    }

    /// The evaluation from White's view; `stm` is the side that it belongs to.
    pub fn for_white(self, stm: super::Color) -> WhiteScore {
        match stm {
            super::Color::White => WhiteScore(self.centipawns()),
            super::Color::Black => WhiteScore(-self.centipawns()),
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, rhs: i32) -> Self {
        Self(self.0 + rhs)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, rhs: i32) -> Self {
        Self(self.0 - rhs)
    }
}

impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, rhs: Self) -> i32 {
        self.0 - rhs.0
    }
}

/// A score from White's view, in centipawns as users know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhiteScore(pub i32);

/// Pawns with two decimals and a sign, such as `+0.35`.
impl fmt::Display for WhiteScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", f64::from(self.0) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_round_trip_keeps_every_band() {
        for ply in [0, 1, 7, 100, MAX_PLY] {
            for score in [
                Score::ZERO,
                Score::new(-731),
                Score::MAX_EVAL,
                -Score::MAX_EVAL,
                Score::mate_in(ply + 3),
                Score::mated_in(ply + 4),
                Score::TB_WIN - ply as i32,
            ] {
                if !score.is_decisive() || ply + 4 <= MAX_PLY {
                    assert_eq!(
                        Score::from_tt(score.to_tt(ply), ply, 0),
                        Some(score),
                        "{score:?} at ply {ply}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_horizon_is_no_mate() {
        let stored = Score::mate_in(9).to_tt(0);
        assert_eq!(Score::from_tt(stored, 0, 91), Some(Score::mate_in(9)));
        assert_eq!(Score::from_tt(stored, 0, 92), None);
        assert_eq!(Score::from_tt(-stored, 0, 92), None);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(5).mate_moves(), Some(3));
        assert_eq!(Score::mated_in(0).mate_moves(), Some(0));
        assert_eq!(Score::mated_in(4).mate_moves(), Some(-2));
        assert_eq!(Score::TB_WIN.mate_moves(), None);
        assert_eq!(Score::INFINITE.mate_moves(), None);
    }
}
