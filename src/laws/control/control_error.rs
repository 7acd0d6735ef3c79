//! Why a text or a list of periods is not a valid time control.

use crate::util::text::quote;

/// The reason why a text or a list of periods is not a valid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// A text that a person wrote is not a time control.
    #[error(
        "'{0}' is not a time control: write 90m+30s, 1h30, 15|10 or G/60;d5, or seconds, as in 40/5400+30:1800+30"
    )]
    Written(String),
    /// A decimal comma.
    #[error("'{0}' is not a time control: decimals need a point, as in 8+0.08")]
    DecimalComma(String),
    /// Minutes and seconds with a colon.
    #[error(
        "'{0}' is not a time control: a colon separates periods, so write 1h30 or 1m30, or seconds, as in 40/90+1"
    )]
    Colon(String),
    /// `?`: the time control is unknown.
    #[error("the time control '?' is unknown")]
    Unknown,
    /// `-`: no time control.
    #[error("the time control '-' means that there is none")]
    None,
    /// There is no period.
    #[error("no period")]
    Empty,
    /// An hourglass (`*`), as in PGN.
    #[error("'{0}' is an hourglass time control, which the Laws do not cover")]
    SandClock(String),
    /// Not a time in seconds.
    #[error("'{0}' is not a time in seconds with at most three decimals, up to 100 days")]
    Time(String),
    /// Not a number of moves.
    #[error("'{0}' is not a number of moves from 1 to 9999")]
    Moves(String),
    /// A period without time.
    #[error("period {0} gives no time")]
    NoTime(usize),
    /// A period without a number of moves is not the last.
    #[error("period {0} has no number of moves, and others follow it")]
    NotLast(usize),
    /// More periods than allowed.
    #[error("more than 64 periods")]
    TooMany,
    /// Both types of delay are used.
    #[error("'{0}' mixes simple and Bronstein delay")]
    Mixed(String),
}

impl TimeControlError {
    /// A text that a person wrote is not a time control.
    pub(super) fn unreadable(text: &str) -> Self {
        if has_decimal_comma(text) {
            Self::DecimalComma(quote(text))
        } else {
            Self::Written(quote(text))
        }
    }

    /// The error in a text that a person wrote. If a fragment or the number of a period would not explain it, the whole
    /// text is quoted, with examples.
    pub(super) fn in_text(self, text: &str) -> Self {
        if matches!(self, Self::NotLast(_) | Self::NoTime(_)) && has_clock_time(text) {
            return Self::Colon(quote(text));
        }
        let is_unclear = match &self {
            Self::Empty => true,
            Self::Time(part) => !is_number(part),
            Self::Moves(part) => part.is_empty(),
            Self::NotLast(_) => !text.contains(|c: char| c == '/' || c.is_alphabetic()),
            // Words such as `abduct` contain both letters.
            Self::Mixed(_) => !text.contains(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        if is_unclear {
            return Self::unreadable(text);
        }
        // Units have been converted.
        match self {
            Self::Mixed(_) => Self::Mixed(quote(text)),
            Self::Time(part) if !text.contains(&part) => Self::Time(quote(text)),
            other => other,
        }
    }
}

/// True if a text without units has two digits after a colon, like minutes and seconds: `1:30`, `40/1:30+1`.
pub fn has_clock_time(text: &str) -> bool {
    let is_seconds = |part: &str| {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        digits == 2 && matches!(part.as_bytes().get(2), None | Some(b'+'))
    };
    let mut parts = text.split(':').skip(1);
    !text.contains(char::is_alphabetic) && parts.any(|part| is_seconds(part.trim()))
}

/// True if a comma stands between two digits.
fn has_decimal_comma(text: &str) -> bool {
    let is_decimal =
        |three: &[u8]| three[0].is_ascii_digit() && three[1] == b',' && three[2].is_ascii_digit();
    text.as_bytes().windows(3).any(is_decimal)
}

/// True for a number with or without decimals, however large or precise.
fn is_number(text: &str) -> bool {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    is_digits(whole) && is_digits(decimals)
}
