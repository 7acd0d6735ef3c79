//! What perfect play brings with at most four pieces: win, draw or loss, and how far it is to the next capture, pawn move or
//! mate.
//!
//! The tables are our own, made backwards from mates (retrograde analysis). A material of pieces has one byte for every
//! position; positions that differ by a symmetry of the board or by the colours share it. Moves that can be taken back
//! stay inside a *slice* of a material, in which the pawns stand still, so a slice is solved when all captures and pawn
//! moves lead to slices solved before.
//!
//! Captures en passant are looked at when a pawn moves over two squares. Castling rights are unknown here.

mod file;
mod material;
mod position;
mod retrograde;

pub use file::TableFileError;

use crate::board::Board;
use material::{MaterialSignature, place};
use position::TablePosition;
use rayon::prelude::*;
use retrograde::{ILLEGAL, TableValue, solve, value};
use std::fmt;

/// The most pieces, kings included.
pub const MAX_PIECES: u32 = 4;

/// What perfect play brings the side to move. Plies are counted to the next capture, pawn move or mate, that move
/// included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableResult {
    /// A win that takes so many plies.
    Win(u8),
    /// A draw.
    Draw,
    /// A loss that can be put off for so many plies; 0 for a mate on the board.
    Loss(u8),
}

/// The tables of all materials of three and four pieces: 232 MB.
pub struct EndgameTables {
    /// By the number of the material.
    values: Vec<Box<[TableValue]>>,
}

/// Two hundred million bytes are not for reading.
impl fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let materials = self.values.iter().filter(|values| !values.is_empty());
        write!(f, "tables of {} materials", materials.count())
    }
}

impl EndgameTables {
    fn empty() -> Self {
        let mut values = Vec::new();
        values.resize_with(MaterialSignature::COUNT, Box::default);
        Self { values }
    }

    /// Solves all materials of at most so many pieces, kings included, in as many threads as there are processors. Three pieces
    /// take a second, four a minute or two.
    pub fn solve(pieces: u32) -> Self {
        let mut tables = Self::empty();
        let materials = MaterialSignature::up_to(pieces);
        for stage in materials.chunk_by(|a, b| a.stage() == b.stage()) {
            let solved: Vec<_> = stage
                .par_iter()
                .map(|&material| (material, solve(material, &tables)))
                .collect();
            for (material, values) in solved {
                tables.values[material.number()] = values.into_boxed_slice();
            }
        }
        tables
    }

    /// What the tables say of a position; `None` if it has more pieces than they know, or castling rights.
    ///
    /// Counters and repetitions are not looked at.
    pub fn probe(&self, board: &Board) -> Option<TableResult> {
        if board.occupied().count() > MAX_PIECES || board.castling_rights().any() {
            return None;
        }
        let position = TablePosition::of(board);
        if self.values[place(&position).0.number()].is_empty() && board.occupied().count() > 2 {
            return None;
        }
        let double = board.en_passant().is_some();
        let value = value(&position, double, |position| {
            let (material, index) = place(position);
            self.at(material, index)
        });
        Some(match value {
            0 | ILLEGAL => TableResult::Draw,
            win @ 1.. => TableResult::Win(win.unsigned_abs()),
            loss => TableResult::Loss(loss.unsigned_abs() - 1),
        })
    }

    /// The value at a place.
    fn at(&self, material: MaterialSignature, index: usize) -> TableValue {
        if material == MaterialSignature::KINGS {
            // Nobody can win; what matters is whether the kings keep their distance.
            return if material.position(index).is_legal() {
                0
            } else {
                ILLEGAL
            };
        }
        self.values[material.number()][index]
    }
}
