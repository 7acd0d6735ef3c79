//! Score distributions of independent trials.

use arrayvec::ArrayVec;

/// Half the width of a 95 % confidence interval, in standard deviations.
pub(super) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Counts of trials (game pairs, or games) by score, from 0 to 1 in equal steps. There is at least one trial.
#[derive(Clone, Debug)]
pub(super) struct ScoreSample {
    /// Counts of the scores, the lowest first. Fractions come from regularisation.
    counts: ArrayVec<f64, 5>,
    /// Games in a trial.
    pub games_each: f64,
}

impl ScoreSample {
    /// `None` without trials.
    pub fn new(counts: &[u64], games_each: u32) -> Option<Self> {
        let sample = Self {
            counts: counts.iter().map(|&count| count as f64).collect(),
            games_each: f64::from(games_each),
        };
        (sample.trials() > 0.0).then_some(sample)
    }

    pub fn trials(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Scores with their counts.
    pub fn classes(&self) -> impl Iterator<Item = (f64, f64)> {
        let steps = (self.counts.len() - 1) as f64;
        (0..)
            .zip(&self.counts)
            .map(move |(step, &count)| (f64::from(step) / steps, count))
    }

    /// The mean score of a trial, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.classes()
            .map(|(score, count)| score * count)
            .sum::<f64>()
            / self.trials()
    }

    /// The variance of the score of one trial.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self
            .classes()
            .map(|(score, count)| count * (score - mean).powi(2));
        squares.sum::<f64>() / self.trials()
    }

    /// Half the width of the 95 % confidence interval of the mean.
    pub fn error(&self) -> f64 {
        TWO_SIDED_95 * (self.variance() / self.trials()).sqrt()
    }

    /// The sample with a positive variance.
    ///
    /// If all trials have the same score, half a trial is moved to the neighbouring scores: enough to keep every estimate
    /// finite, and less than any real trial would change.
    pub fn varied(mut self) -> Self {
        let kinds = self.counts.iter().filter(|&&count| count > 0.0).count();
        if kinds != 1 {
            return self;
        }
        let last = self.counts.len() - 1;
        if let Some(only) = self.counts.iter().position(|&count| count > 0.0) {
            let neighbours: ArrayVec<usize, 2> = only
                .checked_sub(1)
                .into_iter()
                .chain((only < last).then_some(only + 1))
                .collect();
            self.counts[only] -= 0.5;
            for &neighbour in &neighbours {
                self.counts[neighbour] = 0.5 / neighbours.len() as f64;
            }
        }
        self
    }

    /// The sample with a positive count for every score: scores that did not occur count a thousandth of a trial.
    ///
    /// Otherwise no hypothesis could be fitted to results that exclude it, such as wins only.
    pub fn possible(mut self) -> Self {
        const TRACE: f64 = 1e-3;
        for count in &mut self.counts {
            *count = count.max(TRACE);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(counts: &[u64]) -> ScoreSample {
        ScoreSample::new(counts, 2).expect("trials")
    }

    fn counts(sample: &ScoreSample) -> Vec<f64> {
        sample.classes().map(|(_, count)| count).collect()
    }

    #[test]
    fn mean_and_variance_are_those_of_the_textbook() {
        // Scores 0, ¼, ½, ¾, 1.
        let sample = sample(&[1, 2, 3, 2, 2]);
        let mean = (0.25 * 2.0 + 0.5 * 3.0 + 0.75 * 2.0 + 2.0) / 10.0;
        let squares = (0.0625 * 2.0 + 0.25 * 3.0 + 0.5625 * 2.0 + 2.0) / 10.0;
        assert!((sample.mean() - mean).abs() < 1e-12);
        assert!((sample.variance() - (squares - mean * mean)).abs() < 1e-12);
        assert!(ScoreSample::new(&[0, 0, 0], 1).is_none());
    }

    #[test]
    fn equal_results_are_varied_a_little() {
        assert_eq!(
            counts(&sample(&[0, 0, 0, 0, 9]).varied()),
            [0.0, 0.0, 0.0, 0.5, 8.5]
        );
        assert_eq!(counts(&sample(&[1, 0, 0]).varied()), [0.5, 0.5, 0.0]);
        assert_eq!(
            counts(&sample(&[0, 0, 4, 0, 0]).varied()),
            [0.0, 0.25, 3.5, 0.25, 0.0]
        );
        assert_eq!(
            counts(&sample(&[0, 1, 4, 0, 0]).varied()),
            [0.0, 1.0, 4.0, 0.0, 0.0]
        );
    }
}
