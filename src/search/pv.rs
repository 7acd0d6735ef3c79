//! The triangular PV table.

use crate::types::{MAX_PLY, Move};

/// The triangular PV table: the principal variation from each ply of the current line.
pub struct PvTable {
    lines: Box<[[Option<Move>; MAX_PLY + 1]]>,
}

impl Default for PvTable {
    fn default() -> Self {
        Self {
            lines: vec![[None; MAX_PLY + 1]; MAX_PLY + 2].into_boxed_slice(),
        }
    }
}

impl PvTable {
    /// Empties the line at `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply][0] = None;
    }

    /// Sets the line at `ply` to `mv` followed by the line at the next ply.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (lower, upper) = self.lines.split_at_mut(ply + 1);
        let (line, tail) = (&mut lower[ply], &upper[0]);
        line[0] = Some(mv);
        for (to, from) in line[1..].iter_mut().zip(tail) {
            *to = *from;
            if from.is_none() {
                break;
            }
        }
    }

    /// The moves of the line at `ply`.
    pub fn line(&self, ply: usize) -> impl Iterator<Item = Move> + '_ {
        self.lines[ply].iter().map_while(|mv| *mv)
    }
}
