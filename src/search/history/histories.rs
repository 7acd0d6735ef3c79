//! All history tables of a thread.

use super::capture::CaptureHistory;
use super::continuation::ContinuationHistory;
use super::correction::CorrectionHistory;
use super::low_ply::LowPlyHistory;
use super::pawn::PawnHistory;
use super::quiet::QuietHistory;
use super::tt_move::TtMoveHistory;
use crate::util::huge_pages::HugeSlice;
use bytemuck::Zeroable;
use std::io;
use std::ops::{Deref, DerefMut};

/// All history tables of a thread, initially zero.
#[derive(Zeroable)]
pub struct Histories {
    pub quiet: QuietHistory,
    pub low_ply: LowPlyHistory,
    pub pawn: PawnHistory,
    pub capture: CaptureHistory,
    pub continuation: ContinuationHistory,
    pub correction: CorrectionHistory,
    pub tt_move: TtMoveHistory,
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
