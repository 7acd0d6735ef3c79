//! From games to the positions worth learning from.

use super::UNIQUE_BELOW;
use crate::datagen::tables::Tables;
use crate::datagen::{Game, exact, filter};
use crate::train::sample::Sample;
use crate::types::{Key, Rng};

/// Keeps the lots that choose games apart from those that play them.
const SALT: u64 = 0x7661_6C69_6461_7465;

/// What a position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// To learn from.
    Training,
    /// To measure the loss on what was never learned.
    Validation,
}

/// A position worth learning from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picked {
    /// The position.
    pub sample: Sample,
    /// Its key, if it stands so early that other games may have it too.
    pub key: Option<Key>,
    /// What it is for.
    pub place: Place,
}

/// Picks positions out of games with their numbers, which were played from a seed. What is proved about a position, by the
/// Laws or by tables, counts more than how the game went on.
pub fn pick(
    seed: u64,
    games: impl Iterator<Item = (u64, Game)>,
    validation: f64,
    share: f64,
    tables: &Tables,
) -> Vec<Picked> {
    let mut picked = Vec::new();
    for (number, game) in games {
        let Some(place) = place(seed, number, validation, share) else {
            continue;
        };
        let result = game.ending.result();
        picked.extend(game.positions().filter_map(|(ply, board, played)| {
            if !filter::keeps_proved(ply, &board, &played, &game) {
                return None;
            }
            let exact = exact::result(&board, tables);
            let kept = exact.is_some() || filter::keeps(ply, &board, &played, &game);
            kept.then(|| Picked {
                sample: Sample::new(&board, played.expectation, result, exact),
                key: (ply < UNIQUE_BELOW).then(|| board.key()),
                place,
            })
        }));
    }
    picked
}

/// What a game is for; `None` for nothing. Depends on its seed and number alone, so that no recipe learns from a game
/// that another one measures by.
fn place(seed: u64, number: u64, validation: f64, share: f64) -> Option<Place> {
    let mut rng = Rng::new(Rng::new(seed ^ SALT).next() ^ number);
    let mut unit = || (rng.next() >> 11) as f64 / (1_u64 << 53) as f64;
    let (first, second) = (unit(), unit());
    if first < validation {
        Some(Place::Validation)
    } else {
        (second < share).then_some(Place::Training)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_games_are_drawn_and_never_change_sides() {
        let count = |validation, share, wanted| {
            (0..20_000)
                .filter(|&number| place(9, number, validation, share) == wanted)
                .count()
        };
        assert!((300..500).contains(&count(0.02, 1.0, Some(Place::Validation))));
        assert!((4600..5200).contains(&count(0.02, 0.25, Some(Place::Training))));
        assert_eq!(count(0.02, 1.0, None), 0);
        for number in 0..20_000 {
            if place(9, number, 0.01, 1.0) == Some(Place::Validation) {
                // More validation takes games away from learning, and gives none back.
                assert_eq!(place(9, number, 0.02, 0.1), Some(Place::Validation));
            }
        }
    }
}
