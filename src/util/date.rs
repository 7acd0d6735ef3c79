//! Date and time in UTC from Unix time.

use std::fmt;
use std::time::SystemTime;

/// Milliseconds since 1970, now; 0 if the system's clock is set to an earlier time.
pub fn unix_ms() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed();
    since.map_or(0, |time| time.as_millis() as u64)
}

/// Date and time in UTC, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UtcDateTime {
    year: u64,
    /// 1 to 12.
    month: u64,
    /// 1 to 31.
    day: u64,
    /// Seconds since midnight.
    seconds: u64,
}

const SECONDS_PER_DAY: u64 = 86_400;
/// The period of the Gregorian calendar, in years.
const CYCLE_YEARS: u64 = 400;
const CYCLE_DAYS: u64 = 146_097;

impl UtcDateTime {
    /// Converts milliseconds since 1970.
    pub fn new(ms: u64) -> Self {
        let seconds = ms / 1000;
        let days = seconds / SECONDS_PER_DAY;
        let mut year = 1970 + CYCLE_YEARS * (days / CYCLE_DAYS);
        let mut day = days % CYCLE_DAYS;
        while day >= days_of_year(year) {
            day -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while day >= days_of_month(year, month) {
            day -= days_of_month(year, month);
            month += 1;
        }
        Self {
            year,
            month,
            day: day + 1,
            seconds: seconds % SECONDS_PER_DAY,
        }
    }

    /// The date in the format of the PGN tag `Date`: `2026.01.31`.
    pub fn date(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// The format of the tag `GameStartTime` in other match runners: `2026-01-31T23:59:59 +0000`.
impl fmt::Display for UtcDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            year, month, day, ..
        } = self;
        let time = time_of_day(self.seconds);
        write!(f, "{year:04}-{month:02}-{day:02}T{time} +0000")
    }
}

/// Seconds as `hh:mm:ss`.
pub fn time_of_day(seconds: u64) -> String {
    let minutes = seconds / 60;
    format!(
        "{:02}:{:02}:{:02}",
        minutes / 60,
        minutes % 60,
        seconds % 60
    )
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00 +0000"),
            (951_782_399, "2000-02-28T23:59:59 +0000"),
            (951_782_400, "2000-02-29T00:00:00 +0000"),
            (951_868_800, "2000-03-01T00:00:00 +0000"),
            (1_000_000_000, "2001-09-09T01:46:40 +0000"),
            (1_767_225_599, "2025-12-31T23:59:59 +0000"),
            (4_107_542_400, "2100-03-01T00:00:00 +0000"),
            (13_574_563_200, "2400-02-29T00:00:00 +0000"),
        ] {
            assert_eq!(UtcDateTime::new(seconds * 1000 + 999).to_string(), text);
        }
        assert_eq!(UtcDateTime::new(1_709_164_800_000).date(), "2024.02.29");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut last = UtcDateTime::new(0);
        for days in 1..200_000 {
            let next = UtcDateTime::new(days * SECONDS_PER_DAY * 1000);
            let (a, b) = (last, next);
            let follows = (a.year, a.month, a.day + 1) == (b.year, b.month, b.day)
                || (a.year, a.month + 1, 1) == (b.year, b.month, b.day)
                || (a.year + 1, 1, 1) == (b.year, b.month, b.day) && (a.month, a.day) == (12, 31);
            assert!(follows, "{a:?} {b:?}");
            last = next;
        }
        // Does not take longer for late dates.
        assert!(UtcDateTime::new(u64::MAX).year > 500_000_000);
    }
}
