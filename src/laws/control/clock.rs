//! The clock of one player.

use super::{Period, TimeControl};
use std::time::Duration;

/// The flag has fallen: the move took all the time there was, or more. The move does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the flag fell after {available:?}; the move took {used:?}")]
pub struct FlagFallen {
    /// The time there was.
    pub available: Duration,
    /// The time the move took.
    pub used: Duration,
}

/// The clock of one player, to the nanosecond. It does not run by itself: it is charged with the time of each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessClock {
    control: TimeControl,
    /// The index of the current period.
    period: usize,
    /// Moves made in it.
    made: u32,
    main: Duration,
    /// How much of the delay of the present move is used up.
    waited: Duration,
}

impl ChessClock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Self {
        let main = Duration::from_millis(control.period(0).base_ms);
        Self {
            control,
            period: 0,
            made: 0,
            main,
            waited: Duration::ZERO,
        }
    }

    /// The time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The current period.
    pub fn period(&self) -> &Period {
        self.control.period(self.period)
    }

    /// Moves still to be made in the current period; `None` if it lasts to the end of the game.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.period().moves.map(|moves| moves - self.made)
    }

    /// The main time: what outlasts the next move if that takes no time.
    pub const fn main(&self) -> Duration {
        self.main
    }

    /// The time until the flag falls, if the clock is started now: main time and what is left of the delay.
    pub fn available(&self) -> Duration {
        self.main + self.free()
    }

    /// What is left of the delay of the present move.
    fn free(&self) -> Duration {
        Duration::from_millis(self.period().delay_ms).saturating_sub(self.waited)
    }

    /// Charges a move that took so long, and counts it.
    ///
    /// The flag falls when the available time reaches zero, even with the last move of a period: the deadline is tested
    /// first, then the move is counted, then the next period's time is added (Articles 6.2 and 6.3). A delay is free and
    /// does not accumulate; the increment is added after the move.
    ///
    /// # Errors
    /// The flag has fallen; the clock stays as it was before the move.
    pub fn charge(&mut self, used: Duration) -> Result<(), FlagFallen> {
        self.spend(used)?;
        self.waited = Duration::ZERO;
        let completed = *self.period();
        self.made += 1;
        if completed.moves == Some(self.made) {
            self.made = 0;
            self.period += 1;
            if completed.delay_ms > 0 {
                // Time saved carries over, except in delay mode (Article 6.2).
                self.main = Duration::ZERO;
            }
            self.main += Duration::from_millis(self.period().base_ms);
        }
        self.main += Duration::from_millis(completed.inc_ms);
        Ok(())
    }

    /// Charges the time of an answer that completed no move, such as an illegal one (Article 7.4; 18 and 23 7.5.1): it
    /// stays used, but nothing is counted or added, and the move that replaces it has what is left of the delay.
    ///
    /// # Errors
    /// The flag has fallen; the clock stays as it was before the answer.
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

    /// Adds time that the arbiter gives (Articles 7, 9.5 and 13.4).
    pub fn give(&mut self, time: Duration) {
        self.main += time;
    }

    /// Sets the main time to what the arbiter finds right (Articles 6.13 and 9.5).
    pub const fn set(&mut self, main: Duration) {
        self.main = main;
    }
}
