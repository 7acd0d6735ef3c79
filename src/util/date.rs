//! Dates and times of day.

use chrono::format::{DelayedFormat, StrftimeItems};
use chrono::{DateTime, Local, Utc};
use std::time::SystemTime;

/// Milliseconds since 1970, now; 0 if the system's clock is set to an earlier time.
pub fn unix_ms() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed();
    since.map_or(0, |time| time.as_millis() as u64)
}

/// Milliseconds since 1970 as date and time in UTC, in a format of [`chrono::format::strftime`]. A time beyond the last
/// year of the calendar is its last moment.
pub fn utc(ms: u64, format: &str) -> DelayedFormat<StrftimeItems<'_>> {
    moment(ms).format(format)
}

/// The date in the time zone of the user, in the format of the PGN tag `Date`: `2026.01.31`.
pub fn local_date(ms: u64) -> String {
    let date = moment(ms).with_timezone(&Local);
    date.format(PGN_DATE).to_string()
}

/// The format of the PGN tag `Date`: `2026.01.31`.
pub const PGN_DATE: &str = "%Y.%m.%d";

fn moment(ms: u64) -> DateTime<Utc> {
    let ms = i64::try_from(ms).ok();
    ms.and_then(DateTime::from_timestamp_millis)
        .unwrap_or(DateTime::<Utc>::MAX_UTC)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_files_may_hold_are_dates() {
        let date = |ms| utc(ms, PGN_DATE).to_string();
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(1_709_164_800_000), "2024.02.29");
        for ms in [8_210_266_876_800_000, i64::MAX as u64, u64::MAX] {
            assert_eq!(date(ms), "+262142.12.31");
            assert!(!local_date(ms).is_empty());
        }
    }
}
