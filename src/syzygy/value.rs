//! The values of the tables, for the side to move.

use crate::util::word_enum::word_enum;
use shakmaty_syzygy::{MaybeRounded, Wdl};
use std::ops::Neg;

word_enum! {
    /// The result of a position under the fifty-move rule, with a halfmove clock of zero.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum TableWdl {
        /// A loss, whatever the fifty-move rule.
        Loss = "loss",
        /// A loss that the fifty-move rule turns into a draw.
        BlessedLoss = "blessed loss",
        /// A draw, whatever the fifty-move rule.
        Draw = "draw",
        /// A win that the fifty-move rule turns into a draw.
        CursedWin = "cursed win",
        /// A win, whatever the fifty-move rule.
        Win = "win",
    }
}

impl TableWdl {
    /// The result if no draw is claimed under the fifty-move rule.
    pub const fn without_fifty_moves(self) -> Self {
        match self {
            Self::BlessedLoss => Self::Loss,
            Self::CursedWin => Self::Win,
            other => other,
        }
    }
}

impl Neg for TableWdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl From<Wdl> for TableWdl {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::BlessedLoss => Self::BlessedLoss,
            Wdl::Draw => Self::Draw,
            Wdl::CursedWin => Self::CursedWin,
            Wdl::Win => Self::Win,
        }
    }
}

/// The distance to zeroing: the plies to the next capture, pawn move or mate, if the winning side hurries and the
/// losing side delays. Positive if the side to move wins, negative if it loses, zero for a draw.
///
/// Distances beyond 100 mean cursed wins and blessed losses. They are 100 too long if a later phase of the ending is
/// the one that takes more than fifty moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// The distance in plies, signed.
    pub plies: i32,
    /// True if the table stores full moves, so that the true distance may be one ply longer.
    pub rounded: bool,
}

impl Dtz {
    /// The distance if the next move is a capture or pawn move after which the position has this result for the side that
    /// makes it.
    pub(super) const fn before_zeroing(wdl: TableWdl) -> Self {
        let plies = match wdl {
            TableWdl::Loss => -1,
            TableWdl::BlessedLoss => -101,
            TableWdl::Draw => 0,
            TableWdl::CursedWin => 101,
            TableWdl::Win => 1,
        };
        Self {
            plies,
            rounded: false,
        }
    }

    /// The distance one move earlier, for the side that makes this move.
    pub(super) const fn before_move(self) -> Self {
        Self {
            plies: -self.plies - self.plies.signum(),
            rounded: self.rounded,
        }
    }

    /// The longest distance that the value may stand for, in plies.
    pub const fn longest(self) -> i32 {
        self.plies.abs() + self.rounded as i32
    }
}

impl From<MaybeRounded<shakmaty_syzygy::Dtz>> for Dtz {
    fn from(dtz: MaybeRounded<shakmaty_syzygy::Dtz>) -> Self {
        Self {
            plies: dtz.ignore_rounding().0,
            rounded: dtz.precise().is_none(),
        }
    }
}
