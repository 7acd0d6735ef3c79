//! Time controls (Article 6) and their notation: periods with their moves, times, increments and delays.
//!
//! `40/5400+30:1800+30` is 40 moves in 90 minutes, then the rest of the game in 30 minutes, with an increment of 30
//! seconds per move; `2700d5` is 45 minutes with a delay of 5 seconds per move, `2700b5` the same with Bronstein delay.
//! Times are in seconds, with up to three decimals.

mod clock;
mod delay;
mod written;

pub use clock::{ChessClock, FlagFallen};
pub use delay::DelayType;

use crate::board::Board;
use crate::types::Color;
use crate::util::text::quote;
use std::fmt;
use std::str::FromStr;

/// The longest time of a period, increment or delay, in milliseconds: a hundred days.
const MAX_MS: u64 = 100 * 24 * 3_600_000;
/// The largest number of moves of a period.
const MAX_MOVES: u32 = 9_999;
/// The largest number of periods.
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

/// The reason why a text or a list of periods is not a valid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// A text with units that is not a time control.
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
    #[error("'{0}' is an hourglass time control, which the Laws do not know")]
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

impl TimeControl {
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

    /// The time control with `part / whole` of each time, down to the millisecond. No time vanishes.
    pub fn scaled(&self, part: u64, whole: u64) -> Self {
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

/// Displays milliseconds as seconds.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 1000)?;
        match self.0 % 1000 {
            0 => Ok(()),
            ms => f.write_str(format!(".{ms:03}").trim_end_matches('0')),
        }
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

/// The moves that a player has made up to a position, counted from the initial position.
pub fn moves_made(board: &Board, player: Color) -> u32 {
    let plies = board.game_ply();
    match player {
        Color::White => plies.div_ceil(2),
        Color::Black => plies / 2,
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

/// A time in seconds with up to three decimals, in milliseconds.
fn seconds(text: &str) -> Result<u64, TimeControlError> {
    let error = || TimeControlError::Time(quote(text));
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
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
                let has_delay = control.periods.iter().any(|period| period.delay_ms > 0);
                Ok(Self {
                    delay_type: if has_delay {
                        delay_type
                    } else {
                        DelayType::Simple
                    },
                    ..control
                })
            }
        }
    }
}
