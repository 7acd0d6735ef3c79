//! Loss curves.

use super::pass::{GROUPS, LossSum};
use serde::{Deserialize, Serialize};

/// The approximate number of points of a curve.
const POINTS: u64 = 100;

/// The loss curve of a training run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LossCurve {
    /// The points so far.
    pub points: Vec<LossPoint>,
    /// The sum since the last point, as the bits of a float, which JSON keeps exactly.
    loss: u64,
    samples: u64,
}

/// The losses at a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossPoint {
    /// Optimiser steps taken.
    pub step: u64,
    /// Samples seen, including repetitions.
    pub samples: u64,
    /// The learning rate at this step.
    pub rate: f32,
    /// The WDL lambda: the share of the game result in the target.
    pub lambda: f32,
    /// The mean training loss since the last point.
    pub training: f64,
    /// The loss on some of the validation positions.
    pub validation: Losses,
}

/// Validation losses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The mean over all positions.
    pub all: f64,
    /// The means by the number of pieces: 2 to 5, 6 to 9, .., 30 to 32. `None` without positions.
    pub by_pieces: [Option<f64>; GROUPS],
}

impl Losses {
    /// The means, given the sums by the number of pieces.
    pub fn of(sums: &[LossSum; GROUPS]) -> Self {
        let all: LossSum = sums.iter().copied().sum();
        Self {
            all: rounded(all.mean().unwrap_or_default()),
            by_pieces: sums.map(|sum| sum.mean().map(rounded)),
        }
    }
}

impl LossCurve {
    /// Steps between points.
    pub fn interval(steps: u64) -> u64 {
        steps.div_ceil(POINTS)
    }

    /// Adds the loss of a step.
    pub fn add(&mut self, step: LossSum) {
        let mut sum = self.sum();
        sum += step;
        self.loss = sum.loss.to_bits();
        self.samples = sum.samples.to_bits();
    }

    /// The mean training loss since the last point; starts a new sum.
    pub fn take(&mut self) -> f64 {
        let mean = rounded(self.sum().mean().unwrap_or_default());
        (self.loss, self.samples) = (0, 0);
        mean
    }

    fn sum(&self) -> LossSum {
        LossSum {
            loss: f64::from_bits(self.loss),
            samples: f64::from_bits(self.samples),
        }
    }
}

/// Rounds to seven decimals, which JSON and TOML keep exactly.
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
            curve.add(LossSum { loss, samples: 4.0 });
        }
        assert_eq!(curve.take(), 0.375);
        assert_eq!(curve.take(), 0.0);
        assert_eq!(
            [1, 99, 100, 101, 6104].map(LossCurve::interval),
            [1, 1, 1, 2, 62]
        );
    }

    #[test]
    fn losses_are_means() {
        let mut sums = [LossSum::default(); GROUPS];
        sums[2] = LossSum {
            loss: 1.0,
            samples: 4.0,
        };
        sums[7] = LossSum {
            loss: 3.0,
            samples: 4.0,
        };
        let losses = Losses::of(&sums);
        assert_eq!(losses.all, 0.5);
        assert_eq!(losses.by_pieces[2..4], [Some(0.25), None]);
    }
}
