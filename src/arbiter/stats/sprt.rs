//! The sequential probability ratio test (SPRT), in its generalised form.
//!
//! After every game the log-likelihood ratio (LLR) of the hypotheses H1 (`elo1`) and H0 (`elo0`) is compared with Wald's
//! bounds. The likelihood of a hypothesis is that of the maximum likelihood score distribution that satisfies it. A score
//! that has not occurred counts a thousandth of a trial.

use super::likelihood::Hypothesis;
use super::match_score::{MatchScore, NELO_PER_DEVIATION};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The Elo model of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalised Elo: the number of games a test needs depends on it alone.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// An SPRT of two hypotheses about the Elo difference of the first engine to the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// H0, in Elo.
    pub elo0: f64,
    /// H1, in Elo.
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

/// Why the parameters of an SPRT are invalid.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GATE: Sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Normalized,
    };

    fn pairs(pairs: [u64; 5]) -> MatchScore {
        MatchScore {
            pairs,
            ..MatchScore::default()
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (lower, upper) = GATE.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        let uneven = Sprt { alpha: 0.1, ..GATE };
        let (lower, upper) = uneven.bounds();
        assert!((lower - (0.05_f64 / 0.9).ln()).abs() < 1e-12, "{lower}");
        assert!((upper - 9.5_f64.ln()).abs() < 1e-12, "{upper}");
    }

    /// Figures of another algorithm, in Python: under the logistic hypotheses the multiplier is found by halving; under
    /// the normalised ones likelihood is maximised with mean and variance fixed (Newton's method in two multipliers),
    /// and the best standard deviation is searched for.
    #[test]
    fn ratios_are_those_of_an_independent_calculation() {
        let games = MatchScore {
            wins: 240,
            draws: 412,
            losses: 180,
            pairs: [0; 5],
        };
        for (score, expected) in [
            (
                pairs([21, 120, 302, 157, 33]),
                [
                    3.172413612050435,
                    2.289407427040943,
                    1.5355841647491575,
                    -1.8704300244029297,
                ],
            ),
            (
                pairs([87, 2737, 6164, 2999, 109]),
                [
                    -4.497616096470125,
                    6.950730169377792,
                    10.986941505645987,
                    -256.54093902616063,
                ],
            ),
            (
                pairs([0, 3, 10, 8, 4]),
                [
                    0.708690109214899,
                    0.5021409055118966,
                    0.2635368165003841,
                    2.547454748686276,
                ],
            ),
            (
                pairs([0, 0, 0, 0, 10]),
                [
                    0.2837374828397445,
                    0.39867146331417824,
                    0.20558908341176108,
                    2.1289691623477864,
                ],
            ),
            (
                games,
                [
                    2.742849078293915,
                    2.086753774977808,
                    1.3012137942845783,
                    2.26446249825311,
                ],
            ),
        ] {
            let tests = [
                Sprt {
                    model: EloModel::Logistic,
                    ..GATE
                },
                GATE,
                Sprt {
                    elo0: -5.0,
                    elo1: 0.0,
                    ..GATE
                },
                Sprt { elo1: 60.0, ..GATE },
            ];
            for (test, expected) in tests.iter().zip(expected) {
                let found = test.llr(&score);
                assert!(
                    (found - expected).abs() < 1e-6,
                    "{test:?} {score:?}: {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn many_results_give_what_the_normal_approximation_gives() {
        // N(s1 − s0)(2μ − s0 − s1)/(2σ²), s = ½ + √2·σ·nelo·ln 10/800.
        let score = pairs([210, 1200, 3020, 1570, 330]);
        let sample = score.sample().expect("pairs");
        let s = |nelo: f64| 0.5 + (2.0 * sample.variance()).sqrt() * nelo / NELO_PER_DEVIATION;
        let (s0, s1) = (s(GATE.elo0), s(GATE.elo1));
        let approximate = sample.trials() * (s1 - s0) * (2.0 * sample.mean() - s0 - s1)
            / (2.0 * sample.variance());
        let exact = GATE.llr(&score);
        assert!(
            (exact / approximate - 1.0).abs() < 0.01,
            "{exact} {approximate}"
        );
    }

    #[test]
    fn decisions_fall_at_the_bounds() {
        assert!(GATE.llr(&MatchScore::default()).abs() < f64::EPSILON);
        assert_eq!(GATE.decision(&MatchScore::default()), None);
        assert_eq!(GATE.decision(&pairs([21, 120, 302, 157, 33])), None);
        assert_eq!(
            GATE.decision(&pairs([210, 1200, 3020, 1570, 330])),
            Some(SprtDecision::H1)
        );
        assert_eq!(
            GATE.decision(&pairs([330, 1570, 3020, 1200, 210])),
            Some(SprtDecision::H0)
        );
        assert_eq!(SprtDecision::H1.to_string(), "H1 accepted");
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        assert_eq!(GATE.check(), Ok(()));
        let error = |test: Sprt| test.check().expect_err("no test").to_string();
        assert_eq!(
            error(Sprt { elo0: 10.0, ..GATE }),
            "the first hypothesis, 10 Elo, must be below the second, 10 Elo"
        );
        for elo in [f64::NAN, f64::INFINITY, -500.1] {
            assert!(matches!(
                Sprt { elo0: elo, ..GATE }.check(),
                Err(SprtError::Elo(_))
            ));
        }
        for probability in [0.0, 0.5, -0.1, 1.0, f64::NAN, f64::INFINITY] {
            for test in [
                Sprt {
                    alpha: probability,
                    ..GATE
                },
                Sprt {
                    beta: probability,
                    ..GATE
                },
            ] {
                assert!(
                    matches!(test.check(), Err(SprtError::Probability(_))),
                    "{test:?}"
                );
            }
        }
        assert_eq!(
            error(Sprt { beta: 0.5, ..GATE }),
            "the error probability 0.5 is not above 0 and below 0.5"
        );
    }

    proptest! {
        #[test]
        fn ratios_are_finite_and_fair(
            counts in prop::array::uniform5(prop_oneof![Just(0), 0..20_u64, 0..100_000_u64]),
            elo0 in -MAX_ELO..MAX_ELO,
            width in 0.1..200.0_f64,
            normalized: bool,
        ) {
            let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
            let test = Sprt { elo0, elo1: (elo0 + width).min(MAX_ELO), model, ..GATE };
            let llr = test.llr(&pairs(counts));
            prop_assert!(llr.is_finite());
            // Seen from the other side, the hypotheses change places.
            let mirrored = Sprt { elo0: -test.elo1, elo1: -test.elo0, ..test };
            let mut reversed = counts;
            reversed.reverse();
            let other = mirrored.llr(&pairs(reversed));
            prop_assert!((llr + other).abs() <= 1e-6 * llr.abs().max(1.0), "{} {}", llr, other);
        }
    }
}
