//! Floating point functions that give the same result on every machine.
//!
//! Mathematical libraries differ in the last bits. These functions use only additions, multiplications and divisions,
//! never fused, which IEEE 754 rounds identically everywhere.

/// e to the power of `x`, clamped to ±87; the error is about one unit in the last place.
#[inline]
pub fn exp(x: f32) -> f32 {
    // Adding and subtracting it leaves the nearest integer.
    const TO_INTEGER: f32 = 12_582_912.0;
    // ln 2 in two parts; the first is short enough for its product with an integer to be exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 87.0);
    let power = (x * std::f32::consts::LOG2_E + TO_INTEGER) - TO_INTEGER;
    let rest = x - power * LN_2_HIGH - power * LN_2_LOW;
    // Taylor series; the remainder is at most half of ln 2.
    let mut sum = 1.0 / 720.0;
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * rest + factor;
    }
    sum * f32::from_bits(((power as i32 + 127) << 23) as u32)
}

/// The logistic function 1 / (1 + e⁻ˣ).
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The cosine of π times `x`, for `x` from 0 to 1.
pub fn cos_pi(x: f64) -> f64 {
    // cos 2a = 1 - 2 sin² a, and the series of the sine is short for angles up to a right angle.
    let angle = x.clamp(0.0, 1.0) * std::f64::consts::FRAC_PI_2;
    let square = angle * angle;
    let sine = (1..=11).rev().fold(1.0, |sum, index| {
        let index = f64::from(2 * index);
        1.0 - sum * square / (index * (index + 1.0))
    }) * angle;
    1.0 - 2.0 * sine * sine
}

/// `base` to an integer power.
pub fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    product
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    #[test]
    fn exp_agrees_with_the_library() {
        for step in -87_000..=87_000 {
            let x = step as f32 / 1000.0;
            let exact = f64::from(x).exp();
            let error = (f64::from(exp(x)) - exact) / exact;
            assert!(error.abs() < 2.5e-7, "{x}: {error}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(1e9), exp(87.0));
        assert_eq!(exp(f32::NEG_INFINITY), exp(-87.0));
    }

    #[test]
    fn the_sigmoid_is_symmetric() {
        assert_eq!(sigmoid(0.0), 0.5);
        for step in 0..1000 {
            let x = step as f32 / 50.0;
            assert!((sigmoid(x) + sigmoid(-x) - 1.0).abs() < 2e-7, "{x}");
        }
    }

    #[test]
    fn cos_and_power_agree_with_the_library() {
        for step in 0..=10_000 {
            let x = f64::from(step) / 10_000.0;
            let error = cos_pi(x) - (x * std::f64::consts::PI).cos();
            assert!(error.abs() < 1e-15, "{x}: {error}");
        }
        for exponent in [0, 1, 2, 3, 1000, 123_456] {
            let error = power(0.999, exponent) - 0.999_f64.powf(exponent as f64);
            assert!(error.abs() < 1e-13, "{exponent}: {error}");
        }
    }
}
