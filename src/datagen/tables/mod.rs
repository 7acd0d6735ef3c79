//! What perfect play brings with at most four men: win, draw or loss, and how far it is to the next capture, pawn move or
//! mate.
//!
//! The tables are our own, made backwards from mates (retrograde analysis). A class of men has one byte for every
//! position; positions that differ by a symmetry of the board or by the colours share it. Moves that can be taken back
//! stay inside a *slice* of a class, in which the pawns stand still, so a slice is solved when all captures and pawn
//! moves lead to slices solved before.
//!
//! Captures en passant are looked at when a pawn moves over two squares. Castling rights are unknown here.

mod class;
mod file;
mod position;
mod solve;

pub use file::TableFileError;

use crate::board::Board;
use class::{MaterialSignature, place};
use position::TablePosition;
use rayon::prelude::*;
use solve::{ILLEGAL, TableValue, solve, value};
use std::fmt;

/// The most men, kings included.
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

/// The tables of all classes of three and four men: 232 MB.
pub struct EndgameTables {
    /// By the number of the class.
    values: Vec<Box<[TableValue]>>,
}

/// Two hundred million bytes are not for reading.
impl fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = self.values.iter().filter(|values| !values.is_empty());
        write!(f, "tables of {} classes", classes.count())
    }
}

impl EndgameTables {
    fn empty() -> Self {
        let mut values = Vec::new();
        values.resize_with(MaterialSignature::COUNT, Box::default);
        Self { values }
    }

    /// Solves all classes of at most so many men, kings included, in as many threads as there are processors. Three men
    /// take a second, four a minute or two.
    pub fn solve(men: u32) -> Self {
        let mut tables = Self::empty();
        let classes = MaterialSignature::up_to(men);
        for stage in classes.chunk_by(|a, b| a.stage() == b.stage()) {
            let solved: Vec<_> = stage
                .par_iter()
                .map(|&class| (class, solve(class, &tables)))
                .collect();
            for (class, values) in solved {
                tables.values[class.number()] = values.into_boxed_slice();
            }
        }
        tables
    }

    /// What the tables say of a position; `None` if it has more men than they know, or castling rights.
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
            let (class, index) = place(position);
            self.at(class, index)
        });
        Some(match value {
            0 | ILLEGAL => TableResult::Draw,
            win @ 1.. => TableResult::Win(win.unsigned_abs()),
            loss => TableResult::Loss(loss.unsigned_abs() - 1),
        })
    }

    /// The value at a place.
    fn at(&self, class: MaterialSignature, index: usize) -> TableValue {
        if class == MaterialSignature::KINGS {
            // Nobody can win; what matters is whether the kings keep their distance.
            return if class.position(index).is_legal() {
                0
            } else {
                ILLEGAL
            };
        }
        self.values[class.number()][index]
    }
}
