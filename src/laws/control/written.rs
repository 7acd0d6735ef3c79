//! Time controls as people write them: `90m+30s`, `90'+30"`, `1h30`, `15|10`, `G/60;d5`.

use super::control_error::TimeControlError;
use super::time_control::TimeControl;
use std::time::Duration;

impl TimeControl {
    /// Reads a time control as people write it, with units, or in the notation of seconds (`5400+30`).
    ///
    /// As soon as one unit, `|` or `G/` occurs, a bare time is in minutes and a bare increment or delay in seconds:
    /// `40/90m:30+30`, `15|10`, `G/60;d5`.
    ///
    /// ```
    /// use compongo::laws::control::TimeControl;
    ///
    /// let written = TimeControl::parse_written("40/1h30+30s:30m+30s")?;
    /// assert_eq!(written, "40/5400+30:1800+30".parse()?);
    /// # Ok::<(), compongo::laws::control::TimeControlError>(())
    /// ```
    ///
    /// # Errors
    /// The text is no time control.
    pub fn parse_written(text: &str) -> Result<Self, TimeControlError> {
        if splits_number(text) {
            return Err(TimeControlError::unreadable(text));
        }
        let compact = text
            .split_whitespace()
            .collect::<String>()
            .replace("''", "\"");
        let each_move = ["/move", "permove"]
            .iter()
            .find_map(|end| compact.strip_suffix(end));
        let is_each_move = each_move.is_some();
        let compact = match each_move {
            // `60/move` is the time of each move; in `90m + 30s / move`, each move adds an increment.
            Some(time) if !time.contains(['+', '|', ';', ':', '/', 'd', 'b']) => {
                format!("1/{time}")
            }
            Some(times) => times.to_owned(),
            None => compact,
        };
        let has_units = compact.contains(['h', 'm', 's', '\'', '"', '′', '″', '|'])
            || compact.starts_with(['G', 'S']);
        let notation = if has_units {
            let periods: Option<Vec<String>> = compact.split(':').map(in_seconds).collect();
            periods.map(|periods| periods.join(":"))
        } else {
            Some(close_plus(if is_each_move { &compact } else { text }))
        };
        let notation = notation.ok_or_else(|| TimeControlError::unreadable(text))?;
        let read = notation.parse::<Self>();
        read.map_err(|error| error.in_text(text))
    }
}

/// True if only blanks separate two numbers: `1 5` is not 15.
fn splits_number(text: &str) -> bool {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .windows(2)
        .any(|pair| pair[0].ends_with(is_of_number) && pair[1].starts_with(is_of_number))
}

/// The text without the blanks around each `+`.
fn close_plus(text: &str) -> String {
    let parts: Vec<&str> = text.split('+').map(str::trim).collect();
    parts.join("+")
}

/// A period in the notation of seconds.
fn in_seconds(period: &str) -> Option<String> {
    let (moves, times) = match period.split_once('/') {
        // Game in, sudden death.
        Some(("G" | "SD", times)) => (String::new(), times),
        Some((moves, times)) => (format!("{moves}/"), times),
        None => (String::new(), period),
    };
    let end = times.find(['+', '|', ';', 'd', 'b']).unwrap_or(times.len());
    let (base, extra) = times.split_at(end);
    let base = seconds(base, 60)?;
    let extra = extra.strip_prefix(';').unwrap_or(extra);
    let mut chars = extra.chars();
    let extra = match chars.next() {
        None => String::new(),
        Some('+' | '|') => format!("+{}", seconds(chars.as_str(), 1)?),
        // In `1d12h`, days are meant.
        Some(delay @ ('d' | 'b')) if !chars.as_str().contains('h') => {
            format!("{delay}{}", seconds(chars.as_str(), 1)?)
        }
        Some(_) => return None,
    };
    Some(format!("{moves}{base}{extra}"))
}

/// Reads a time with units: `1h30`, `90 min`, `12.5s`.
pub fn parse_written_time(text: &str) -> Option<Duration> {
    if splits_number(text) {
        return None;
    }
    let compact: String = text.split_whitespace().collect();
    with_units(&compact, 0).map(Duration::from_millis)
}

/// A time such as `1h30`, `90m`, `30"` in seconds; a bare number is in units of `bare` seconds.
fn seconds(text: &str, bare: u64) -> Option<String> {
    let total = with_units(text, bare)?;
    Some(format!("{}.{:03}", total / 1000, total % 1000))
}

/// A time in milliseconds; a number without a unit at the start is in units of `bare` seconds, and invalid if that is zero.
fn with_units(text: &str, bare: u64) -> Option<u64> {
    let (mut total, mut bare, mut rest) = (0_u64, bare, text);
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, unit) = rest.split_at(end);
        let mut units = [
            ("h", 3600),
            ("min", 60),
            ("m", 60),
            ("′", 60),
            ("'", 60),
            ("sec", 1),
            ("s", 1),
            ("″", 1),
            ("\"", 1),
        ]
        .into_iter();
        let found = units.find_map(|(name, length)| Some((unit.strip_prefix(name)?, length)));
        let (after, length) = match found {
            Some(found) => found,
            None if unit.is_empty() && bare > 0 => (unit, bare),
            None => return None,
        };
        total = total.checked_add(milliseconds(number)?.checked_mul(length)?)?;
        // The number after hours is in minutes, that after minutes in seconds.
        bare = length / 60;
        rest = after;
    }
    (!text.is_empty()).then_some(total)
}

/// A number with up to three decimals, in thousandths.
fn milliseconds(number: &str) -> Option<u64> {
    super::seconds::seconds(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_units() {
        for (text, seconds) in [
            ("90m+30s", "5400+30"),
            ("90'+30\"", "5400+30"),
            ("90′ + 30″", "5400+30"),
            ("90 min + 30 sec", "5400+30"),
            ("90+30s", "5400+30"),
            ("90m+30", "5400+30"),
            ("1h30", "5400"),
            ("1h30m+30s", "5400+30"),
            ("1.5h", "5400"),
            ("3m30", "210"),
            ("15|10", "900+10"),
            ("G/60;d5", "3600d5"),
            ("G/60 d5", "3600d5"),
            ("G/90+30", "5400+30"),
            ("90'+30''", "5400+30"),
            ("15 min + 10 sec / move", "900+10"),
            ("90m + 30s per move", "5400+30"),
            ("5400 + 30 / move", "5400+30"),
            ("60/move", "1/60"),
            ("30 s per move", "1/30"),
            ("40/90m+30s:30m+30s", "40/5400+30:1800+30"),
            ("40/2h:SD/1h;b5", "40/7200:3600b5"),
            ("90+30", "90+30"),
            ("8+0.08", "8+0.08"),
            ("8+.08", "8+0.08"),
            (".5m+.1", "30+0.1"),
            ("300b5", "300b5"),
            ("15 + 10", "15+10"),
            ("40/5400 + 30:1800 +30", "40/5400+30:1800+30"),
        ] {
            let read = TimeControl::parse_written(text);
            assert_eq!(read, seconds.parse(), "{text}");
        }
    }

    #[test]
    fn an_unreadable_text_is_quoted_with_examples() {
        const EXAMPLES: &str =
            "write 90m+30s, 1h30, 15|10 or G/60;d5, or seconds, as in 40/5400+30:1800+30";
        for text in [
            "blitz",
            "8+",
            "abc",
            "abduct",
            "5:0",
            "8+x",
            "1 5",
            "15 10",
            "/300",
            "90x",
            "1h30x",
            "h",
            "m+30s",
            "90m+",
            "90m-30s",
            "5s5",
            "G/",
            "|10",
            "9999999h",
            "",
            "G/60 30",
            "90 30m",
            "1 5/move",
            "1d12h",
            "2d6h/move",
        ] {
            assert_eq!(
                refusal(text),
                format!("'{text}' is not a time control: {EXAMPLES}")
            );
        }
    }

    #[test]
    fn a_readable_text_is_told_its_own_mistake() {
        for (text, expected) in [
            (
                "8640001",
                "'8640001' is not a time in seconds with at most three decimals, up to 100 days",
            ),
            (
                "2500h",
                "'2500h' is not a time in seconds with at most three decimals, up to 100 days",
            ),
            (
                "40/2h d5:1h b3",
                "'40/2h d5:1h b3' mixes simple and Bronstein delay",
            ),
            ("0/300", "'0' is not a number of moves from 1 to 9999"),
            (
                "90m:40/30m",
                "period 1 has no number of moves, and others follow it",
            ),
            (
                "8+0,08",
                "'8+0,08' is not a time control: decimals need a point, as in 8+0.08",
            ),
            (
                "1,5h",
                "'1,5h' is not a time control: decimals need a point, as in 8+0.08",
            ),
        ] {
            assert_eq!(refusal(text), expected);
        }
    }

    #[test]
    fn minutes_and_seconds_take_no_colon() {
        for text in ["5:00", "3:00+2", "0:05+0.1", "1:30:00+30", "40/5:00"] {
            assert_eq!(
                refusal(text),
                format!(
                    "'{text}' is not a time control: a colon separates periods, so write 1h30 or 1m30, or seconds, \
                     as in 40/90+1"
                )
            );
        }
    }

    /// Why a text is not a time control.
    fn refusal(text: &str) -> String {
        let read = TimeControl::parse_written(text);
        read.expect_err(text).to_string()
    }
}
