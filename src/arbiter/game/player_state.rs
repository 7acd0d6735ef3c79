//! A player at the board: his clock, what he is told, how long he may take.

use super::EnginePlayer;
use crate::arbiter::settings::{
    ClaimPolicy, EngineLimits, EngineSpec, EngineTimeouts, MatchSettings,
};
use crate::arbiter::uci_engine::UciEngineError;
use crate::laws::control::{ChessClock, DelayType};
use crate::laws::edition::Rules;
use crate::laws::procedure::IllegalMoves;
use crate::types::Color;
use std::fmt::{self, Write};
use std::time::Duration;

/// An answer came when there was no time left.
pub(super) struct TimeForfeit {
    used: Duration,
    available: Duration,
}

impl fmt::Display for TimeForfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [used, available] = [self.used, self.available].map(|time| time.as_secs_f64());
        write!(f, "{used:.3} s used, {available:.3} s left")
    }
}

pub(super) struct PlayerState<'a, P> {
    pub player: &'a mut P,
    /// The index of the engine in the settings.
    pub engine: usize,
    limits: &'a EngineLimits,
    pub clock: Option<ChessClock>,
    /// The illegal moves of the game so far.
    pub offences: IllegalMoves,
    /// The engine was told of the delay by its own options, so that its clock can show what the display would.
    pub knows_delay: bool,
    /// A wrong line of moves was remarked on.
    pub pv_was_wrong: bool,
}

impl<'a, P: EnginePlayer> PlayerState<'a, P> {
    pub fn new(player: &'a mut P, engine: usize, settings: &'a MatchSettings) -> Self {
        let limits = &settings.engines[engine].limits;
        let control = limits.tc.as_ref().map(|tc| tc.time.clone());
        Self {
            player,
            engine,
            limits,
            clock: control.map(|control| ChessClock::new(control)),
            offences: IllegalMoves::default(),
            knows_delay: false,
            pv_was_wrong: false,
        }
    }

    /// Tells the engine what it can understand of the game's rules, and waits until it is ready. What the match sets for
    /// an engine is left as it is.
    pub fn prepare(
        &mut self,
        settings: &MatchSettings,
        rules: &Rules,
        opponent: &str,
        chess960: bool,
    ) -> Result<(), UciEngineError> {
        let spec = &settings.engines[self.engine];
        let mut set = |name: &str, value: &str| {
            let of_the_match = |(set, _): &(String, String)| set.eq_ignore_ascii_case(name);
            if spec.options.iter().any(of_the_match) || !self.player.has_option(name) {
                return Ok(());
            }
            self.player.set_option(name, value)
        };
        set("Laws Edition", rules.edition.name())?;
        set("Laws Mode", rules.mode.name())?;
        set("UCI_Opponent", &format!("none none computer {opponent}"))?;
        if settings.claims == ClaimPolicy::Engine {
            set("Laws Draws", "Claim")?;
        }
        // A `go` tells neither of later periods nor of a delay.
        if let Some(tc) = &self.limits.tc
            && (tc.time.periods().len() > 1 || tc.time.period(0).delay_ms > 0)
        {
            set("Clock", &tc.to_string())?;
        }
        self.knows_delay = self.is_told_of_delay(spec);
        self.player.new_game(chess960)
    }

    /// True if the engine knows the delay of each period.
    fn is_told_of_delay(&self, spec: &EngineSpec) -> bool {
        let name = "Clock";
        let mut options = spec.options.iter();
        options.any(|(set, _)| set.eq_ignore_ascii_case(name)) || self.player.has_option(name)
    }

    /// What a clock of this player shows: main time, and the delay with it where the clock runs at once.
    pub fn shown(&self) -> Option<Duration> {
        let clock = self.clock.as_ref()?;
        Some(match self.limits.tc.as_ref()?.delay_type {
            DelayType::Simple => clock.main(),
            DelayType::Bronstein => clock.available(),
        })
    }

    /// Adds this player's clock to a `go`. An engine that knows nothing of delays is told all the time there is until the
    /// flag falls: less than what it will have, and no flag falls by it.
    pub fn tell_clock(&self, color: Color, knows_delay: bool, go: &mut String) {
        let Some(clock) = &self.clock else { return };
        let shown = self.shown().filter(|_| knows_delay);
        let time = shown.unwrap_or_else(|| clock.available());
        let letter = color.letter();
        // A clock below a millisecond still runs, and some engines take zero for no clock.
        let ms = time.as_millis().max(1);
        write!(go, " {letter}time {ms}").expect("a string takes all text");
        let inc = clock.period().inc_ms;
        if inc > 0 {
            write!(go, " {letter}inc {inc}").expect("a string takes all text");
        }
    }

    /// Adds what limits this player, who is to move, besides the clocks.
    pub fn tell_limits(&self, go: &mut String) {
        let clock = self.clock.as_ref();
        let mut add = |word: &str, number: Option<u64>| {
            if let Some(number) = number {
                write!(go, " {word} {number}").expect("a string takes all text");
            }
        };
        add(
            "movestogo",
            clock.and_then(ChessClock::moves_to_go).map(u64::from),
        );
        add("movetime", self.limits.st_ms);
        add("nodes", self.limits.nodes);
        add("depth", self.limits.depth.map(u64::from));
    }

    /// Tells the engine of an offer of a draw, if it understands that.
    pub fn announce(&mut self, offered: bool) -> Result<(), UciEngineError> {
        if offered && self.player.has_option("Laws Draws") {
            return self.player.send("laws offer");
        }
        Ok(())
    }

    /// How long to wait for a move: until the flag falls, or the arbiter's patience ends.
    pub fn limit(&self, patience: &EngineTimeouts) -> Duration {
        let times = [self.clock_limit(), self.move_limit()];
        let least = times.into_iter().flatten().min();
        least.unwrap_or(Duration::from_millis(patience.move_ms))
    }

    fn margin(&self) -> Duration {
        Duration::from_millis(self.limits.margin_ms)
    }

    /// The time that takes the flag down.
    fn clock_limit(&self) -> Option<Duration> {
        let clock = self.clock.as_ref()?;
        Some(clock.available() + self.margin())
    }

    /// The time after which a move under a fixed time is too late.
    fn move_limit(&self) -> Option<Duration> {
        let ms = self.limits.st_ms?;
        Some(Duration::from_millis(ms) + self.margin() + Duration::from_nanos(1))
    }

    /// Whether an answer that took so long has come in time.
    pub fn in_time(&self, used: Duration) -> Result<(), TimeForfeit> {
        let times = [self.clock_limit(), self.move_limit()];
        match times.into_iter().flatten().min() {
            Some(available) if used >= available => Err(TimeForfeit { used, available }),
            _ => Ok(()),
        }
    }

    /// Charges a move that came in time.
    pub fn charge(&mut self, used: Duration) {
        self.pay(used, ChessClock::charge);
    }

    /// Charges an answer that came in time and completed no move.
    pub fn spend(&mut self, used: Duration) {
        self.pay(used, ChessClock::spend);
    }

    fn pay<E: fmt::Debug>(
        &mut self,
        used: Duration,
        pay: impl FnOnce(&mut ChessClock, Duration) -> Result<(), E>,
    ) {
        if let Some(clock) = &mut self.clock {
            // Time within the margin leaves a clock that stands at zero.
            let most = clock.available().saturating_sub(Duration::from_nanos(1));
            pay(clock, used.min(most)).expect("the answer came in time");
        }
    }

    /// Adds time to the player's clock.
    pub fn give(&mut self, time: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.give(time);
        }
    }
}
