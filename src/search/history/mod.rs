//! History tables: how well moves did in earlier nodes, kept from search to search.
//!
//! * [`QuietHistory`] (butterfly): side to move, attacks on from and to, from, to;
//! * [`LowPlyHistory`]: ply, from, to;
//! * [`PawnHistory`]: pawn structure, piece and target;
//! * [`CaptureHistory`]: moving piece, to, captured piece;
//! * [`ContinuationHistory`]: piece and target of the move one, two, four or six plies ago, then
//!   piece and target;
//! * [`CorrectionHistory`]: the errors of the static evaluation instead of moves, by structure and
//!   last moves.
//!
//! All values are updated by the history gravity formula ([`gravity`]).

mod capture;
mod continuation;
mod correction;
mod low_ply;
mod pawn;
mod piece_to;
mod quiet;

pub use capture::CaptureHistory;
pub use continuation::{CONTINUATION_PLIES, ContinuationHistory};
pub use correction::{CorrectionHistory, CorrectionIndex};
pub use low_ply::LowPlyHistory;
pub use pawn::PawnHistory;
pub use piece_to::{PieceTo, PieceToTable};
pub use quiet::QuietHistory;

use super::tunables::{history_bonus_factor, history_bonus_max, history_bonus_offset};
use crate::types::Bitboard;
use crate::util::huge_pages::HugeSlice;
use bytemuck::Zeroable;
use std::io;
use std::ops::{Deref, DerefMut};

/// History gravity: moves `value` by `bonus`, by less the closer it is to plus or minus `max`,
/// which it never exceeds.
#[inline]
fn gravity(value: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / max) as i16;
}

/// A hash of bitboards. For the few nodes that need one, multiplications are cheaper than
/// incrementally updated keys.
#[inline]
fn hash(bitboards: &[Bitboard]) -> u64 {
    bitboards.iter().fold(0, |hash, bitboard| {
        let mixed = (hash ^ bitboard.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}

/// The history bonus for a beta cutoff at this depth.
#[inline]
pub fn history_bonus(depth: i32) -> i32 {
    (history_bonus_factor() * depth - history_bonus_offset()).min(history_bonus_max())
}

/// All history tables of a thread, initially zero.
#[derive(Zeroable)]
pub struct Histories {
    pub quiet: QuietHistory,
    pub low_ply: LowPlyHistory,
    pub pawn: PawnHistory,
    pub capture: CaptureHistory,
    pub continuation: ContinuationHistory,
    pub correction: CorrectionHistory,
}

/// A thread's history tables, in memory of their own.
pub struct HistoryMemory(HugeSlice<Histories>);

impl HistoryMemory {
    /// Empty tables.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new() -> io::Result<Self> {
        HugeSlice::new(1).map(Self)
    }

    /// Clears all tables for a new game.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Deref for HistoryMemory {
    type Target = Histories;

    fn deref(&self) -> &Histories {
        &self.0[0]
    }
}

impl DerefMut for HistoryMemory {
    fn deref_mut(&mut self) -> &mut Histories {
        &mut self.0[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_never_leaves_its_range() {
        let mut value = 0_i16;
        for (bonus, times) in [
            (1280, 50),
            (-1280, 90),
            (i32::MAX, 3),
            (i32::MIN + 1, 3),
            (7, 5000),
        ] {
            for _ in 0..times {
                gravity(&mut value, bonus, 8192);
                assert!((-8192..=8192).contains(&value), "{value}");
            }
        }
    }

    #[test]
    fn bonuses_grow_with_depth_up_to_a_limit() {
        assert!(history_bonus(1) > 0 && history_bonus(5) > history_bonus(1));
        assert_eq!(history_bonus(100), history_bonus_max());
    }
}
