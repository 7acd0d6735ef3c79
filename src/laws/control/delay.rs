//! The types of a delay per move.

use super::control_error::TimeControlError;
use crate::util::text::quote;

/// The type of a delay per move, and so what a clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DelayType {
    /// Simple (US) delay: the clock stands still during the delay. Written `300d5`.
    #[default]
    Simple,
    /// Bronstein delay: the clock runs at once, and the used part of the delay is added after the move. Written `300b5`.
    Bronstein,
}

impl DelayType {
    /// The letter before the seconds of a delay.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Simple => 'd',
            Self::Bronstein => 'b',
        }
    }

    /// The type in the text of a time control.
    pub(super) fn of(text: &str) -> Result<Self, TimeControlError> {
        let has = |delay_type: Self| text.contains(delay_type.letter());
        match (has(Self::Simple), has(Self::Bronstein)) {
            (true, true) => Err(TimeControlError::Mixed(quote(text))),
            (false, true) => Ok(Self::Bronstein),
            (_, false) => Ok(Self::Simple),
        }
    }
}
