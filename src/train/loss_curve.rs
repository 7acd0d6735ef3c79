//! How the losses fall.

use super::pass::{GROUPS, LossSum};
use serde::{Deserialize, Serialize};

/// Points of a curve, about.
const POINTS: u64 = 100;

/// Losses at some steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LossCurve {
    /// The points so far.
    pub points: Vec<LossPoint>,
    /// The losses since the last one, as bits, which survive every form of text.
    loss: u64,
    weight: u64,
}

/// Losses at one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossPoint {
    /// Steps taken.
    pub step: u64,
    /// Positions learned from, each as often as it came.
    pub samples: u64,
    /// The learning rate.
    pub rate: f32,
    /// The share of the result in what was learned.
    pub lambda: f32,
    /// The mean loss on what was learned since the last point.
    pub training: f64,
    /// The mean loss on a sample of the games that are not learned from.
    pub validation: Losses,
}

/// Losses on games that are not learned from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The mean of all positions.
    pub all: f64,
    /// The means by the number of pieces: 2 to 5, 6 to 9, and so on to 30 and more. `None` where there are no positions.
    pub by_pieces: [Option<f64>; GROUPS],
}

impl Losses {
    /// The means of tallies by the number of pieces.
    pub fn of(tallies: &[LossSum; GROUPS]) -> Self {
        let all: LossSum = tallies.iter().copied().sum();
        Self {
            all: rounded(all.mean().unwrap_or_default()),
            by_pieces: tallies.map(|tally| tally.mean().map(rounded)),
        }
    }
}

impl LossCurve {
    /// Steps between points in a training of so many.
    pub fn distance(steps: u64) -> u64 {
        steps.div_ceil(POINTS)
    }

    /// Adds the losses of a step.
    pub fn add(&mut self, tally: LossSum) {
        let mut sum = self.sum();
        sum += tally;
        self.loss = sum.loss.to_bits();
        self.weight = sum.weight.to_bits();
    }

    /// The mean loss since the last point, which on_start anew.
    pub fn take(&mut self) -> f64 {
        let mean = rounded(self.sum().mean().unwrap_or_default());
        (self.loss, self.weight) = (0, 0);
        mean
    }

    fn sum(&self) -> LossSum {
        LossSum {
            loss: f64::from_bits(self.loss),
            weight: f64::from_bits(self.weight),
        }
    }
}

/// A loss with seven decimals: more than it means, and few enough to survive being read as text.
fn rounded(loss: f64) -> f64 {
    (loss * 1e7).round() / 1e7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_taken_between_points() {
        let mut curve = LossCurve::default();
        assert_eq!(curve.take(), 0.0);
        for loss in [1.0, 2.0] {
            curve.add(LossSum { loss, weight: 4.0 });
        }
        assert_eq!(curve.take(), 0.375);
        assert_eq!(curve.take(), 0.0);
        assert_eq!(
            [1, 99, 100, 101, 6104].map(LossCurve::distance),
            [1, 1, 1, 2, 62]
        );
    }

    #[test]
    fn losses_are_weighted_means() {
        let mut tallies = [LossSum::default(); GROUPS];
        tallies[2] = LossSum {
            loss: 1.0,
            weight: 4.0,
        };
        tallies[7] = LossSum {
            loss: 3.0,
            weight: 4.0,
        };
        let losses = Losses::of(&tallies);
        assert_eq!(losses.all, 0.5);
        assert_eq!(losses.by_pieces[2..4], [Some(0.25), None]);
    }
}
