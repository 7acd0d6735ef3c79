//! The sequential probability ratio test (SPRT), in its generalised form.
//!
//! After every game the log-likelihood ratio (LLR) of the hypotheses H1 (`elo1`) and H0 (`elo0`) is compared with
//! Wald's bounds. The likelihood of a hypothesis is the likelihood of the best-fitting (maximum likelihood) score
//! distribution that satisfies it. Scores that have not occurred count a thousandth of a trial.

use super::likelihood::Hypothesis;
use super::match_score::{MatchScore, NELO_PER_DEVIATION};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The Elo model of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalised Elo: the number of games that a test needs depends only on it.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// An SPRT of two hypotheses about the Elo difference between the first engine and the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// H0, in Elo of the model.
    pub elo0: f64,
    /// H1, in Elo of the model.
    pub elo1: f64,
    /// The type I error: the probability of accepting H1 if H0 holds.
    pub alpha: f64,
    /// The type II error: the probability of accepting H0 if H1 holds.
    pub beta: f64,
    /// The Elo model.
    #[serde(default)]
    pub model: EloModel,
}

/// The decision of an SPRT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SprtDecision {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::H0 => "H0 accepted",
            Self::H1 => "H1 accepted",
        })
    }
}

/// The reasons why the parameters of an SPRT are invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis out of range.
    #[error("{0} Elo is not a hypothesis from -{MAX_ELO} to {MAX_ELO}")]
    Elo(f64),
    /// H0 is not below H1.
    #[error("the first hypothesis, {0} Elo, must be below the second, {1} Elo")]
    Order(f64, f64),
    /// An error probability out of range.
    #[error("the error probability {0} is not above 0 and below 0.5")]
    Probability(f64),
}

/// The largest absolute Elo of a hypothesis.
pub const MAX_ELO: f64 = 500.0;

impl Sprt {
    /// Checks the parameters.
    ///
    /// # Errors
    /// The first that is invalid.
    pub fn check(&self) -> Result<(), SprtError> {
        for elo in [self.elo0, self.elo1] {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtError::Elo(elo));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(SprtError::Order(self.elo0, self.elo1));
        }
        for probability in [self.alpha, self.beta] {
            if !(probability > 0.0 && probability < 0.5) {
                return Err(SprtError::Probability(probability));
            }
        }
        Ok(())
    }

    /// The bounds of the LLR at which H0 and H1 are accepted: ln(β/(1−α)) and ln((1−β)/α).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio (LLR) of H1 to H0. 0 without results.
    pub fn llr(&self, score: &MatchScore) -> f64 {
        let Some(sample) = score.sample() else {
            return 0.0;
        };
        let sample = sample.possible();
        let hypothesis = |elo: f64| match self.model {
            EloModel::Logistic => Hypothesis::Mean(1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
            EloModel::Normalized => {
                Hypothesis::TValue(elo / NELO_PER_DEVIATION * sample.games_each.sqrt())
            }
        };
        let upper = hypothesis(self.elo1).log_likelihood(&sample);
        let lower = hypothesis(self.elo0).log_likelihood(&sample);
        sample.trials() * (upper - lower)
    }

    /// The decision; `None` while the LLR is between the bounds.
    pub fn decision(&self, score: &MatchScore) -> Option<SprtDecision> {
        let (lower, upper) = self.bounds();
        let llr = self.llr(score);
        if llr >= upper {
            Some(SprtDecision::H1)
        } else {
            (llr <= lower).then_some(SprtDecision::H0)
        }
    }
}
