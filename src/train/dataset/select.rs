//! From games to the positions worth learning from.

use super::UNIQUE_BELOW;
use crate::datagen::tables::EndgameTables;
use crate::datagen::{SelfplayGame, exact, filter};
use crate::train::sample::TrainingSample;
use crate::types::{Key, Rng};

/// Keeps the lots that choose games apart from those that play them.
const SALT: u64 = 0x7661_6C69_6461_7465;

/// What a position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// To learn from.
    Training,
    /// To measure the loss on what was never learned.
    Validation,
}

/// A position worth learning from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedSample {
    /// The position.
    pub sample: TrainingSample,
    /// Its key, if it stands so early that other games may have it too.
    pub key: Option<Key>,
    /// What it is for.
    pub place: Split,
}

/// Picks positions out of games with their numbers, which were played from a seed. What is proved about a position, by the
/// Laws or by tables, counts more than how the game went on.
pub fn pick(
    seed: u64,
    games: impl Iterator<Item = (u64, SelfplayGame)>,
    validation: f64,
    share: f64,
    tables: &EndgameTables,
) -> Vec<SelectedSample> {
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
            kept.then(|| SelectedSample {
                sample: TrainingSample::new(&board, played.expected_score, result, exact),
                key: (ply < UNIQUE_BELOW).then(|| board.key()),
                place,
            })
        }));
    }
    picked
}

/// What a game is for; `None` for nothing. Depends on its seed and number alone, so that no recipe learns from a game
/// that another one measures by.
fn place(seed: u64, number: u64, validation: f64, share: f64) -> Option<Split> {
    let mut rng = Rng::new(Rng::new(seed ^ SALT).next() ^ number);
    let mut unit = || (rng.next() >> 11) as f64 / (1_u64 << 53) as f64;
    let (first, second) = (unit(), unit());
    if first < validation {
        Some(Split::Validation)
    } else {
        (second < share).then_some(Split::Training)
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
        assert!((300..500).contains(&count(0.02, 1.0, Some(Split::Validation))));
        assert!((4600..5200).contains(&count(0.02, 0.25, Some(Split::Training))));
        assert_eq!(count(0.02, 1.0, None), 0);
        for number in 0..20_000 {
            if place(9, number, 0.01, 1.0) == Some(Split::Validation) {
                // More validation takes games away from learning, and gives none back.
                assert_eq!(place(9, number, 0.02, 0.1), Some(Split::Validation));
            }
        }
    }
}
