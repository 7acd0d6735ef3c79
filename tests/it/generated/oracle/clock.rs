//! The clock of a player, by Articles 6.2 and 6.3.

use compongo::laws::control::{DelayType, Period, TimeControl};
use compongo::laws::edition::Edition;
use std::time::Duration;

pub struct OracleClock {
    control: TimeControl,
    /// Time saved in a period with a delay is not lost at its end.
    carries: bool,
    period: usize,
    /// Moves made in the period.
    made: u32,
    main: Duration,
    /// What is left of the delay of this move.
    delay: Duration,
}

impl OracleClock {
    pub fn new(control: &TimeControl, edition: Edition) -> Self {
        let first = control.periods()[0];
        Self {
            control: control.clone(),
            carries: edition >= Edition::Fide2018,
            period: 0,
            made: 0,
            main: Duration::from_millis(first.base_ms),
            delay: Duration::from_millis(first.delay_ms),
        }
    }

    /// The last period repeats.
    pub fn period(&self) -> Period {
        let periods = self.control.periods();
        periods[self.period.min(periods.len() - 1)]
    }

    /// Takes the time of an answer off; false if the flag has fallen.
    pub fn spend(&mut self, used: Duration) -> bool {
        if used >= self.main + self.delay {
            return false;
        }
        let delay = self.delay.min(used);
        self.delay -= delay;
        self.main -= used.saturating_sub(delay);
        true
    }

    /// Counts a move that was made in time.
    pub fn complete_move(&mut self) {
        let period = self.period();
        self.main += Duration::from_millis(period.inc_ms);
        self.made += 1;
        if period.moves == Some(self.made) {
            if period.delay_ms > 0 && !self.carries {
                // The increment belongs to the move that ended the period, and is not time saved in it.
                self.main = Duration::from_millis(period.inc_ms);
            }
            self.made = 0;
            self.period += 1;
            self.main += Duration::from_millis(self.period().base_ms);
        }
        self.delay = Duration::from_millis(self.period().delay_ms);
    }

    /// What the display shows before the move.
    pub fn shown(&self) -> Duration {
        match self.control.delay_type() {
            DelayType::Simple => self.main,
            DelayType::Bronstein => self.main + self.delay,
        }
    }

    pub fn give(&mut self, seconds: u64) {
        self.main += Duration::from_secs(seconds);
    }

    /// What a wrong claim takes off (97 and 01 9.5): half the time, at most three minutes; in 2001 no less than a minute stays.
    pub fn halve(&mut self, edition: Edition) {
        let minute = Duration::from_secs(60);
        let half = self.main.saturating_sub((self.main / 2).min(3 * minute));
        self.main = match edition {
            Edition::Fide1997 => half,
            Edition::Fide2001 if self.main > 2 * minute => half,
            Edition::Fide2001 => self.main.min(minute),
            _ => self.main,
        };
    }
}
