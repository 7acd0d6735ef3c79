//! Milliseconds written as seconds.

use super::control_error::TimeControlError;
use crate::util::text::quote;
use std::fmt;

/// The longest time of a period, increment or delay, in milliseconds: a hundred days.
pub(super) const MAX_MS: u64 = 100 * 24 * 3_600_000;

/// Displays milliseconds as seconds.
pub(super) struct Seconds(pub u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 1000)?;
        match self.0 % 1000 {
            0 => Ok(()),
            ms => f.write_str(format!(".{ms:03}").trim_end_matches('0')),
        }
    }
}

/// A time in seconds with up to three decimals, in milliseconds; the zero before a point may be missing.
pub(super) fn seconds(text: &str) -> Result<u64, TimeControlError> {
    let error = || TimeControlError::Time(quote(text));
    let (whole, decimals) = match text.split_once('.') {
        Some(("", decimals)) => ("0", decimals),
        Some(parts) => parts,
        None => (text, "0"),
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
        return Err(error());
    }
    let whole: u64 = whole.parse().map_err(|_| error())?;
    let decimals: u64 = format!("{decimals:0<3}").parse().map_err(|_| error())?;
    let ms = whole
        .checked_mul(1000)
        .and_then(|ms| ms.checked_add(decimals));
    ms.filter(|&ms| ms <= MAX_MS).ok_or_else(error)
}
