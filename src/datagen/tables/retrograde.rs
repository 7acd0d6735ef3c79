//! Solving a material backwards.
//!
//! Positions are decided in the order of their distance: those without a legal move first, then those that a capture or
//! a pawn move decides, since what these lead to is solved already; then, ply by ply, whatever leads to a decided
//! position. A position that loses is looked at again each time one of its moves is refuted.

use super::EndgameTables;
use super::material::{MaterialSignature, place};
use super::position::{TableMove, TablePosition};
use std::ops::Range;

/// What a table says of a position: 0 for a draw, `n` for a win in `n` plies, `-n - 1` for a loss in `n`. Plies are
/// counted to the next capture, pawn move or mate, the winner in haste and the loser not.
pub(super) type TableValue = i8;

/// There is no such position, or it has another place.
pub(super) const ILLEGAL: TableValue = TableValue::MIN;
/// Mate on the board.
const MATED: TableValue = -1;

/// The table of a material; those of the materials that its captures and promotions lead to are done.
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
            if position.is_legal() && place(&position).1 == index {
                self.own[index] = 0;
            }
        }
        // Positions decided at the present distance, and at the next.
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
                        let (_, origin) = place(&before);
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

    /// What can be said of a position before others of its slice are decided; 0 if nothing.
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

    /// True if every move loses, those without capture and pawn move within `plies`.
    fn is_lost(&self, position: &TablePosition, plies: TableValue) -> bool {
        let mut lost = true;
        position.for_each_move(|mv| {
            let value = self.after(&mv);
            lost = value == ILLEGAL || value > 0 && (mv.zeroing || value <= plies);
            lost
        });
        lost
    }

    /// The value for the side that moves next.
    fn after(&self, mv: &TableMove) -> TableValue {
        value(&mv.after, mv.double, |position| {
            let (material, index) = place(position);
            if material == self.material {
                self.own[index]
            } else {
                self.done.at(material, index)
            }
        })
    }
}

/// The value of a position, which a pawn's move over two squares may have led to; `known` tells the values without
/// captures en passant.
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

/// The greater, the better: fast wins, slow wins, draws, slow losses, fast losses.
const fn rank(value: TableValue) -> i32 {
    match value {
        0 => 0,
        1.. => 200 - value as i32,
        _ => -200 - value as i32,
    }
}
