//! Selection of training positions from games.

use crate::datagen::{SelfplayGame, filter};
use crate::train::sample::TrainingSample;
use crate::types::{Key, Rng};

/// Positions below this ply are used only once.
const UNIQUE_BELOW: usize = 20;
/// Separates these random numbers from the ones of self-play.
const SALT: u64 = 0x7661_6C69_6461_7465;

/// The use of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Trained on.
    Training,
    /// Used to measure the loss; never trained on.
    Validation,
}

/// A selected position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedSample {
    /// The position.
    pub sample: TrainingSample,
    /// The key of the position, if it is so early that other games may share it.
    pub key: Option<Key>,
    pub split: Split,
}

/// Selects positions of a numbered game that was played from a seed.
pub fn select(
    seed: u64,
    games: impl Iterator<Item = (u64, SelfplayGame)>,
    validation: f64,
    share: f64,
) -> Vec<SelectedSample> {
    let mut selected = Vec::new();
    for (number, game) in games {
        let Some(split) = split(seed, number, validation, share) else {
            continue;
        };
        let result = game.termination.result();
        let kept = game
            .positions()
            .filter(|(ply, board, played)| filter::keeps(*ply, board, played, &game));
        selected.extend(kept.map(|(ply, board, played)| SelectedSample {
            sample: TrainingSample::new(&board, played.expected_score, result),
            key: (ply < UNIQUE_BELOW).then(|| board.key()),
            split,
        }));
    }
    selected
}

/// The split of a game; `None` if it is not used. Which games validate depends only on the seed, the number and the
/// fraction, so recipes with the same fraction validate with the same games, and none of them trains on these.
fn split(seed: u64, number: u64, validation: f64, share: f64) -> Option<Split> {
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
                .filter(|&number| split(9, number, validation, share) == wanted)
                .count()
        };
        assert!((300..500).contains(&count(0.02, 1.0, Some(Split::Validation))));
        assert!((4600..5200).contains(&count(0.02, 0.25, Some(Split::Training))));
        assert_eq!(count(0.02, 1.0, None), 0);
        for number in 0..20_000 {
            if split(9, number, 0.01, 1.0) == Some(Split::Validation) {
                // A larger validation share only adds validation games.
                assert_eq!(split(9, number, 0.02, 0.1), Some(Split::Validation));
            }
        }
    }
}
