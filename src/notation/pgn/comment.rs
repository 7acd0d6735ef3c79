//! Comments and the commands in them.

use std::time::Duration;

/// A comment on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The number of half-moves before the comment.
    pub ply: usize,
    /// The text, without braces or semicolon.
    pub text: &'a str,
    /// The number of its first line in the file, from 1.
    pub line: u64,
}

impl<'a> Comment<'a> {
    /// The value of a command such as `[%eval 0.17]`; the first one if the command occurs several times.
    pub fn command(&self, name: &str) -> Option<&'a str> {
        self.text.split("[%").skip(1).find_map(|command| {
            let (command, _) = command.split_once(']')?;
            let (own, value) = command.split_once(|c: char| c.is_ascii_whitespace())?;
            (own == name).then(|| value.trim())
        })
    }

    /// The time left to the player who has just moved, from `[%clk 1:59:30]`.
    pub fn clock(&self) -> Option<Duration> {
        parse_time(self.command("clk")?)
    }

    /// The time taken for the move, from `[%emt 0:00:07]`.
    pub fn elapsed(&self) -> Option<Duration> {
        parse_time(self.command("emt")?)
    }
}

/// Times are shorter than this, in seconds: a hundred days, the longest time of time controls.
const LIMIT: u64 = 100 * 24 * 3600;

/// Parses `h:mm:ss`, `mm:ss` or seconds, with an optional fraction, to the millisecond. After hours or minutes, minutes
/// and seconds must be below 60. `None` for a hundred days or more too.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut seconds: u64 = 0;
    let mut parts = 0;
    for part in whole.split(':') {
        let number: u64 = part.parse().ok().filter(|_| digits(part))?;
        if parts > 0 && number > 59 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
        parts += 1;
    }
    if parts > 3 || !digits(fraction) || seconds >= LIMIT {
        return None;
    }
    let millis = fraction
        .bytes()
        .chain(*b"000")
        .take(3)
        .fold(0, |millis, digit| 10 * millis + u64::from(digit - b'0'));
    Some(Duration::from_secs(seconds) + Duration::from_millis(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, millis) in [
            ("0:00:00", Some(0)),
            ("1:59:30", Some(7_170_000)),
            ("0:01:05.25", Some(65_250)),
            ("2:03.9999", Some(123_999)),
            ("45", Some(45_000)),
            ("90:00", Some(5_400_000)),
            ("1:99:00", None),
            ("1:00:60", None),
            ("", None),
            ("1:2:3:4", None),
            ("-1:00", None),
            ("1:+2", None),
            ("0:00:0x", None),
            ("0:00:01.5s", None),
            ("99999999999999999999", None),
            ("18446744073709551615:59:59", None),
            ("18446744073709551615", None),
            ("2399:59:59.999", Some(8_639_999_999)),
            ("2400:00:00", None),
        ] {
            assert_eq!(
                parse_time(text),
                millis.map(Duration::from_millis),
                "{text}"
            );
        }
    }
}
