//! Numbers and times, formatted for terminals and reports.

use std::fmt::Display;
use std::time::Duration;

/// A number with its noun, in the plural unless the number is 1: `1 game`, `2 games`.
pub fn counted<T: Copy + Display + PartialEq + From<u8>>(number: T, noun: &str) -> String {
    let ending = if number == T::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// A number with its sign and `digits` decimals; a dash for NaN.
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

/// A number with `digits` decimals; a dash if it is not finite.
pub fn decimal(value: f64, digits: usize) -> String {
    if value.is_finite() {
        format!("{value:.digits$}").replace('-', "−")
    } else {
        "–".to_owned()
    }
}

/// A fraction as a percentage: `51.3 %`.
pub fn percent(fraction: f64) -> String {
    decimal(fraction * 100.0, 1) + " %"
}

/// Points with a half, from a number of half points: `0`, `½`, `2½`.
pub fn half_points(halves: u64) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// A large number with a metric prefix: `950`, `12.3 k`, `4.56 M`.
pub fn metric(value: f64) -> String {
    match value {
        value if value >= 1e9 => decimal(value / 1e9, 2) + " G",
        value if value >= 1e6 => decimal(value / 1e6, 2) + " M",
        value if value >= 1e4 => decimal(value / 1e3, 1) + " k",
        value => decimal(value, 0),
    }
}

/// A duration in its two largest units: `1 d 2 h`, `3 h 5 min`, `1 min 30 s`; below a minute see [`short_duration`].
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    if hours >= 24 {
        format!("{} d {} h", hours / 24, hours % 24)
    } else if hours > 0 {
        format!("{hours} h {} min", minutes % 60)
    } else if minutes > 0 {
        format!("{minutes} min {} s", seconds % 60)
    } else {
        short_duration(time)
    }
}

/// A duration in milliseconds or seconds: `0.35 ms`, `48 ms`, `1.25 s`.
pub fn short_duration(time: Duration) -> String {
    match time.as_secs_f64() * 1000.0 {
        ms if ms >= 10_000.0 => decimal(ms / 1000.0, 1) + " s",
        ms if ms >= 1000.0 => decimal(ms / 1000.0, 2) + " s",
        ms if ms >= 10.0 => decimal(ms, 0) + " ms",
        ms => decimal(ms, 2) + " ms",
    }
}

/// A time in the format of a chess clock: `1:05:30`, with decimals if it is not whole seconds: `0:00:04.250`.
pub fn clock_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let text = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    match time.subsec_millis() {
        0 => text,
        ms => format!("{text}.{ms:03}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sign() {
        assert_eq!(signed(1.25, 1), "+1.2");
        assert_eq!(signed(-1.25, 0), "−1");
        assert_eq!(signed(-0.01, 1), "0.0");
        assert_eq!(signed(f64::NEG_INFINITY, 1), "−∞");
        assert_eq!(signed(f64::NAN, 1), "–");
    }

    #[test]
    fn nouns_agree_with_their_number() {
        let games = [0_u64, 1, 2].map(|number| counted(number, "game"));
        assert_eq!(games, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn half_points_have_a_half() {
        assert_eq!([0, 1, 2, 5].map(half_points), ["0", "½", "1", "2½"]);
    }

    #[test]
    fn large_numbers_have_a_prefix() {
        assert_eq!(
            [950.0, 12_345.0, 4.56e6, 7e9].map(metric),
            ["950", "12.3 k", "4.56 M", "7.00 G"]
        );
        assert_eq!(metric(f64::NAN), "–");
    }

    #[test]
    fn durations_have_units() {
        let times = [90_061_000, 3_660_000, 61_999, 12_340, 1250, 48].map(Duration::from_millis);
        assert_eq!(
            times.map(duration),
            [
                "1 d 1 h",
                "1 h 1 min",
                "1 min 1 s",
                "12.3 s",
                "1.25 s",
                "48 ms"
            ]
        );
        assert_eq!(short_duration(Duration::from_micros(351)), "0.35 ms");
    }

    #[test]
    fn clocks_show_hours() {
        let times = [3_930_000, 4_250, 360_000_000].map(Duration::from_millis);
        assert_eq!(
            times.map(clock_time),
            ["1:05:30", "0:00:04.250", "100:00:00"]
        );
    }
}
