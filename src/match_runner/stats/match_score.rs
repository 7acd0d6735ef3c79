//! The score of one engine against another, with the pentanomial.

use super::Estimate;
use super::estimate::normal_cdf;
use super::score_sample::ScoreSample;
use crate::laws::outcome::PlayerPoints;
use std::collections::HashMap;
use std::f64::consts::LN_10;
use std::iter::Sum;

/// Normalised Elo per standard deviation of a game's score: 800/ln 10. With this factor, normalised Elo equals Elo for
/// equal engines without draws (standard deviation ½).
pub(super) const NELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// Wins, draws, losses and pentanomial of one engine against one or more opponents.
///
/// A game that both players lose, such as one for which neither engine was ready, is a loss for each, so the opponent's
/// score need not mirror this one. It says nothing about their strengths: the estimates leave it out, and those from
/// pairs its pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost that the opponent lost as well.
    pub lost_by_both: u64,
    /// The pentanomial: complete game pairs by their score of 0, ½, 1, 1½, 2 points.
    pub pairs: [u64; 5],
}

impl MatchScore {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points scored.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The number of complete pairs.
    pub fn complete_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points per game, from 0 to 1. `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The draw ratio, from 0 to 1. `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Pairs won per pair lost. `None` if none was lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost_both, lost, _, won, won_both] = self.pairs;
        let lost = lost_both + lost;
        (lost > 0).then(|| (won + won_both) as f64 / lost as f64)
    }

    /// Elo on the logistic curve: the difference d at which the expected score 1/(1 + 10^(−d/400)) is the mean score.
    /// `None` without games that count.
    ///
    /// The error is the error of the mean times the slope of the curve. If all trials have the same score, half a trial
    /// is moved to the neighbouring scores, so that both numbers are finite.
    pub fn elo(&self) -> Option<Estimate> {
        let sample = self.sample()?.varied();
        let mean = sample.mean();
        let slope = 400.0 / LN_10 / (mean * (1.0 - mean));
        Some(Estimate {
            value: 400.0 * (mean / (1.0 - mean)).log10(),
            error: slope * sample.error(),
        })
    }

    /// Normalised Elo: how far the mean score lies above one half, in standard deviations of a game's score times
    /// 800/ln 10. The deviation of a game is the deviation of a pair's mean score times √2. `None` without
    /// games that count.
    ///
    /// The number of games that an SPRT needs depends only on it, not on openings and draws. Equal results are treated
    /// as in [`MatchScore::elo`].
    pub fn nelo(&self) -> Option<Estimate> {
        let sample = self.sample()?.varied();
        let unit = NELO_PER_DEVIATION / (sample.games_each * sample.variance()).sqrt();
        Some(Estimate {
            value: unit * (sample.mean() - 0.5),
            error: unit * sample.error(),
        })
    }

    /// The likelihood of superiority (LOS), from 0 to 1: the probability that the engine is the stronger one. `None` without
    /// games that count.
    ///
    /// If all trials have the same score, their variance says nothing, and the decided games of these trials count alone.
    pub fn los(&self) -> Option<f64> {
        let sample = self.sample()?;
        if sample.variance() == 0.0 {
            let surplus = (2.0 * sample.mean() - 1.0) * sample.trials() * sample.games_each;
            return Some(normal_cdf(surplus / surplus.abs().max(1.0).sqrt()));
        }
        let deviation = (sample.variance() / sample.trials()).sqrt();
        Some(normal_cdf((sample.mean() - 0.5) / deviation))
    }

    /// The trials of the estimates: the complete pairs or, if there is none, the games that not both players lost.
    pub(super) fn sample(&self) -> Option<ScoreSample> {
        let lost = self.losses - self.lost_by_both;
        ScoreSample::new(&self.pairs, 2)
            .or_else(|| ScoreSample::new(&[lost, self.draws, self.wins], 1))
    }

    const fn count(&mut self, score: PlayerPoints) {
        match score {
            PlayerPoints::Zero => self.losses += 1,
            PlayerPoints::Half => self.draws += 1,
            PlayerPoints::One => self.wins += 1,
        }
    }
}

impl Sum for MatchScore {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        let mut sum = Self::default();
        for score in scores {
            sum.wins += score.wins;
            sum.draws += score.draws;
            sum.losses += score.losses;
            sum.lost_by_both += score.lost_by_both;
            for (sum, count) in sum.pairs.iter_mut().zip(score.pairs) {
                *sum += count;
            }
        }
        sum
    }
}

/// Counts games one by one and combines them into pairs.
#[derive(Clone, Debug, Default)]
pub struct PairCounter {
    score: MatchScore,
    /// The scores of incomplete pairs' games; `None` for a game that both players lost.
    open: HashMap<u32, Option<PlayerPoints>>,
}

impl PairCounter {
    /// Counts a game of a pair with the scores of the player and the opponent. Games may be added in any order.
    pub fn add(&mut self, pair: u32, [own, other]: [PlayerPoints; 2]) {
        self.score.count(own);
        let both_lose = [own, other] == [PlayerPoints::Zero; 2];
        self.score.lost_by_both += u64::from(both_lose);
        let own = (!both_lose).then_some(own);
        match self.open.remove(&pair) {
            None => {
                self.open.insert(pair, own);
            }
            Some(partner) => {
                if let (Some(partner), Some(own)) = (partner, own) {
                    self.score.pairs[partner.halves() + own.halves()] += 1;
                }
            }
        }
    }

    /// The score so far.
    pub const fn score(&self) -> &MatchScore {
        &self.score
    }
}
