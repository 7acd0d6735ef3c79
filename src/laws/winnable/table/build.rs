//! Building the tables backwards.

use super::class::Class;
use super::layer::{Kind, Layer, layer};
use super::spot::Spot;
use crate::types::{Color, File, Rank, Square};

/// The set of this kind in a class. Classes reached by captures and promotions are built first.
pub(super) fn build(kind: Kind, class: Class) -> Layer {
    let mut set = Layer::empty(class);
    if class.men().all(|man| man.color == Color::Black) {
        return set;
    }
    match kind {
        Kind::Mate => each_spot(class, Color::Black, |spot| {
            *set.word_mut(spot) = mates(spot);
        }),
        Kind::MateInOne => each_spot(class, Color::White, |spot| {
            *set.word_mut(spot) = mates_in_one(spot);
        }),
        Kind::Winnable => {
            each_spot(class, Color::Black, |spot| {
                *set.word_mut(spot) = mates(spot);
            });
            close(kind, class, &mut set);
        }
        Kind::Potential => {
            each_spot(class, Color::Black, |spot| {
                *set.word_mut(spot) = mated_by_any_move(spot);
            });
            close(kind, class, &mut set);
        }
    }
    set
}

/// All placements of the men with the white king on one of the files a to d.
fn each_spot(class: Class, stm: Color, mut visit: impl FnMut(&Spot)) {
    let second = if class.men().count() == 2 { 64 } else { 1 };
    for first in Square::all() {
        for second in Square::all().take(second) {
            for rank in Rank::ALL {
                for file in [File::A, File::B, File::C, File::D] {
                    let king = Square::new(file, rank);
                    visit(&Spot::new(class, [first, second], king, stm));
                }
            }
        }
    }
}

/// Black, to move, is in check and has no legal move.
fn mates(spot: &Spot) -> u64 {
    let checked = spot.checked() & spot.legal();
    if checked == 0 {
        return 0;
    }
    checked & !spot.origins(checked, &Spot::legal, &Spot::legal)
}

/// White, to move, has a move that mates.
fn mates_in_one(spot: &Spot) -> u64 {
    let legal = spot.legal();
    let mates = |next: &Spot| layer(Kind::Mate, next.class()).read(next);
    legal & spot.origins(legal, &mates, &mates)
}

/// Black, to move, has a legal move and allows an immediate mate with each.
fn mated_by_any_move(spot: &Spot) -> u64 {
    let legal = spot.legal();
    let safe = |next: &Spot| next.legal() & !layer(Kind::MateInOne, next.class()).read(next);
    let caught = legal & !spot.origins(legal, &safe, &safe);
    if caught == 0 {
        return 0;
    }
    caught & spot.origins(caught, &Spot::legal, &Spot::legal)
}

/// Adds all positions with a move into the set, until there are none.
fn close(kind: Kind, class: Class, set: &mut Layer) {
    let mut open = Vec::new();
    for stm in Color::ALL {
        each_spot(class, stm, |spot| {
            let legal = spot.legal();
            if legal != 0 {
                open.push((*spot, legal));
            }
        });
    }
    let there = |next: &Spot| layer(kind, next.class()).read(next);
    loop {
        let mut changed = false;
        open.reverse();
        open.retain(|(spot, legal)| {
            let found = *set.word_mut(spot);
            let missing = legal & !found;
            if missing == 0 {
                return false;
            }
            let more = missing & spot.origins(missing, &|next: &Spot| set.read(next), &there);
            if more != 0 {
                changed = true;
                *set.word_mut(spot) = found | more;
            }
            missing != more
        });
        if !changed {
            return;
        }
    }
}
