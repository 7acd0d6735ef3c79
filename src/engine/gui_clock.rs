//! What the engine knows about the GUI's clock besides `go`: the measured lag, and the periods and delays of the option
//! `Clock`.

use super::options::Options;
use crate::board::Board;
use crate::laws::control::{DelayType, TimeControl};
use crate::laws::game::Game;
use crate::time::{
    ClockSettings, LagMeter, MoveTiming, NEXT_PERIOD_MOVES, SearchLimits, TimeBudget,
};
use std::time::{Duration, Instant};

/// At most this part of the clock, as a divisor, is reserved for a stall like the longest one before.
const STALL_DIVISOR: i64 = 4;

/// Measures the lag from one search to the next.
#[derive(Default)]
pub(super) struct ClockTracker {
    lag: LagMeter,
    last: Option<LastClock>,
}

/// The clock of the side to move at its last `go`, unless that was a `go ponder`.
struct LastClock {
    timing: MoveTiming,
    moves_to_go: Option<u32>,
    /// The game at that `go`.
    start: Board,
    ply: usize,
    received: Instant,
    /// The hard bound of its time budget.
    hard: Duration,
}

impl ClockTracker {
    /// Begins a new game. The measured lag is kept.
    pub fn new_game(&mut self) {
        self.last = None;
    }

    /// The expected lag in milliseconds and the time budget of a search whose `go` was read at `received`; compares the
    /// clock with the last one.
    pub fn budget(
        &mut self,
        limits: &SearchLimits,
        game: &Game,
        options: &Options,
        received: Instant,
    ) -> (i64, Option<TimeBudget>) {
        let stm = game.board().stm();
        let control = options.clock.as_ref();
        let period = control.and_then(|control| current_period(control, moves_made(game), limits));
        let delay = current_delay(limits, game, options);
        // Nodes do not lag. With `infinite`, the clocks have no meaning.
        let lags = limits.nodes_per_ms.is_none();
        let clock = limits.clocks[stm.index()].filter(|_| lags && !limits.infinite);
        if let (Some(now), Some(mut last)) = (clock, self.last.take())
            && last.precedes(limits, game)
        {
            last.timing.clock = now;
            self.lag.record(&last.timing);
        }
        // A stall may come again, but it must not take the time of every move.
        let stall = if lags { self.lag.longest_lag() } else { 0 };
        let stall = clock.map_or(stall, |left| stall.min(left.max(0) / STALL_DIVISOR));
        let settings = ClockSettings {
            overhead: i64::from(options.move_overhead).max(stall),
            lag: if lags { self.lag.expected_lag() } else { 0 },
            delay,
            simple_delay: control.is_some_and(|control| control.delay_type() == DelayType::Simple),
            next_period: control
                .zip(period)
                .and_then(|(control, period)| later(control, period)),
        };
        let budget = TimeBudget::new(limits, stm, game.board().game_ply(), &settings);
        if let (Some(before), Some(budget), false) = (clock, budget, limits.ponder) {
            self.last = Some(LastClock {
                timing: MoveTiming {
                    previous_clock: before,
                    increment: limits.increments[stm.index()],
                    delay,
                    ..MoveTiming::default()
                },
                moves_to_go: limits.moves_to_go,
                start: *game.start(),
                ply: game.ply(),
                received,
                hard: budget.hard,
            });
        }
        (settings.lag, budget)
    }

    /// Notes that the last `go` was answered at `now`.
    pub fn answered(&mut self, now: Instant) {
        if let Some(last) = &mut self.last {
            let used = now.saturating_duration_since(last.received).min(last.hard);
            last.timing.used = i64::try_from(used.as_millis()).unwrap_or(i64::MAX);
        }
    }
}

impl LastClock {
    /// True if this `go` is for the next move of the same game and the same period.
    fn precedes(&self, limits: &SearchLimits, game: &Game) -> bool {
        let same_game = self.start == *game.start() && self.ply + 2 == game.ply();
        let same_period = self
            .moves_to_go
            .is_none_or(|before| limits.moves_to_go.is_some_and(|left| left < before));
        same_game && same_period
    }
}

/// The delay of the option `Clock` that applies to a `go`, in milliseconds; 0 if there is none, or if it is unknown.
pub(super) fn current_delay(limits: &SearchLimits, game: &Game, options: &Options) -> i64 {
    options.clock.as_ref().map_or(0, |control| {
        let period = current_period(control, moves_made(game), limits);
        delay(control, period) as i64
    })
}

/// The moves that each player has made in a game.
fn moves_made(game: &Game) -> u32 {
    game.ply() as u32 / 2
}

/// The index of the period that applies to a `go` after `made` moves of the game.
///
/// With `movestogo` it is the last period that can have that many moves left after at most `made` moves; "at most",
/// because book moves may not have counted. Without it, it is the last period if that has no number of moves. `None` if
/// no period fits.
fn current_period(control: &TimeControl, made: u32, limits: &SearchLimits) -> Option<usize> {
    let Some(moves_to_go) = limits.moves_to_go else {
        let last = control.periods().len() - 1;
        return control.period(last).moves.is_none().then_some(last);
    };
    let (mut first, mut current) = (0, None);
    for index in 0.. {
        let Some(moves) = control.period(index).moves else {
            break;
        };
        if moves_to_go <= moves && first + moves - moves_to_go <= made {
            current = Some(index);
        }
        first += moves;
        if first > made {
            break;
        }
    }
    current
}

/// The delay of a period, in milliseconds, or of all periods if none fits; 0 if it is unknown.
fn delay(control: &TimeControl, period: Option<usize>) -> u64 {
    let first = control.period(0).delay_ms;
    match period {
        Some(index) => control.period(index).delay_ms,
        None if control
            .periods()
            .iter()
            .all(|period| period.delay_ms == first) =>
        {
            first
        }
        None => 0,
    }
}

/// The time per move that the next period gives, in milliseconds; `None` in the last period.
fn later(control: &TimeControl, period: usize) -> Option<i64> {
    control.period(period).moves?;
    let next = control.period(period + 1);
    let share = next.base_ms / u64::from(next.moves.unwrap_or(NEXT_PERIOD_MOVES));
    Some((share + next.inc_ms + next.delay_ms) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().expect("a time control")
    }

    fn period(
        control: &TimeControl,
        made: u32,
        moves_to_go: impl Into<Option<u32>>,
    ) -> Option<usize> {
        let limits = SearchLimits {
            moves_to_go: moves_to_go.into(),
            ..SearchLimits::default()
        };
        current_period(control, made, &limits)
    }

    fn later_ms(control: &TimeControl, made: u32, moves_to_go: u32) -> Option<i64> {
        later(control, period(control, made, moves_to_go)?)
    }

    #[test]
    fn later_periods_are_found_by_the_moves_to_go() {
        let tournament = control("40/5400+30:20/3600:900+10");
        // In the first period, with and without book moves; in the second; in the last; and in no period.
        assert_eq!(later_ms(&tournament, 0, 40), Some(180_000));
        assert_eq!(later_ms(&tournament, 14, 30), Some(180_000));
        assert_eq!(later_ms(&tournament, 41, 19), Some(55_000));
        assert_eq!(later_ms(&tournament, 45, 20), Some(55_000));
        assert_eq!(later_ms(&tournament, 0, 41), None);
        assert_eq!(later_ms(&control("40/60"), 100, 20), Some(1_500));
        assert_eq!(later_ms(&control("60+1"), 3, 10), None);
    }

    #[test]
    fn a_stall_does_not_take_the_time_of_the_moves_after_it() {
        let mut tracker = ClockTracker::default();
        tracker.lag.record(&MoveTiming {
            previous_clock: 9_000,
            clock: 4_401,
            ..MoveTiming::default()
        });
        let limits = SearchLimits {
            clocks: [Some(3_800); 2],
            increments: [600; 2],
            ..SearchLimits::default()
        };
        let options = Options::default();
        let (_, budget) = tracker.budget(&limits, &Game::default(), &options, Instant::now());
        let soft = budget.expect("there is a clock").soft;
        assert!(soft > Duration::from_millis(400), "{soft:?}");
    }

    #[test]
    fn only_the_next_move_of_a_period_tells_the_lag() {
        let mut game = Game::new(Board::start());
        let limits = |moves_to_go| SearchLimits {
            moves_to_go,
            ..SearchLimits::default()
        };
        let mut last = LastClock {
            timing: MoveTiming::default(),
            moves_to_go: Some(5),
            start: *game.start(),
            ply: game.ply(),
            received: Instant::now(),
            hard: Duration::ZERO,
        };
        assert!(!last.precedes(&limits(Some(4)), &game));
        for _ in 0..2 {
            let mv = game.board().legal_moves()[0];
            game.play_legal(mv);
        }
        assert!(last.precedes(&limits(Some(4)), &game));
        for moves_to_go in [None, Some(5), Some(40)] {
            assert!(!last.precedes(&limits(moves_to_go), &game));
        }
        last.moves_to_go = None;
        assert!(last.precedes(&limits(None), &game));
    }

    #[test]
    fn without_moves_to_go_the_last_period_runs() {
        assert_eq!(period(&control("300d5"), 7, None), Some(0));
        assert_eq!(period(&control("40/60d1:30d2"), 50, None), Some(1));
        assert_eq!(period(&control("40/60d1"), 50, None), None);
    }

    #[test]
    fn the_delay_of_all_periods_holds_where_none_fits() {
        let delay_after = |text: &str, moves_to_go| {
            let control = control(text);
            delay(&control, period(&control, 50, moves_to_go))
        };
        assert_eq!(delay_after("300d5", Some(30)), 5_000);
        assert_eq!(delay_after("40/60d1", None), 1_000);
        assert_eq!(delay_after("40/60d1:30d2", None), 2_000);
        assert_eq!(delay_after("40/60d1:30d2", Some(41)), 0);
    }
}
