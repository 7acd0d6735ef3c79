//! Games on simulated clocks: no control may cost a game by time, and the time given must be used.
use crate::support::random::fraction;
use std::time::{Duration, Instant};

use compongo::time::{
    ActiveSearches, ClockSettings, IterationStats, LagMeter, MoveTiming, SearchLimits, TimeBudget,
    TimeManager,
};
use compongo::types::{Color, Rng, Score};

/// A number from `low` to `high`.
fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * fraction(rng)
}

/// How the engine of a simulation spends its budget.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spender {
    /// Asks the time manager between growing iterations with random statistics.
    Iterations,
    /// Takes a random point between soft and hard, this power of an even fraction.
    Fraction(i32),
    /// Always takes all it may.
    Hard,
}

/// A time control and its GUI, in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Control {
    start: f64,
    increment: f64,
    /// A new period of `start` begins after so many moves.
    moves: Option<u32>,
    delay: f64,
    /// The GUI shows the main time without the delay.
    simple_delay: bool,
    /// The GUI sends the delay as `winc`.
    delay_as_increment: bool,
    overhead: i64,
    /// Least and most time lost per move outside the engine.
    lag: (f64, f64),
    /// The most time by which the engine is late.
    overrun: f64,
}

impl Control {
    fn new(start: f64, increment: f64) -> Self {
        Self {
            start,
            increment,
            moves: None,
            delay: 0.0,
            simple_delay: false,
            delay_as_increment: false,
            overhead: 30,
            lag: (0.0, 2.0),
            overrun: 1.0,
        }
    }

    fn moves(self, moves: u32) -> Self {
        Self {
            moves: Some(moves),
            ..self
        }
    }

    fn delay(self, delay: f64, simple_delay: bool) -> Self {
        Self {
            delay,
            simple_delay,
            ..self
        }
    }

    fn lag(self, low: f64, high: f64) -> Self {
        Self {
            lag: (low, high),
            ..self
        }
    }
}

/// One side's clock over a game. The game's clock runs on `Simple` delay; the GUI shows it as the control says.
struct Game {
    control: Control,
    spender: Spender,
    rng: Rng,
    clock: f64,
    meter: LagMeter,
    before: Option<MoveTiming>,
    used: Vec<f64>,
}

impl Game {
    fn new(control: Control, spender: Spender, seed: u64) -> Self {
        Self {
            control,
            spender,
            rng: Rng::new(seed),
            clock: control.start,
            meter: LagMeter::default(),
            before: None,
            used: Vec::new(),
        }
    }

    fn limits(&self) -> SearchLimits {
        let control = &self.control;
        let delay_shown = if control.simple_delay {
            0.0
        } else {
            control.delay
        };
        let shown = self.clock + delay_shown;
        let played = self.used.len() as u32;
        let hidden = if control.delay_as_increment {
            control.delay
        } else {
            0.0
        };
        SearchLimits {
            clocks: [Some(shown as i64), None],
            increments: [(control.increment + hidden) as i64, 0],
            moves_to_go: control.moves.map(|moves| moves - played % moves),
            ..SearchLimits::default()
        }
    }

    /// Plays one move; false if the flag fell.
    fn play(&mut self) -> bool {
        let control = self.control;
        let limits = self.limits();
        let told = if control.delay_as_increment {
            0
        } else {
            control.delay as i64
        };
        let now = limits.clocks[0].unwrap();
        let new_period = control
            .moves
            .is_some_and(|moves| (self.used.len() as u32).is_multiple_of(moves));
        if let Some(mut exchange) = self.before
            && !new_period
        {
            exchange.clock = now;
            self.meter.record(&exchange);
        }
        let conditions = ClockSettings {
            delay: told,
            simple_delay: control.simple_delay,
            ..settings(&self.meter, control.overhead)
        };
        let ply = 2 * self.used.len() as u32;
        let budget = TimeBudget::new(&limits, Color::White, ply, &conditions).unwrap();
        let used = spend(&budget, self.spender, &mut self.rng)
            + between(&mut self.rng, 0.0, control.overrun);
        let taken = used + between(&mut self.rng, control.lag.0, control.lag.1);
        self.before = Some(MoveTiming {
            previous_clock: now,
            increment: limits.increments[0],
            delay: told,
            used: used.round() as i64,
            ..MoveTiming::default()
        });
        self.used.push(used);
        self.clock -= (taken - control.delay).max(0.0);
        if self.clock <= 0.0 && taken > control.delay {
            return false;
        }
        self.clock += control.increment;
        if control
            .moves
            .is_some_and(|moves| (self.used.len() as u32).is_multiple_of(moves))
        {
            self.clock += control.start;
        }
        true
    }
}

/// The settings for a clock without a delay.
fn settings(meter: &LagMeter, overhead: i64) -> ClockSettings {
    ClockSettings {
        overhead: overhead.max(meter.longest_lag()),
        lag: meter.expected_lag(),
        ..ClockSettings::default()
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn spend(budget: &TimeBudget, spender: Spender, rng: &mut Rng) -> f64 {
    let (soft, hard) = (milliseconds(budget.soft), milliseconds(budget.hard));
    assert!(soft <= hard && soft > 0.0);
    match spender {
        Spender::Hard => hard,
        Spender::Fraction(power) => soft + (hard - soft) * fraction(rng).powi(power),
        Spender::Iterations => think(budget, rng),
    }
}

/// Runs iterations under a time manager; returns the milliseconds used.
fn think(budget: &TimeBudget, rng: &mut Rng) -> f64 {
    let start = Instant::now();
    let stop_token = ActiveSearches::default().add(start, false);
    let mut manager = TimeManager::new(stop_token, Some(*budget));
    let at = |time: f64| start + Duration::from_secs_f64(time / 1000.0);
    let (mut time, mut length) = (0.0, 0.05);
    let mut stability = 0;
    for _ in 1..100 {
        time += length;
        if manager.must_stop(at(time)) {
            return milliseconds(budget.hard);
        }
        stability = if fraction(rng) < 0.15 {
            0
        } else {
            stability + 1
        };
        let iteration = IterationStats {
            best_move_stability: stability,
            score: Score::new(between(rng, -12.0, 10.0) as i32),
            best_move_nodes: between(rng, 450.0, 950.0) as u64,
            nodes: 1000,
        };
        if !manager.start_another_iteration(at(time), &iteration) {
            return time;
        }
        length *= between(rng, 1.2, 2.2);
    }
    time
}

/// Plays many games of so many moves and returns the mean part of all time given that was left.
fn no_forfeit(control: Control, spender: Spender, moves: usize, games: u64) -> f64 {
    let mut left = 0.0;
    for seed in 0..games {
        let mut game = Game::new(control, spender, seed);
        for number in 1..=moves {
            let before = game.clock;
            assert!(
                game.play(),
                "{control:?} {spender:?} seed {seed}: flag in move {number}, {before:.1} ms before it, used {:?}, {:?}",
                game.used.last(),
                game.meter
            );
        }
        left += game.clock / (control.start + moves as f64 * control.increment);
    }
    left / games as f64
}

const SPENDERS: [Spender; 4] = [
    Spender::Iterations,
    Spender::Fraction(3),
    Spender::Fraction(1),
    Spender::Hard,
];

#[test]
fn short_controls_cost_no_game() {
    for (control, moves) in [
        (Control::new(1000.0, 10.0), 200),
        (Control::new(500.0, 0.0), 80),
        (Control::new(1000.0, 0.0).moves(40), 200),
        (Control::new(5000.0, 0.0), 200),
    ] {
        for spender in SPENDERS {
            no_forfeit(control, spender, moves, 1000);
        }
    }
}

#[test]
fn one_move_a_second() {
    let control = Control::new(1000.0, 0.0).moves(1);
    for spender in SPENDERS {
        no_forfeit(control, spender, 200, 1000);
    }
    let mut game = Game::new(control, Spender::Hard, 1);
    (0..20).for_each(|_| assert!(game.play()));
    assert!(game.used.iter().sum::<f64>() > 18_000.0);
}

#[test]
fn ordinary_games_use_their_time() {
    for (start, increment) in [(60_000.0, 600.0), (10_000.0, 100.0), (180_000.0, 2000.0)] {
        let control = Control::new(start, increment);
        let left = no_forfeit(control, Spender::Iterations, 60, 200);
        assert!(
            (0.01..0.35).contains(&left),
            "{start}+{increment}: {left:.2} left"
        );
        no_forfeit(control, Spender::Hard, 200, 50);
    }
    let left = no_forfeit(Control::new(60_000.0, 0.0), Spender::Iterations, 60, 200);
    assert!((0.01..0.35).contains(&left), "{left:.2} left");
    let quota = Control::new(240_000.0, 0.0).moves(40);
    let left = no_forfeit(quota, Spender::Iterations, 39, 200);
    assert!(left < 0.3, "{left:.2} left");
}

#[test]
fn delay_is_used_and_nothing_else_is_needed() {
    for simple_delay in [true, false] {
        for start in [0.0, 1.0, 7.0, 50.0, 3000.0] {
            for delay in [40.0, 100.0, 2000.0] {
                let control = Control::new(start, 0.0).delay(delay, simple_delay);
                for spender in SPENDERS {
                    no_forfeit(control, spender, 100, 100);
                }
            }
        }
    }
    for spender in [Spender::Hard, Spender::Iterations] {
        let mut game = Game::new(Control::new(0.0, 0.0).delay(2000.0, true), spender, 1);
        (0..10).for_each(|_| assert!(game.play()));
        assert!(game.used.iter().all(|&used| used > 1900.0), "{spender:?}");
    }
}

#[test]
fn a_delay_sent_as_increment_costs_no_game() {
    let control = Control {
        delay: 2000.0,
        delay_as_increment: true,
        ..Control::new(60_000.0, 0.0)
    };
    for spender in SPENDERS {
        no_forfeit(control, spender, 150, 200);
    }
    // The unused delay is not taken for lag.
    let mut game = Game::new(control, Spender::Iterations, 1);
    (0..150).for_each(|_| assert!(game.play()));
    assert!(game.meter.longest_lag() <= 4);
}

#[test]
fn the_lag_of_a_slow_gui_is_measured() {
    let slow = |start, increment| Control::new(start, increment).lag(280.0, 300.0);
    for spender in SPENDERS {
        let told = Control {
            overhead: 300,
            ..slow(10_000.0, 500.0)
        };
        no_forfeit(told, spender, 150, 200);
        no_forfeit(slow(10_000.0, 500.0), spender, 150, 200);
        no_forfeit(slow(60_000.0, 0.0), spender, 60, 200);
        no_forfeit(slow(60_000.0, 0.0).moves(40), spender, 160, 200);
    }
    let mut game = Game::new(slow(60_000.0, 1000.0), Spender::Iterations, 5);
    (0..20).for_each(|_| assert!(game.play()));
    assert!((280..=302).contains(&game.meter.expected_lag()));
    assert!((285..=302).contains(&game.meter.longest_lag()));
}

#[test]
fn hourglass() {
    for spender in SPENDERS {
        for seed in 0..200 {
            let rng = &mut Rng::new(seed);
            let mut clocks = [10_000.0, 10_000.0];
            let mut meters = [LagMeter::default(), LagMeter::default()];
            let mut before: [Option<MoveTiming>; 2] = [None, None];
            for ply in 0..400_u32 {
                let side = ply as usize % 2;
                let now = clocks[side] as i64;
                if let Some(exchange) = before[side] {
                    meters[side].record(&MoveTiming {
                        clock: now,
                        ..exchange
                    });
                }
                let limits = SearchLimits {
                    clocks: [Some(clocks[0] as i64), Some(clocks[1] as i64)],
                    ..SearchLimits::default()
                };
                let conditions = settings(&meters[side], 30);
                let budget = TimeBudget::new(&limits, Color::ALL[side], ply, &conditions).unwrap();
                let used = spend(&budget, spender, rng) + fraction(rng);
                let taken = used + between(rng, 0.0, 2.0);
                clocks[side] -= taken;
                assert!(clocks[side] > 0.0, "{spender:?} seed {seed} ply {ply}");
                clocks[1 - side] += taken;
                before[side] = Some(MoveTiming {
                    previous_clock: now,
                    used: used.round() as i64,
                    ..MoveTiming::default()
                });
            }
        }
    }
}

#[test]
fn a_fixed_time_is_met_from_below() {
    let rng = &mut Rng::new(1);
    let conditions = settings(&LagMeter::default(), 30);
    for (time, least) in [(100.0, 92.0), (20.0, 13.0), (1000.0, 992.0)] {
        let limits = SearchLimits {
            move_time: Some(time as i64),
            ..SearchLimits::default()
        };
        let budget = TimeBudget::new(&limits, Color::Black, 60, &conditions).unwrap();
        for spender in SPENDERS {
            for _ in 0..1000 {
                let used = spend(&budget, spender, rng) + 2.0 * fraction(rng);
                assert!(
                    used <= time && used >= least,
                    "{spender:?}: {used} of {time}"
                );
            }
        }
    }
}

#[test]
fn almost_no_time() {
    let conditions = settings(&LagMeter::default(), 30);
    for (clock, most) in [
        (-5, 1.0),
        (0, 1.0),
        (1, 1.0),
        (5, 1.0),
        (20, 2.0),
        (35, 3.5),
    ] {
        let limits = SearchLimits {
            clocks: [Some(clock), Some(60_000)],
            ..SearchLimits::default()
        };
        let budget = TimeBudget::new(&limits, Color::White, 80, &conditions).unwrap();
        assert!(milliseconds(budget.hard) <= most, "{clock}: {budget:?}");
    }
    // Five milliseconds last for a move, if the client loses less than the rest.
    let slow = Control {
        lag: (0.0, 1.5),
        overrun: 0.5,
        ..Control::new(5.0, 0.0)
    };
    for spender in SPENDERS {
        no_forfeit(slow, spender, 1, 1000);
    }
}

#[test]
fn the_soft_bound_is_a_few_percent_early() {
    let conditions = settings(&LagMeter::default(), 30);
    for clock in [10_000, 60_000, 3_600_000] {
        for ply in [0, 1, 10, 20] {
            let limits = SearchLimits {
                clocks: [Some(clock), Some(clock)],
                ..SearchLimits::default()
            };
            let budget = TimeBudget::new(&limits, Color::White, ply, &conditions).unwrap();
            let part = milliseconds(budget.soft) / clock as f64;
            assert!((0.02..0.05).contains(&part), "{clock} ply {ply}: {part}");
            let ratio = milliseconds(budget.hard) / milliseconds(budget.soft);
            assert!((7.0..8.5).contains(&ratio), "{clock} ply {ply}: {ratio}");
        }
    }
}
