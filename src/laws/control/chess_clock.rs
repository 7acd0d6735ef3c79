//! The game clock of one player.

use super::delay::DelayType;
use super::time_control::{Period, TimeControl};
use crate::laws::edition::Rules;
use std::time::Duration;

/// The flag has fallen: the move took all the available time or more. The move does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the flag fell after {available:?}; the move took {used:?}")]
pub struct FlagFallen {
    /// The time that was left for the move.
    pub available: Duration,
    /// The time the move took.
    pub used: Duration,
}

/// The game clock of one player, with nanosecond resolution. It does not run by itself: the caller charges it with the
/// time of each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessClock {
    control: TimeControl,
    /// The index of the current period.
    period: usize,
    /// Moves made in the current period.
    made: u32,
    main: Duration,
    /// The used part of the delay of the current move.
    waited: Duration,
    /// True if time saved in a period with a delay is added to the next one.
    carries: bool,
}

impl ChessClock {
    /// A clock before the first move, under the rules of a game.
    pub fn new(control: TimeControl, rules: &Rules) -> Self {
        let main = Duration::from_millis(control.period(0).base_ms);
        Self {
            control,
            period: 0,
            made: 0,
            main,
            waited: Duration::ZERO,
            carries: rules.delay_carries_saved_time,
        }
    }

    /// The time control that the clock was made for.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The period of the next move.
    pub fn period(&self) -> &Period {
        self.control.period(self.period)
    }

    /// Moves still to be made in the current period; `None` if it lasts to the end of the game.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.period().moves.map(|moves| moves - self.made)
    }

    /// The main time, without the increment or delay of the next move.
    pub const fn main(&self) -> Duration {
        self.main
    }

    /// The time that the clock shows: the main time, and with Bronstein delay the rest of the delay too.
    pub fn shown(&self) -> Duration {
        match self.control.delay_type() {
            DelayType::Simple => self.main,
            DelayType::Bronstein => self.available(),
        }
    }

    /// The time until the flag falls: main time and the rest of the delay.
    pub fn available(&self) -> Duration {
        self.main + self.free()
    }

    /// The used part of the delay of the current move.
    pub const fn waited(&self) -> Duration {
        self.waited
    }

    /// Sets the used part of the delay of the current move.
    pub const fn set_waited(&mut self, waited: Duration) {
        self.waited = waited;
    }

    /// Lets the flag fall: neither main time nor delay is left.
    pub fn run_out(&mut self) {
        self.main = Duration::ZERO;
        self.waited = Duration::from_millis(self.period().delay_ms);
    }

    /// The rest of the delay of the current move.
    fn free(&self) -> Duration {
        Duration::from_millis(self.period().delay_ms).saturating_sub(self.waited)
    }

    /// Charges the time of a completed move, and counts the move.
    ///
    /// The flag falls when the available time reaches zero, even on the last move of a period: first the time is
    /// tested, then the move is counted, then the time of the next period is added (Articles 6.2 and 6.3). The delay
    /// does not accumulate; the increment is added after the move.
    ///
    /// # Errors
    /// The flag has fallen; the clock is unchanged.
    pub fn charge(&mut self, used: Duration) -> Result<(), FlagFallen> {
        self.spend(used)?;
        self.waited = Duration::ZERO;
        let completed = *self.period();
        self.made += 1;
        if completed.moves == Some(self.made) {
            self.made = 0;
            self.period += 1;
            if completed.delay_ms > 0 && !self.carries {
                // Until 2009 unused time carries over to the next period except in delay mode (97 6.2; 01 and 09
                // 6.2.b).
                self.main = Duration::ZERO;
            }
            self.main += Duration::from_millis(self.period().base_ms);
        }
        self.main += Duration::from_millis(completed.inc_ms);
        Ok(())
    }

    /// Charges the time of an illegal move (Article 7.4; 18 and 23 7.5.1): the time stays used, but no move is counted
    /// and no time is added. The move that replaces it gets only the rest of the delay.
    ///
    /// # Errors
    /// The flag has fallen; the clock is unchanged.
    pub fn spend(&mut self, used: Duration) -> Result<(), FlagFallen> {
        let available = self.available();
        if used >= available {
            return Err(FlagFallen { available, used });
        }
        let free = self.free();
        self.main -= used.saturating_sub(free);
        self.waited += used.min(free);
        Ok(())
    }

    /// Adds time that the arbiter gives (Articles 7 and 9.5; 97 to 09 13.4, 18 and 23 12.9).
    pub fn give(&mut self, time: Duration) {
        self.main += time;
    }

    /// Sets the main time, as an arbiter may (97 and 09 6.13, 01 6.14; Article 9.5).
    pub const fn set(&mut self, main: Duration) {
        self.main = main;
    }
}
