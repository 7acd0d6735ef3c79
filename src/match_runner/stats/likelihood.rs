//! Maximum likelihood estimation of the score distribution under a hypothesis (generalised SPRT).
//!
//! A hypothesis fixes one property of the distribution of trial scores; the rest (draw ratio, bias of openings) is
//! chosen to maximise the likelihood of the observed results. With observed frequencies f and scores a, a Lagrange
//! multiplier θ gives p = f/(1 + θφ). Here φ is the derivative of the fixed property by p, shifted so that its mean is
//! zero, and θ solves Σ fφ/(1 + θφ) = 0. (M. Van den Bergh, *Comments on Normalized Elo* and *The generalized SPRT*.)

use super::score_sample::ScoreSample;
use arrayvec::ArrayVec;

/// A hypothesis about the scores of trials, which lie between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hypothesis {
    /// The mean; strictly between 0 and 1.
    Mean(f64),
    /// The t-value: (mean − ½) / standard deviation.
    TValue(f64),
}

impl Hypothesis {
    /// The mean log-likelihood of a trial under the maximum likelihood distribution that satisfies the hypothesis.
    ///
    /// Every score of the sample must have a positive count.
    pub fn log_likelihood(self, sample: &ScoreSample) -> f64 {
        let observed = frequencies(sample);
        let fitted = match self {
            Self::Mean(mean) => fit(&observed, |score| score - mean),
            Self::TValue(deviations) => fit_deviations(&observed, deviations),
        };
        let terms = observed
            .iter()
            .zip(&fitted)
            .map(|((_, f), (_, p))| f * p.ln());
        terms.sum()
    }
}

/// A probability mass function: scores with frequencies or probabilities.
type Pmf = ArrayVec<(f64, f64), 5>;

/// The observed frequencies of the scores.
fn frequencies(sample: &ScoreSample) -> Pmf {
    let trials = sample.trials();
    let classes = sample.classes();
    classes
        .map(|(score, count)| (score, count / trials))
        .collect()
}

/// The maximum likelihood distribution with this t-value.
///
/// Write y for the score less ½. Mean and deviation turn the condition into E y = τ·r, where r² = E y² and τ² = t²/(1 +
/// t²) for t deviations. Its derivative by the probability of a score is φ = y − τ(r + y²/r)/2, which contains r
/// itself. So we solve √(E y²) = r for r, where E is taken in the distribution that is fitted with this r. The root
/// lies between τ times the least positive y, where the left side is no smaller, and ½, where it is no greater; in this
/// range φ has both signs unless t is above √8.
fn fit_deviations(observed: &Pmf, wanted: f64) -> Pmf {
    // The likelihood is stationary at the root, so errors enter squared.
    const CLOSE: f64 = 1e-7;
    let from_half = |score: f64| 1_f64.copysign(wanted) * (score - 0.5);
    let root_of_square = |classes: &Pmf| -> f64 {
        let squares = classes
            .iter()
            .map(|(score, p)| p * from_half(*score).powi(2));
        squares.sum::<f64>().sqrt()
    };
    let tau = wanted.abs() / wanted.hypot(1.0);
    let (mut low, mut high) = (tau / (observed.len() - 1) as f64, 0.5);
    let even = 1.0 / observed.len() as f64;
    let mut root = root_of_square(&observed.iter().map(|(score, _)| (*score, even)).collect());
    let mut last_change = f64::INFINITY;
    loop {
        let fitted = fit(observed, |score| {
            let y = from_half(score);
            y - 0.5 * tau * (root + y * y / root)
        });
        let found = root_of_square(&fitted);
        let change = found - root;
        if change > 0.0 {
            low = root;
        } else {
            high = root;
        }
        if change.abs() < CLOSE || high - low < CLOSE {
            return fitted;
        }
        // Fixed-point iteration while it converges fast, otherwise bisection.
        let converges = change.abs() < 0.5 * last_change && found > low && found < high;
        root = if converges {
            found
        } else {
            f64::midpoint(low, high)
        };
        last_change = change.abs();
    }
}

/// The maximum likelihood distribution in which the mean of `property` is zero.
fn fit(observed: &Pmf, property: impl Fn(f64) -> f64) -> Pmf {
    let terms: Pmf = observed
        .iter()
        .map(|&(score, f)| (property(score), f))
        .collect();
    let multiplier = secular_root(&terms);
    let fitted = observed.iter().zip(&terms);
    fitted
        .map(|(&(score, f), (phi, _))| (score, f / (1.0 + multiplier * phi)))
        .collect()
}

/// The θ with Σ fφ/(1 + θφ) = 0 for pairs (φ, f), among the θ that make every denominator positive.
///
/// If φ has both signs, the sum falls with θ from +∞ to −∞, so there is exactly one root. Otherwise no distribution
/// fits, and 0 leaves the observed distribution unchanged.
fn secular_root(terms: &Pmf) -> f64 {
    let lowest = terms
        .iter()
        .map(|(phi, _)| *phi)
        .fold(f64::INFINITY, f64::min);
    let highest = terms
        .iter()
        .map(|(phi, _)| *phi)
        .fold(f64::NEG_INFINITY, f64::max);
    if !(lowest < 0.0 && highest > 0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut root = 0.0;
    // Newton's method, with bisection where it would leave the interval.
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (phi, f) in terms {
            let quotient = phi / (1.0 + root * phi);
            value += f * quotient;
            slope -= f * quotient * quotient;
        }
        if value > 0.0 {
            low = root;
        } else {
            high = root;
        }
        let step = root - value / slope;
        let next = if step > low && step < high {
            step
        } else {
            f64::midpoint(low, high)
        };
        // Near either end a denominator is almost zero, so the root must have full precision.
        if (next - root).abs() <= 2.0 * f64::EPSILON * root.abs() {
            return next;
        }
        root = next;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(counts: &[u64]) -> Option<ScoreSample> {
        Some(ScoreSample::new(counts, 2)?.possible())
    }

    /// Total, mean and standard deviation.
    fn moments(classes: &Pmf) -> (f64, f64, f64) {
        let total = classes.iter().map(|(_, p)| p).sum();
        let mean = classes.iter().map(|(score, p)| score * p).sum::<f64>();
        let variance = classes
            .iter()
            .map(|(score, p)| p * (score - mean).powi(2))
            .sum::<f64>();
        (total, mean, variance.sqrt())
    }

    #[test]
    fn what_agrees_with_the_hypothesis_is_left_as_it_is() {
        let observed = frequencies(&sample(&[21, 120, 302, 157, 33]).expect("trials"));
        let (_, mean, deviation) = moments(&observed);
        let same = [
            fit(&observed, |score| score - mean),
            fit_deviations(&observed, (mean - 0.5) / deviation),
        ];
        for fitted in same {
            for ((_, found), (_, expected)) in fitted.iter().zip(&observed) {
                assert!((found - expected).abs() < 1e-6, "{fitted:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn hypotheses_hold_exactly_whatever_was_observed(
            counts in prop::collection::vec(prop_oneof![Just(0), 0..10_u64, 0..10_000_u64], 5),
            games: bool,
            wanted in prop_oneof![Just(0.0), -0.2..0.2_f64, -2.1..2.1_f64],
            mean in 0.05..0.95_f64,
        ) {
            let counts = if games { &counts[..3] } else { &counts[..] };
            let Some(sample) = sample(counts) else {
                return Ok(());
            };
            let observed = frequencies(&sample);
            let (total, found, _) = moments(&fit(&observed, |score| score - mean));
            prop_assert!((total - 1.0).abs() < 1e-6 && (found - mean).abs() < 1e-6, "{total} {found}");

            let fitted = fit_deviations(&observed, wanted);
            let (total, mean, deviation) = moments(&fitted);
            prop_assert!((total - 1.0).abs() < 1e-6, "{total}");
            prop_assert!((mean - 0.5 - wanted * deviation).abs() < 1e-6, "{mean} {deviation}");
            prop_assert!(fitted.iter().all(|&(_, p)| p > 0.0));
        }
    }
}
