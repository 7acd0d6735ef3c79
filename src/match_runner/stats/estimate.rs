//! Estimates with errors, and the normal distribution.

use std::fmt;

/// An estimate with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The best estimate.
    pub value: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// `+12.3 ± 4.5`. The precision sets the decimals; 1 by default.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        // No minus sign before a value that rounds to zero.
        let value = if self.value.abs() < 0.5 * 0.1_f64.powi(decimals as i32) {
            0.0
        } else {
            self.value
        };
        let text = format!("{value:+.decimals$} ± {:.decimals$}", self.error);
        // Not `f.pad`, which would truncate the text to the precision.
        let width = f.width().unwrap_or(0);
        write!(f, "{text:>width$}")
    }
}

/// The cumulative distribution function of the standard normal distribution.
pub(super) fn normal_cdf(x: f64) -> f64 {
    // Rounds to 0 or 1 beyond nine standard deviations.
    if x.abs() > 9.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), all terms of one sign (Marsaglia 2004).
    let (mut sum, mut term, mut divisor) = (x, x, 3.0);
    while (term / sum).abs() > f64::EPSILON {
        term *= x * x / divisor;
        sum += term;
        divisor += 2.0;
    }
    let density = (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        // Any table will do; these values are from Python's statistics.NormalDist().cdf.
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (1.959_963_984_540_054, 0.975),
            (-1.0, 0.158_655_253_931_457_05),
            (-3.0, 0.001_349_898_031_630_094_5),
            (6.0, 0.999_999_999_013_412_4),
        ] {
            assert!(
                (normal_cdf(x) - expected).abs() < 1e-14,
                "{x}: {}",
                normal_cdf(x)
            );
        }
        assert_eq!((normal_cdf(40.0), normal_cdf(-40.0)), (1.0, 0.0));
        assert!(normal_cdf(f64::INFINITY) > 0.99);
    }
}
