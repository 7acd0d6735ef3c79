//! Retrograde analysis of a table.
//!
//! Positions are decided in the order of their distance: checkmate and stalemate first; then those decided by a capture
//! or pawn move, whose values are known; then, ply by ply, the predecessors of decided positions. A losing position is
//! examined again each time one of its moves is refuted.

use super::EndgameTables;
use super::material::{MaterialSignature, table_index};
use super::position::{TableMove, TablePosition};
use std::ops::Range;

/// A table entry: 0 for a draw, `n` for a win in `n` plies, `-n - 1` for a loss in `n` plies. Plies are counted to the
/// next capture, pawn move or mate; the winner minimises them, the loser maximises them.
pub(super) type TableValue = i8;

/// An illegal position, or one with a smaller index.
pub(super) const ILLEGAL: TableValue = TableValue::MIN;
/// Checkmate.
const MATED: TableValue = -1;

/// Solves a table; those that its captures and promotions lead to are done.
pub(super) fn solve(material: MaterialSignature, done: &EndgameTables) -> Vec<TableValue> {
    let mut solver = Solver {
        material,
        done,
        own: vec![ILLEGAL; material.size()],
    };
    for slice in material.slices() {
        solver.solve(slice);
    }
    solver.own
}

struct Solver<'a> {
    material: MaterialSignature,
    done: &'a EndgameTables,
    own: Vec<TableValue>,
}

impl Solver<'_> {
    fn solve(&mut self, slice: Range<usize>) {
        for index in slice.clone() {
            let position = self.material.position(index);
            if position.is_legal() && table_index(&position).1 == index {
                self.own[index] = 0;
            }
        }
        // Positions decided at the current distance, and at the next.
        let (mut now, mut next) = (Vec::new(), Vec::new());
        for index in slice {
            if self.own[index] == ILLEGAL {
                continue;
            }
            let value = self.first_value(&self.material.position(index));
            self.own[index] = value;
            match value {
                0 => {}
                MATED => now.push(index),
                _ => next.push(index),
            }
        }
        let mut plies: TableValue = 0;
        while !now.is_empty() || !next.is_empty() {
            for &index in &now {
                let lost = self.own[index] < 0;
                self.material
                    .position(index)
                    .for_each_predecessor(|before| {
                        let (_, origin) = table_index(&before);
                        if self.own[origin] != 0 {
                            return;
                        }
                        if lost {
                            self.own[origin] = plies + 1;
                        } else if self.is_lost(&before, plies) {
                            self.own[origin] = -plies - 2;
                        } else {
                            return;
                        }
                        next.push(origin);
                    });
            }
            plies = plies
                .checked_add(1)
                .filter(|&plies| plies < TableValue::MAX - 1)
                .expect("no win takes so long");
            now = std::mem::take(&mut next);
        }
    }

    /// The value of a position by captures, pawn moves and mate alone; 0 if undecided.
    fn first_value(&self, position: &TablePosition) -> TableValue {
        let (mut stuck, mut wins, mut loses) = (true, false, true);
        position.for_each_move(|mv| {
            let value = self.after(&mv);
            if value == ILLEGAL {
                return true;
            }
            stuck = false;
            wins = mv.zeroing && value < 0;
            loses &= mv.zeroing && value > 0;
            !wins
        });
        match (stuck, wins, loses) {
            (true, _, _) if position.in_check() => MATED,
            (true, _, _) => 0,
            (_, true, _) => 1,
            (_, _, true) => -2,
            _ => 0,
        }
    }

    /// True if every move loses, those other than captures and pawn moves within `plies`.
    fn is_lost(&self, position: &TablePosition, plies: TableValue) -> bool {
        let mut lost = true;
        position.for_each_move(|mv| {
            let value = self.after(&mv);
            lost = value == ILLEGAL || value > 0 && (mv.zeroing || value <= plies);
            lost
        });
        lost
    }

    /// The value after a move, for the side to move then.
    fn after(&self, mv: &TableMove) -> TableValue {
        value(&mv.after, mv.double, |position| {
            let (material, index) = table_index(position);
            if material == self.material {
                self.own[index]
            } else {
                self.done.at(material, index)
            }
        })
    }
}

/// The value of a position, after a double pawn push if `double`; `known` gives the values without en passant.
pub(super) fn value(
    position: &TablePosition,
    double: bool,
    known: impl Fn(&TablePosition) -> TableValue,
) -> TableValue {
    let value = known(position);
    if !double || value == ILLEGAL {
        return value;
    }
    let Some(capture) = position.en_passant() else {
        return value;
    };
    let by_capture = match known(&capture) {
        ILLEGAL => return value,
        0 => 0,
        lost if lost < 0 => 1,
        _ => -2,
    };
    let mut stuck = true;
    position.for_each_move(|mv| {
        stuck = known(&mv.after) == ILLEGAL;
        stuck
    });
    if stuck || rank(by_capture) > rank(value) {
        by_capture
    } else {
        value
    }
}

/// Orders values: fast wins, slow wins, draws, slow losses, fast losses.
const fn rank(value: TableValue) -> i32 {
    match value {
        0 => 0,
        1.. => 200 - value as i32,
        _ => -200 - value as i32,
    }
}
