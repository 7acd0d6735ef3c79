//! Times in the format of a clock.

use crate::laws::control::parse_written_time;
use crate::notation::pgn::parse_time;
use crate::util::text::quote;
use std::time::Duration;

/// The longest time: a hundred days, as for time controls.
const MAX: Duration = Duration::from_secs(3600 * 24 * 100);

/// The error for a text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a time such as 1:59:30, 4:05.250, 90, 12.5s, 75min, 1h30 or 1500ms, up to 100 days"
)]
pub struct ClockTimeError(String);

/// Parses a time on a clock, to the millisecond: `1:59:30`, `4:05.250`. A whole number without a unit means seconds; with
/// a point, as in `12.05`, it needs a unit, because it may be minutes and seconds.
///
/// # Errors
/// The text is not a time, or it is too long.
pub fn parse_clock_time(text: &str) -> Result<Duration, ClockTimeError> {
    let trimmed = text.trim();
    let time = if let Some(ms) = trimmed.strip_suffix("ms") {
        number(ms).map(Duration::from_millis)
    } else {
        let is_ambiguous = trimmed.contains('.') && !trimmed.contains(':');
        let shown = parse_time(trimmed).filter(|_| !is_ambiguous);
        shown.or_else(|| parse_written_time(trimmed))
    };
    time.filter(|&time| time <= MAX)
        .ok_or_else(|| ClockTimeError(quote(text)))
}

fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::format::clock_time;

    #[test]
    fn times_are_parsed_and_shown() {
        for (text, shown) in [
            ("1:59:30", "1:59:30"),
            ("4:05.25", "0:04:05.250"),
            ("90", "0:01:30"),
            ("90s", "0:01:30"),
            ("75min", "1:15:00"),
            ("75m", "1:15:00"),
            ("1h30", "1:30:00"),
            ("1 h", "1:00:00"),
            ("12.5s", "0:00:12.500"),
            ("1500ms", "0:00:01.500"),
            ("0", "0:00:00"),
        ] {
            let time = parse_clock_time(text).expect(text);
            assert_eq!(clock_time(time), shown, "{text}");
        }
        for text in [
            "",
            "s",
            "ms",
            "-1",
            "1:2:3:4",
            "+5ms",
            "-5min",
            "1:60:00",
            "9999999999",
            "12.05",
            "x",
        ] {
            assert!(parse_clock_time(text).is_err(), "{text}");
        }
    }
}
