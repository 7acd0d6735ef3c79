//! Figures, times and reasons in words.

use crate::arbiter::pgn::UtcDateTime;
use crate::arbiter::record::TerminationKind;

/// A figure with a sign and so many digits after the point; a dash if there is none.
pub fn signed(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".to_owned();
    }
    let text = format!("{:.digits$}", value.abs());
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let sign = match value {
        _ if zero => "",
        value if value < 0.0 => "−",
        _ => "+",
    };
    if value.is_infinite() {
        return format!("{sign}∞");
    }
    format!("{sign}{text}")
}

/// A figure with so many digits after the point; a dash if there is none.
pub fn plain(value: f64, digits: usize) -> String {
    if value.is_finite() {
        format!("{value:.digits$}").replace('-', "−")
    } else {
        "–".to_owned()
    }
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    plain(share * 100.0, 1) + " %"
}

/// A large number with a unit prefix: `950`, `12.3 k`, `4.56 M`.
pub fn large(value: f64) -> String {
    match value {
        value if value >= 1e9 => plain(value / 1e9, 2) + " G",
        value if value >= 1e6 => plain(value / 1e6, 2) + " M",
        value if value >= 1e4 => plain(value / 1e3, 1) + " k",
        value => plain(value, 0),
    }
}

/// A span of time, in milliseconds, with the two largest of its units.
pub fn span(ms: u64) -> String {
    let seconds = ms / 1000;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    if hours >= 24 {
        format!("{} d {} h", hours / 24, hours % 24)
    } else if hours > 0 {
        format!("{hours} h {} min", minutes % 60)
    } else if minutes > 0 {
        format!("{minutes} min {} s", seconds % 60)
    } else {
        brief(ms as f64)
    }
}

/// A short span of time, in milliseconds: `0.35 ms`, `48 ms`, `1.25 s`.
pub fn brief(ms: f64) -> String {
    match ms {
        ms if ms >= 10_000.0 => plain(ms / 1000.0, 1) + " s",
        ms if ms >= 1000.0 => plain(ms / 1000.0, 2) + " s",
        ms if ms >= 10.0 => plain(ms, 0) + " ms",
        ms => plain(ms, 2) + " ms",
    }
}

/// A moment, in milliseconds since 1970, as date and time of day in UTC.
pub fn moment(ms: u64) -> String {
    let text = UtcDateTime::new(ms).to_string();
    text.replace('T', " ").replace("+0000", "UTC")
}

/// A reason in a word or two.
pub const fn reason(kind: TerminationKind) -> &'static str {
    match kind {
        TerminationKind::Checkmate => "Checkmate",
        TerminationKind::Stalemate => "Stalemate",
        TerminationKind::DeadPosition => "Dead position",
        TerminationKind::Fivefold => "Fivefold repetition",
        TerminationKind::SeventyFiveMoves => "75 moves",
        TerminationKind::Threefold => "Threefold repetition",
        TerminationKind::FiftyMoves => "50 moves",
        TerminationKind::FlagFall => "Flag fall",
        TerminationKind::IllegalMove => "Illegal move",
        TerminationKind::Resignation => "Resignation",
        TerminationKind::Agreement => "Agreement",
        TerminationKind::Crash => "Crash",
        TerminationKind::Stall => "No answer",
        TerminationKind::NotReady => "Not ready",
        TerminationKind::Adjudication => "Adjudication",
    }
}

#[cfg(test)]
mod tests {
    use super::{brief, large, moment, signed, span};

    #[test]
    fn figures_have_a_sign() {
        assert_eq!(signed(1.25, 1), "+1.2");
        assert_eq!(signed(-1.25, 0), "−1");
        assert_eq!(signed(-0.01, 1), "0.0");
        assert_eq!(signed(f64::NEG_INFINITY, 1), "−∞");
        assert_eq!(signed(f64::NAN, 1), "–");
    }

    #[test]
    fn large_numbers_have_a_prefix() {
        assert_eq!(
            [950.0, 12_345.0, 4.56e6, 7e9].map(large),
            ["950", "12.3 k", "4.56 M", "7.00 G"]
        );
        assert_eq!(large(f64::NAN), "–");
    }

    #[test]
    fn times_have_units() {
        assert_eq!(
            [90_061_000, 3_660_000, 61_999, 1250, 48].map(span),
            ["1 d 1 h", "1 h 1 min", "1 min 1 s", "1.25 s", "48 ms"]
        );
        assert_eq!(brief(0.351), "0.35 ms");
    }

    #[test]
    fn moments_are_dates() {
        assert_eq!(moment(951_782_400_000), "2000-02-29 00:00:00 UTC");
    }
}
