//! Time controls with a type of delay: `300d5` (simple), `300b5` (Bronstein).

use super::{TimeControl, TimeControlError};
use crate::util::text::quote;
use std::fmt;
use std::str::FromStr;

/// The type of a delay per move, and so what a clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DelayType {
    /// Simple (US) delay: the clock stands still during the delay. Written `300d5`.
    #[default]
    Simple,
    /// Bronstein delay: the clock runs at once, and the used part of the delay is added after the move. Written `300b5`.
    Bronstein,
}

/// A time control with the type of its delay: `40/5400+30:1800+30`, `300d5`, `300b5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// The periods.
    pub time: TimeControl,
    /// The type of their delay; without meaning if no period has a delay.
    pub delay_type: DelayType,
}

/// Why a text is not a time control with a type of delay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockControlError {
    /// A period is wrong.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// Both types of delay occur.
    #[error("'{0}' mixes simple and Bronstein delay")]
    Mixed(String),
}

impl FromStr for ClockControl {
    type Err = ClockControlError;

    fn from_str(text: &str) -> Result<Self, ClockControlError> {
        let delay_type = match (text.contains('d'), text.contains('b')) {
            (true, true) => return Err(ClockControlError::Mixed(quote(text))),
            (false, true) => DelayType::Bronstein,
            (_, false) => DelayType::Simple,
        };
        let time = text.replace('b', "d").parse()?;
        Ok(Self { time, delay_type })
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.time.to_string();
        match self.delay_type {
            DelayType::Simple => f.write_str(&text),
            DelayType::Bronstein => f.write_str(&text.replace('d', "b")),
        }
    }
}
