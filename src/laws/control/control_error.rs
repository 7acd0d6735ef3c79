//! Why a text or a list of periods is not a valid time control.

/// The reason why a text or a list of periods is not a valid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// The text has units, but is not a time control.
    #[error(
        "'{0}' is not a time control: write 90m+30s, 1h30, 15|10 or G/60;d5, or seconds, as in 40/5400+30:1800+30"
    )]
    Written(String),
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
