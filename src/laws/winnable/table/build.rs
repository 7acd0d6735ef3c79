//! Retrograde generation of the bitbases.

use super::bitbase::{Bitbase, BitbaseKind, bitbase};
use super::material_key::MaterialKey;
use super::table_index::TableIndex;
use crate::types::{Color, File, Rank, Square};

/// Builds a bitbase, after the bitbases that its captures and promotions lead to.
pub(super) fn build(kind: BitbaseKind, material: MaterialKey) -> Bitbase {
    let mut set = Bitbase::empty(material);
    if material.pieces().all(|piece| piece.color() == Color::Black) {
        return set;
    }
    let goal: fn(&TableIndex) -> u64 = match kind {
        BitbaseKind::Mate | BitbaseKind::Winnable => mates,
        BitbaseKind::MateInOne => mates_in_one,
        BitbaseKind::Potential => mated_by_any_move,
    };
    let stm = match kind {
        BitbaseKind::MateInOne => Color::White,
        _ => Color::Black,
    };
    each_index(material, stm, |index| *set.word_mut(index) = goal(index));
    if matches!(kind, BitbaseKind::Winnable | BitbaseKind::Potential) {
        add_predecessors(kind, material, &mut set);
    }
    set
}

/// All placements of the pieces with the white king on one of the files a to d.
fn each_index(material: MaterialKey, stm: Color, mut visit: impl FnMut(&TableIndex)) {
    let second = if material.pieces().count() == 2 {
        64
    } else {
        1
    };
    for first in Square::all() {
        for second in Square::all().take(second) {
            for rank in Rank::ALL {
                for file in [File::A, File::B, File::C, File::D] {
                    let king = Square::new(file, rank);
                    visit(&TableIndex::new(material, [first, second], king, stm));
                }
            }
        }
    }
}

/// Black, to move, is in check and has no legal move.
fn mates(index: &TableIndex) -> u64 {
    let checked = index.checked() & index.legal();
    if checked == 0 {
        return 0;
    }
    checked & !index.predecessors(checked, &TableIndex::legal, &TableIndex::legal)
}

/// White, to move, has a move that mates.
fn mates_in_one(index: &TableIndex) -> u64 {
    let legal = index.legal();
    let mates = |next: &TableIndex| bitbase(BitbaseKind::Mate, next.material()).read(next);
    legal & index.predecessors(legal, &mates, &mates)
}

/// Black, to move, has a legal move, and every legal move allows mate in one.
fn mated_by_any_move(index: &TableIndex) -> u64 {
    let legal = index.legal();
    let safe = |next: &TableIndex| {
        next.legal() & !bitbase(BitbaseKind::MateInOne, next.material()).read(next)
    };
    let caught = legal & !index.predecessors(legal, &safe, &safe);
    if caught == 0 {
        return 0;
    }
    caught & index.predecessors(caught, &TableIndex::legal, &TableIndex::legal)
}

/// Adds all positions with a move into the set, until nothing changes.
fn add_predecessors(kind: BitbaseKind, material: MaterialKey, set: &mut Bitbase) {
    let mut open = Vec::new();
    for stm in Color::ALL {
        each_index(material, stm, |index| {
            let legal = index.legal();
            if legal != 0 {
                open.push((*index, legal));
            }
        });
    }
    let other_material = |next: &TableIndex| bitbase(kind, next.material()).read(next);
    loop {
        let mut changed = false;
        open.reverse();
        open.retain(|(index, legal)| {
            let found = *set.word_mut(index);
            let missing = legal & !found;
            if missing == 0 {
                return false;
            }
            let same_material = |next: &TableIndex| set.read(next);
            let more = missing & index.predecessors(missing, &same_material, &other_material);
            if more != 0 {
                changed = true;
                *set.word_mut(index) = found | more;
            }
            missing != more
        });
        if !changed {
            return;
        }
    }
}
