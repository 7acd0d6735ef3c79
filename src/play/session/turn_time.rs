//! The clocks of a game and its flags.

use super::play_note::ARBITER;
use super::play_session::{PlayPhase, PlaySession};
use crate::laws::control::ChessClock;
use crate::laws::edition::FlagCaller;
use crate::types::Color;
use std::time::{Duration, Instant};

impl PlaySession {
    /// The main time of a player; `None` without clocks.
    pub fn main_time(&self, color: Color) -> Option<Duration> {
        Some(self.clocks.as_ref()?[color.index()].main())
    }

    /// The main time of each clock; zero without clocks.
    pub fn main_times(&self) -> [Duration; 2] {
        Color::ALL.map(|color| self.main_time(color).unwrap_or_default())
    }

    /// Starts the clock of the player to move.
    pub fn start(&mut self, now: Instant) {
        if self.clocks.is_some() && self.phase() == PlayPhase::Playing && self.since.is_none() {
            self.since = Some(now);
        }
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: Instant) {
        self.pending = self.used(now);
        self.since = None;
    }

    /// Charges nobody for a time in which the program was busy.
    pub fn forgive(&mut self, time: Duration) {
        self.since = self.since.map(|since| since + time);
    }

    /// The time of this turn that is not charged yet.
    pub fn used(&self, now: Instant) -> Duration {
        let running = self.since.map(|since| now.saturating_duration_since(since));
        self.pending + running.unwrap_or_default()
    }

    /// The clock of a player as it stands now.
    pub fn clock(&self, color: Color, now: Instant) -> Option<ChessClock> {
        let mut clock = self.clocks.as_ref()?[color.index()].clone();
        let fell = color == self.stm() && clock.spend(self.used(now)).is_err();
        // A flag that nobody has claimed stays down after the move, whatever delay the next one has.
        if fell || self.flagged == Some(color) {
            clock.run_out();
        }
        Some(clock)
    }

    /// When the flag of the player to move falls; `None` if no clock runs.
    pub fn flag_time(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref().filter(|_| self.flagged.is_none())?;
        let available = clocks[self.stm().index()].available();
        Some(self.since? + available.saturating_sub(self.pending))
    }

    /// Charges the time of this turn so far. Returns false if the flag has fallen.
    pub fn settle(&mut self, now: Instant) -> bool {
        let used = self.used(now);
        let side = self.stm().index();
        self.pending = Duration::ZERO;
        self.since = self.since.map(|_| now);
        let Some(clocks) = &mut self.clocks else {
            return true;
        };
        let fell = clocks[side].spend(used).is_err();
        if fell {
            clocks[side].run_out();
        }
        !fell || self.flagged.is_some()
    }

    /// A clock after `made` moves that shows this main time.
    pub fn clock_after(&self, made: u32, main: Duration) -> Option<ChessClock> {
        let mut clock = ChessClock::new(self.terms.control.clone()?, self.rules());
        for _ in 0..made {
            // A move costs nothing here: only its period counts.
            let _ = clock.charge(Duration::ZERO);
        }
        clock.set(main);
        Some(clock)
    }

    /// Sets both clocks to the main times after `ply` half-moves.
    pub fn set_clocks(&mut self, ply: usize, mains: [Duration; 2]) {
        if self.clocks.is_none() {
            return;
        }
        let first = self.game.start().stm();
        let made = |color: Color| ply.midpoint(usize::from(color == first));
        let clocks =
            Color::ALL.map(|color| self.clock_after(made(color) as u32, mains[color.index()]));
        if let [Some(white), Some(black)] = clocks {
            self.clocks = Some([white, black]);
        }
    }

    /// Lets the clock run from now on: after work that is nobody's time.
    pub fn resume_clock(&mut self) {
        if self.since.is_some() {
            self.since = (self.phase() == PlayPhase::Playing).then(Instant::now);
        }
    }

    /// Notices that the flag of the player to move has fallen. Returns the player if somebody has to rule on it at once:
    /// the arbiter, or an engine that claims it.
    pub fn notice_flag(&mut self, now: Instant) -> Option<Color> {
        let color = self.stm();
        if self.flag_time().is_none_or(|time| now < time) || self.phase() != PlayPhase::Playing {
            return None;
        }
        self.settle(now);
        let engine_claims = self.terms.engine.is_some_and(|(engine, _)| engine != color);
        if self.rules().flag_caller == FlagCaller::Arbiter || engine_claims {
            return Some(color);
        }
        self.flagged = Some(color);
        let article = self.rules().flag_caller_article();
        let text = format!(
            "{}'s flag is down. It counts once {:#} claims it.",
            color.title(),
            !color
        );
        self.note(ARBITER, text, &[article]);
        None
    }
}
