//! A player during a game: the engine, its clock and its time limits.

use super::node_use::NodeUse;
use crate::laws::control::ChessClock;
use crate::laws::edition::Rules;
use crate::laws::procedure::IllegalMoves;
use crate::match_runner::settings::{ClaimPolicy, EngineLimits, EngineTimeouts, MatchSettings};
use crate::match_runner::uci_engine::{EnginePlayer, UciEngineError};
use crate::types::Color;
use std::fmt::{self, Write};
use std::time::Duration;

/// If a move comes too late by less than this, delays of the machine may be the reason. The referee waits this long after
/// the flag has fallen, to measure how late the move is.
const LATE: Duration = Duration::from_millis(20);

/// A move that came after the flag fell, or never came.
pub(super) struct TimeForfeit {
    used: Duration,
    available: Duration,
}

impl fmt::Display for TimeForfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [used, available] = [self.used, self.available].map(|time| time.as_secs_f64());
        write!(f, "{used:.3} s used, {available:.3} s left")?;
        let late = self.used.saturating_sub(self.available);
        if late < LATE {
            let late = late.as_secs_f64() * 1e3;
            write!(f, ": {late:.1} ms too late, see the option margin")?;
        }
        Ok(())
    }
}

pub(super) struct PlayerState<'a, P> {
    pub engine: &'a mut P,
    /// The index of the engine in the settings.
    pub index: usize,
    limits: EngineLimits,
    pub clock: Option<ChessClock>,
    pub illegal_moves: IllegalMoves,
    /// True if the engine knows the delay of each period from its option `Clock`.
    pub knows_delay: bool,
    /// True after a remark about an illegal principal variation.
    pub had_illegal_pv: bool,
    /// The opponent's move that the engine expects; `None` if it told none.
    pub ponder_move: Option<String>,
    /// The nodes of its moves so far.
    pub node_use: NodeUse,
}

impl<'a, P: EnginePlayer> PlayerState<'a, P> {
    pub fn new(engine: &'a mut P, index: usize, limits: EngineLimits, rules: &Rules) -> Self {
        let control = limits.tc.clone();
        Self {
            engine,
            index,
            limits,
            clock: control.map(|control| ChessClock::new(control, rules)),
            illegal_moves: IllegalMoves::default(),
            knows_delay: false,
            had_illegal_pv: false,
            ponder_move: None,
            node_use: NodeUse::default(),
        }
    }

    /// Sets the options that depend on the game, if the engine has them, and waits until it is ready. Options that the
    /// match settings set are left alone.
    pub fn prepare(
        &mut self,
        settings: &MatchSettings,
        rules: &Rules,
        opponent: &str,
        chess960: bool,
    ) -> Result<(), UciEngineError> {
        let spec = &settings.engines[self.index];
        let is_set = |name: &str| spec.option(name).is_some();
        let mut set = |name: &str, value: &str| {
            if is_set(name) || !self.engine.has_option(name) {
                return Ok(());
            }
            self.engine.set_option(name, value)
        };
        set("Laws Edition", rules.edition.name())?;
        set("Laws Mode", rules.mode.name())?;
        set("UCI_Opponent", &format!("none none computer {opponent}"))?;
        if settings.claims == ClaimPolicy::Engine {
            set("Laws Draws", "Claim")?;
        }
        if settings.run.ponder {
            set("Ponder", "true")?;
        }
        // `go` cannot express later periods and delays.
        if let Some(tc) = &self.limits.tc
            && (tc.periods().len() > 1 || tc.period(0).delay_ms > 0)
        {
            set("Clock", &tc.to_string())?;
        }
        self.knows_delay = is_set("Clock") || self.engine.has_option("Clock");
        self.engine.new_game(chess960)
    }

    /// True if the engine thinks on its opponent's time: the match has pondering, the engine has the option, and its
    /// settings do not turn it off.
    pub fn ponders(&self, settings: &MatchSettings) -> bool {
        let own = settings.engines[self.index].option("Ponder");
        let is_on = own.is_none_or(|value| value.eq_ignore_ascii_case("true"));
        settings.run.ponder && is_on && self.engine.has_option("Ponder")
    }

    pub fn shown(&self) -> Option<Duration> {
        self.clock.as_ref().map(ChessClock::shown)
    }

    /// Appends this player's clock to `go`. An engine that does not know about delays gets the whole time until the
    /// flag falls. That is safe: the delays of later moves come on top.
    pub fn write_clock(&self, color: Color, knows_delay: bool, go: &mut String) {
        let Some(clock) = &self.clock else { return };
        let shown = self.shown().filter(|_| knows_delay);
        let time = shown.unwrap_or_else(|| clock.available());
        let letter = color.letter();
        // Some engines read zero as "no clock".
        let ms = time.as_millis().max(1);
        write!(go, " {letter}time {ms}").expect("a string takes all text");
        let inc = clock.period().inc_ms;
        if inc > 0 {
            write!(go, " {letter}inc {inc}").expect("a string takes all text");
        }
    }

    /// Appends the other limits of this player, who is to move, to `go`.
    pub fn write_limits(&self, go: &mut String) {
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

    /// True if the engine can be told that the opponent offers a draw.
    pub fn hears_draw_offers(&self) -> bool {
        self.engine.has_option("Laws Draws")
    }

    /// How long to wait for a move: a little longer than its time and the margin or, if it has neither a clock nor a fixed
    /// time, for the time limit of the settings.
    pub fn wait_limit(&self, timeouts: &EngineTimeouts) -> Duration {
        let limit = self.time_limit().map(|limit| limit + LATE);
        limit.unwrap_or(Duration::from_millis(timeouts.move_ms))
    }

    /// The time at which a move is too late: when the flag falls, or after a fixed time for the move.
    fn time_limit(&self) -> Option<Duration> {
        let clock = self.clock.as_ref().map(ChessClock::available);
        let fixed = self.limits.st_ms.map(Duration::from_millis);
        let fixed = fixed.map(|fixed| fixed + Duration::from_nanos(1));
        let least = clock.into_iter().chain(fixed).min()?;
        Some(least + Duration::from_millis(self.limits.margin_ms))
    }

    /// The time forfeit for a move that took `used`, if it came too late.
    pub fn time_forfeit(&self, used: Duration) -> Option<TimeForfeit> {
        let available = self.time_limit()?;
        (used >= available).then_some(TimeForfeit { used, available })
    }

    /// Charges the time of an answer that came in time, whether or not it completes a move.
    pub fn spend(&mut self, used: Duration) {
        if let Some(clock) = &mut self.clock {
            // Time within the margin leaves a nanosecond on the clock, which may have had none.
            let least = Duration::from_nanos(1);
            let most = clock.available().saturating_sub(least);
            if clock.spend(used.min(most)).is_err() {
                clock.set(least);
            }
        }
    }

    /// Completes a move whose time has been charged.
    pub fn complete_move(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock
                .charge(Duration::ZERO)
                .expect("the clock is never empty");
        }
    }

    pub fn give(&mut self, time: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.give(time);
        }
    }
}
