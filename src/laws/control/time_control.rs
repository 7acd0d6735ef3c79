//! Periods and time controls, and their notation in seconds.

use super::control_error::TimeControlError;
use super::delay::DelayType;
use super::seconds::{MAX_MS, Seconds, seconds};
use crate::util::text::quote;
use std::fmt;
use std::str::FromStr;

/// The largest number of moves of a period.
const MAX_MOVES: u32 = 9_999;

const MAX_PERIODS: usize = 64;

/// A period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The number of moves to make in this period; `None` if it lasts to the end of the game.
    pub moves: Option<u32>,
    /// The time for these moves, in milliseconds.
    pub base_ms: u64,
    /// The increment per move, in milliseconds.
    pub inc_ms: u64,
    /// The delay per move, in milliseconds; the unused part is lost.
    pub delay_ms: u64,
}

impl Period {
    /// The time that each move adds, at once or as a delay, in milliseconds.
    pub const fn extra_ms(&self) -> u64 {
        self.inc_ms + self.delay_ms
    }

    /// True if all remaining moves are made in this period, in a fixed time without increment and delay.
    pub const fn is_fixed_finish(&self) -> bool {
        self.moves.is_none() && self.inc_ms == 0 && self.delay_ms == 0
    }
}

/// A time control: the periods of a game and the type of delay. The last period repeats if it has a number of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    periods: Vec<Period>,
    delay_type: DelayType,
}

impl TimeControl {
    /// True if the time that a player gets depends on the number of moves made.
    pub fn depends_on_moves(&self) -> bool {
        let first = self.period(0);
        first.moves.is_some() || first.extra_ms() > 0
    }

    /// A time control of these periods, with simple delay.
    ///
    /// # Errors
    /// There are no periods or too many, a period has no time or is too long, or a period before the last has no number of
    /// moves.
    pub fn new(periods: Vec<Period>) -> Result<Self, TimeControlError> {
        if periods.is_empty() {
            return Err(TimeControlError::Empty);
        }
        if periods.len() > MAX_PERIODS {
            return Err(TimeControlError::TooMany);
        }
        for (period, number) in periods.iter().zip(1..) {
            let times = [period.base_ms, period.inc_ms, period.delay_ms];
            if let Some(ms) = times.into_iter().find(|&ms| ms > MAX_MS) {
                return Err(TimeControlError::Time(Seconds(ms).to_string()));
            }
            if times == [0; 3] {
                return Err(TimeControlError::NoTime(number));
            }
            match period.moves {
                None if number < periods.len() => return Err(TimeControlError::NotLast(number)),
                Some(moves) if !(1..=MAX_MOVES).contains(&moves) => {
                    return Err(TimeControlError::Moves(moves.to_string()));
                }
                _ => {}
            }
        }
        Ok(Self {
            periods,
            delay_type: DelayType::Simple,
        })
    }

    /// The time control with another type of delay, if a period has a delay.
    #[must_use]
    pub fn with_delay_type(mut self, delay_type: DelayType) -> Self {
        if self.periods.iter().any(|period| period.delay_ms > 0) {
            self.delay_type = delay_type;
        }
        self
    }

    /// The periods, in the order of play.
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The type of the delays; simple if no period has a delay.
    pub const fn delay_type(&self) -> DelayType {
        self.delay_type
    }

    /// The period with an index, from 0; the last one repeats.
    pub fn period(&self, index: usize) -> &Period {
        &self.periods[index.min(self.periods.len() - 1)]
    }

    /// True if the clock begins at zero, so that its flag falls before the first move: an increment comes after a move.
    pub fn begins_at_zero(&self) -> bool {
        let first = self.period(0);
        first.base_ms == 0 && first.delay_ms == 0
    }

    /// The time control with `part / whole` of each time, down to the millisecond. No time vanishes.
    pub(crate) fn scaled(&self, part: u64, whole: u64) -> Self {
        let scale = |ms: u64| match ms {
            0 => 0,
            ms => (ms * part / whole).max(1),
        };
        let period = |period: &Period| Period {
            moves: period.moves,
            base_ms: scale(period.base_ms),
            inc_ms: scale(period.inc_ms),
            delay_ms: scale(period.delay_ms),
        };
        Self {
            periods: self.periods.iter().map(period).collect(),
            delay_type: self.delay_type,
        }
    }

    /// The period that a player is in after making a number of moves.
    pub fn period_after(&self, moves: u32) -> &Period {
        self.period(self.reached_after(moves).0)
    }

    /// The moves of all periods before the one that a player is in after making a number of moves.
    pub fn moves_before_period(&self, moves: u32) -> u32 {
        self.reached_after(moves).1
    }

    /// The index of that period, from 0, and the moves before it.
    fn reached_after(&self, moves: u32) -> (usize, u32) {
        let (mut index, mut before) = (0, 0);
        let fits = |index, before| {
            self.period(index)
                .moves
                .filter(|length| *length <= moves - before)
        };
        while let Some(length) = fits(index, before) {
            before += length;
            index += 1;
        }
        (index, before)
    }

    /// The total time for a number of moves, in milliseconds: the base time of all periods that are reached and, if `extra`,
    /// increment and delay of each move.
    pub fn time_for(&self, moves: u32, extra: bool) -> u64 {
        let (mut total, mut left) = (0, moves);
        for index in 0.. {
            let period = self.period(index);
            let made = period.moves.unwrap_or(left).min(left);
            let per_move = period.inc_ms + period.delay_ms;
            total += period.base_ms + if extra { u64::from(made) * per_move } else { 0 };
            left -= made;
            if left == 0 {
                break;
            }
        }
        total
    }
}

impl Period {
    fn write(&self, delay_type: DelayType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.base_ms))?;
        if self.inc_ms > 0 {
            write!(f, "+{}", Seconds(self.inc_ms))?;
        }
        if self.delay_ms > 0 {
            write!(f, "{}{}", delay_type.letter(), Seconds(self.delay_ms))?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, period) in self.periods.iter().enumerate() {
            if index > 0 {
                f.write_str(":")?;
            }
            period.write(self.delay_type, f)?;
        }
        Ok(())
    }
}

impl Period {
    fn parse(text: &str, delay_type: DelayType) -> Result<Self, TimeControlError> {
        if text.starts_with('*') {
            return Err(TimeControlError::SandClock(quote(text)));
        }
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves), times),
            None => (None, text),
        };
        let moves = match moves {
            Some(moves) if moves.bytes().all(|b| b.is_ascii_digit()) => {
                let number = moves.parse().ok();
                let number = number.filter(|number| (1..=MAX_MOVES).contains(number));
                Some(number.ok_or_else(|| TimeControlError::Moves(quote(moves)))?)
            }
            Some(moves) => return Err(TimeControlError::Moves(quote(moves))),
            None => None,
        };
        let (times, delay) = times
            .split_once(delay_type.letter())
            .unwrap_or((times, "0"));
        let (base, inc) = times.split_once('+').unwrap_or((times, "0"));
        Ok(Self {
            moves,
            base_ms: seconds(base)?,
            inc_ms: seconds(inc)?,
            delay_ms: seconds(delay)?,
        })
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        match text.trim() {
            "" => Err(TimeControlError::Empty),
            "?" => Err(TimeControlError::Unknown),
            "-" => Err(TimeControlError::None),
            text => {
                // One more than allowed is enough to detect too many.
                let periods = text.split(':').take(MAX_PERIODS + 1);
                let delay_type = DelayType::of(text)?;
                let periods = periods.map(|period| Period::parse(period, delay_type));
                let control = Self::new(periods.collect::<Result<_, _>>()?)?;
                Ok(control.with_delay_type(delay_type))
            }
        }
    }
}
