//! What a match says about strength: sequential tests on simulated results, and the tables of recorded games.

use super::sample::{clock, match_settings as settings};
use crate::support::random::fraction;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::TerminationKind::{self, Laws};
use compongo::match_runner::record::{GameRecord, MoveRecord, SearchInfo, Termination};
use compongo::match_runner::settings::{EngineLimits, MatchSettings};
use compongo::match_runner::stats::sprt::{EloModel, Sprt, SprtDecision};
use compongo::match_runner::stats::{MatchScore, Standings};
use compongo::types::{Color, Rng};
use std::time::Duration;

/// The index of a class, drawn with its probability.
fn random_class(rng: &mut Rng, probabilities: &[f64]) -> usize {
    let mut rest = fraction(rng);
    for (class, probability) in probabilities.iter().enumerate() {
        rest -= probability;
        if rest < 0.0 {
            return class;
        }
    }
    probabilities.len() - 1
}

/// How games come out.
#[derive(Clone, Copy)]
struct World {
    /// The advantage that is as hard to win with as a draw is to lose, in Elo: more means more draws.
    draw_elo: f64,
    /// White's advantage from an opening, in Elo; half of the openings have the first value, half the second.
    openings: [f64; 2],
    /// Both colours of an opening are played.
    repeat: bool,
}

/// A balanced book, an unbalanced one, and games that are no pairs.
const WORLDS: [World; 3] = [
    World {
        draw_elo: 250.0,
        openings: [0.0, 60.0],
        repeat: true,
    },
    World {
        draw_elo: 150.0,
        openings: [120.0, 260.0],
        repeat: true,
    },
    World {
        draw_elo: 200.0,
        openings: [0.0, 60.0],
        repeat: false,
    },
];

impl World {
    /// The probabilities of loss, draw and win with an advantage.
    fn game(&self, advantage: f64) -> [f64; 3] {
        let logistic = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (loss, win) = (
            logistic(-advantage - self.draw_elo),
            logistic(advantage - self.draw_elo),
        );
        [loss, 1.0 - loss - win, win]
    }

    /// The probabilities of the scores of a trial for an engine that is so much stronger. The games of a pair hang
    /// together by their opening.
    fn trial(&self, advantage: f64) -> Vec<f64> {
        let mut probabilities = vec![0.0; if self.repeat { 5 } else { 3 }];
        for opening in self.openings {
            let white = self.game(advantage + opening);
            let black = self.game(advantage - opening);
            for (first, p) in white.iter().enumerate() {
                if self.repeat {
                    for (second, q) in black.iter().enumerate() {
                        probabilities[first + second] += 0.5 * p * q;
                    }
                } else {
                    probabilities[first] += 0.25 * p;
                }
            }
            if !self.repeat {
                for (score, q) in black.iter().enumerate() {
                    probabilities[score] += 0.25 * q;
                }
            }
        }
        probabilities
    }

    /// Elo of a distribution of scores, as the model defines it.
    fn elo(&self, probabilities: &[f64], model: EloModel) -> f64 {
        let steps = (probabilities.len() - 1) as f64;
        let moment = |power: i32| -> f64 {
            let terms = probabilities.iter().zip(0_u32..);
            terms
                .map(|(p, step)| p * (f64::from(step) / steps).powi(power))
                .sum()
        };
        let (mean, variance) = (moment(1), moment(2) - moment(1).powi(2));
        let games = if self.repeat { 2.0 } else { 1.0 };
        match model {
            EloModel::Logistic => -400.0 * (1.0 / mean - 1.0).log10(),
            EloModel::Normalized => 800.0 / 10_f64.ln() * (mean - 0.5) / (games * variance).sqrt(),
        }
    }

    /// The distribution for an engine whose true Elo is given.
    fn with_elo(&self, elo: f64, model: EloModel) -> Vec<f64> {
        let (mut low, mut high) = (-500.0, 500.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if self.elo(&self.trial(middle), model) < elo {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.trial(low)
    }

    /// Adds one trial.
    fn add_trial(&self, tally: &mut MatchScore, probabilities: &[f64], rng: &mut Rng) {
        match (self.repeat, random_class(rng, probabilities)) {
            (true, score) => tally.pairs[score] += 1,
            (false, 0) => tally.losses += 1,
            (false, 1) => tally.draws += 1,
            (false, _) => tally.wins += 1,
        }
    }

    /// Plays until the test ends: the verdict and the number of games.
    fn play(&self, test: &Sprt, probabilities: &[f64], rng: &mut Rng) -> (SprtDecision, u64) {
        let mut tally = MatchScore::default();
        for trial in 1.. {
            self.add_trial(&mut tally, probabilities, rng);
            if let Some(verdict) = test.decision(&tally) {
                return (verdict, if self.repeat { 2 * trial } else { trial });
            }
        }
        unreachable!("a sequential test ends with probability 1")
    }
}

/// How often each hypothesis is accepted, and how long that takes on average.
struct Outcome {
    upper: f64,
    games: f64,
}

fn simulate(world: World, test: &Sprt, elo: f64, tests: u32) -> Outcome {
    let probabilities = world.with_elo(elo, test.model);
    let mut rng = Rng::new(0x9E37_79B9_7F4A_7C15 ^ u64::from(tests));
    let (mut upper, mut games) = (0, 0);
    for _ in 0..tests {
        let (verdict, length) = world.play(test, &probabilities, &mut rng);
        upper += u32::from(verdict == SprtDecision::H1);
        games += length;
    }
    Outcome {
        upper: f64::from(upper) / f64::from(tests),
        games: games as f64 / f64::from(tests),
    }
}

/// The errors of 2000 simulated tests where each of the hypotheses holds exactly.
fn errors_are_as_promised(test: &Sprt, world: World) {
    const TESTS: u32 = 2000;
    let lower = simulate(world, test, test.elo0, TESTS);
    let upper = simulate(world, test, test.elo1, TESTS);
    println!(
        "{test:?}: H1 in {:.4} where H0 holds, H0 in {:.4} where H1 holds; {:.0} and {:.0} games",
        lower.upper,
        1.0 - upper.upper,
        lower.games,
        upper.games
    );
    for (found, promised) in [(lower.upper, test.alpha), (1.0 - upper.upper, test.beta)] {
        let deviation = (promised * (1.0 - promised) / f64::from(TESTS)).sqrt();
        assert!(
            found <= promised + 3.0 * deviation,
            "{test:?}: {found} {promised}"
        );
        // Far fewer errors would mean that the test takes longer than it should.
        assert!(found >= 0.5 * promised, "{test:?}: {found} {promised}");
    }
}

/// A test with bounds so wide that it is short.
const NORMALIZED: Sprt = Sprt {
    elo0: 0.0,
    elo1: 70.0,
    alpha: 0.05,
    beta: 0.05,
    model: EloModel::Normalized,
};

/// About as wide.
const LOGISTIC: Sprt = Sprt {
    elo1: 40.0,
    model: EloModel::Logistic,
    ..NORMALIZED
};

fn standings_after<'a>(
    settings: &'a MatchSettings,
    records: impl IntoIterator<Item = &'a GameRecord>,
) -> Standings<'a> {
    let mut standings = Standings::new(settings);
    for record in records {
        standings.add(record);
    }
    standings
}

#[test]
fn normalized_tests_err_as_seldom_as_promised() {
    for world in WORLDS {
        errors_are_as_promised(&NORMALIZED, world);
    }
}

#[test]
fn logistic_tests_err_as_seldom_as_promised() {
    for world in WORLDS {
        errors_are_as_promised(&LOGISTIC, world);
    }
}

#[test]
fn either_error_may_be_the_dearer_one() {
    for test in [NORMALIZED, LOGISTIC] {
        let uneven = Sprt {
            alpha: 0.1,
            beta: 0.03,
            ..test
        };
        errors_are_as_promised(&uneven, WORLDS[1]);
    }
}

/// Wald's approximation of the number of games, for hypotheses about normalised Elo: the expected logarithm of the ratio
/// at the end over its drift per game.
fn expected_games(test: &Sprt, elo: f64) -> f64 {
    let unit = 10_f64.ln() / 800.0;
    let (lower, upper) = test.bounds();
    let width = (test.elo1 - test.elo0) * unit;
    let drift = width * (elo - f64::midpoint(test.elo0, test.elo1)) * unit;
    if drift.abs() < 1e-12 {
        return -lower * upper / (width * width);
    }
    // The likelihood ratio to this power has mean 1.
    let power = -2.0 * drift / (width * width);
    let at = |bound: f64| (power * bound).exp();
    let up = (1.0 - at(lower)) / (at(upper) - at(lower));
    (up * upper + (1.0 - up) * lower) / drift
}

#[test]
fn tests_take_as_long_as_calculated() {
    let test = Sprt {
        elo0: 0.0,
        elo1: 20.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Normalized,
    };
    for (elo, share, thousands) in [
        (0.0, 0.05, 1.6),
        (10.0, 0.5, 2.6),
        (20.0, 0.95, 1.6),
        (30.0, 1.0, 0.9),
    ] {
        let expected = expected_games(&test, elo);
        // The formula itself gives the figures that are known for these bounds.
        assert!(
            (expected / 1000.0 - thousands).abs() < 0.06,
            "{elo}: {expected}"
        );
        let found = simulate(WORLDS[1], &test, elo, 250);
        println!(
            "[0, 20] at {elo}: {:.0} games, {expected:.0} calculated; H1 in {:.3}",
            found.games, found.upper
        );
        assert!(
            (0.9..1.15).contains(&(found.games / expected)),
            "{elo}: {}",
            found.games
        );
        assert!((found.upper - share).abs() < 0.08, "{elo}: {}", found.upper);
    }
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let mut rng = Rng::new(3);
    for world in WORLDS {
        for (model, elo) in [(EloModel::Logistic, 25.0), (EloModel::Normalized, 25.0)] {
            let probabilities = world.with_elo(elo, model);
            let held = (0..2000).filter(|_| {
                let mut tally = MatchScore::default();
                for _ in 0..300 {
                    world.add_trial(&mut tally, &probabilities, &mut rng);
                }
                let estimate = match model {
                    EloModel::Logistic => tally.elo(),
                    EloModel::Normalized => tally.nelo(),
                };
                let estimate = estimate.expect("games");
                (estimate.value - elo).abs() <= estimate.error
            });
            // 1900 are expected, with a standard deviation of 10.
            let held = held.count();
            assert!((1865..=1935).contains(&held), "{model:?}: {held} of 2000");
        }
    }
}

fn record(
    pair: u32,
    white: usize,
    black: usize,
    score: Points,
    kind: TerminationKind,
) -> GameRecord {
    GameRecord {
        game: 0,
        pair,
        round: None,
        armageddon: false,
        white,
        black,
        opening: 1,
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        book: Vec::new(),
        moves: Vec::new(),
        score,
        end: Termination::new(kind, String::new()),
        remarks: Vec::new(),
        began_ms: 0,
        took_ms: 0,
    }
}

const WHITE: Points = Points::win(Color::White);
const BLACK: Points = Points::win(Color::Black);

#[test]
fn results_are_counted_from_both_sides() {
    use OutcomeKind::{Checkmate, FlagFall, IllegalMove, Stalemate};
    let records = [
        record(1, 0, 1, WHITE, Laws(Checkmate)),
        record(2, 0, 2, WHITE, Laws(Checkmate)),
        record(1, 1, 0, BLACK, Laws(FlagFall)),
        record(3, 1, 2, Points::DRAW, Laws(Stalemate)),
        record(3, 2, 1, Points::BOTH_LOSE, Laws(FlagFall)),
        record(4, 0, 1, Points::DRAW, Laws(Stalemate)),
        record(4, 1, 0, WHITE, Laws(Checkmate)),
        record(2, 2, 0, Points::DRAW, Laws(Stalemate)),
        record(5, 0, 1, BLACK, Laws(IllegalMove)),
    ];
    let tally = |wins, draws, losses, pairs| MatchScore {
        wins,
        draws,
        losses,
        pairs,
        ..MatchScore::default()
    };
    let both_lost = MatchScore {
        lost_by_both: 1,
        ..tally(0, 1, 1, [0; 5])
    };
    let expected = [
        ((0, 1), tally(2, 1, 2, [0, 1, 0, 0, 1])),
        ((1, 0), tally(2, 1, 2, [1, 0, 0, 1, 0])),
        ((0, 2), tally(1, 1, 0, [0, 0, 0, 1, 0])),
        ((2, 0), tally(0, 1, 1, [0, 1, 0, 0, 0])),
        // Both lost the second game: neither gets what the other lost, and the pair says nothing.
        ((1, 2), both_lost),
        ((2, 1), both_lost),
    ];
    let settings = settings(&["Ann", "Bob", "Cid"], &EngineLimits::default());
    let standings = standings_after(&settings, &records);
    for ((first, second), expected) in expected {
        assert_eq!(
            *standings.against(first, second),
            expected,
            "{first} {second}"
        );
    }
    assert_eq!(*standings.against(1, 1), MatchScore::default());
    assert_eq!(standings.games(), 9);
    assert_eq!(standings.ranking(), [0, 1, 2]);
    let rows = standings.rows();
    assert_eq!(rows[0].total, tally(3, 2, 2, [0, 1, 0, 1, 1]));
    assert_eq!(
        (rows[2].name.as_str(), rows[2].total.points()),
        ("Cid", 1.0)
    );
    let forfeits = |engine: usize| -> Vec<_> { standings.forfeits(engine).collect() };
    assert_eq!(forfeits(0), [(Laws(IllegalMove), 1)]);
    assert_eq!(forfeits(1), [(Laws(FlagFall), 2)]);
    assert_eq!(forfeits(2), [(Laws(FlagFall), 1)]);
    let flag_falls = &standings.terminations()[&Laws(FlagFall)];
    assert_eq!((flag_falls.games, flag_falls.drawn), (2, 0));
    assert_eq!(flag_falls.lost, [0, 2, 1]);
}

fn mv(used_ms: u64, clock_ms: Option<u64>, nodes: Option<u64>) -> MoveRecord {
    MoveRecord {
        mv: "e2e4".to_owned(),
        used_us: 1000 * used_ms,
        pondered: false,
        clock_ms,
        info: SearchInfo {
            depth: nodes.map(|nodes| nodes as u32 / 100),
            nodes,
            ..SearchInfo::default()
        },
        pv: Vec::new(),
    }
}

#[test]
fn the_use_of_time_is_summed_up() {
    let limits = EngineLimits {
        st_ms: Some(100),
        margin_ms: 20,
        ..EngineLimits::default()
    };
    let settings = settings(&["Ann", "Bob"], &limits);
    let mut game = record(1, 0, 1, Points::DRAW, Laws(OutcomeKind::Agreement));
    // Black begins after a book move.
    game.book = vec!["e2e4".to_owned()];
    game.moves = vec![
        mv(40, None, Some(1000)),
        mv(90, None, None),
        mv(112, None, Some(2000)),
        mv(110, None, None),
        // The nodes of a search that began on the opponent's time say nothing about its speed.
        MoveRecord {
            pondered: true,
            ..mv(60, None, Some(6000))
        },
    ];
    let standings = standings_after(&settings, [&game]);
    let [white, black] = [0, 1].map(|engine| standings.rows()[engine].search_stats);
    let ms = Duration::from_millis;
    assert_eq!(
        (white.moves, white.time, white.longest),
        (2, ms(200), ms(110))
    );
    assert_eq!(
        (white.overshoot, white.mean_time()),
        (ms(10), Some(ms(100)))
    );
    assert_eq!(
        (white.nodes, white.nps(), white.mean_depth()),
        (0, None, None)
    );
    assert_eq!(
        (black.moves, black.time, black.longest),
        (3, ms(212), ms(112))
    );
    assert_eq!((black.overshoot, black.nodes), (ms(12), 3000));
    // 3000 nodes in the 152 ms of the two moves that told nodes.
    assert!((black.nps().expect("nodes") - 3000.0 / 0.152).abs() < 1e-6);
    assert_eq!(black.mean_depth(), Some(30.0));
    assert_eq!(
        Standings::new(&settings).rows()[0].search_stats.mean_time(),
        None
    );
}

#[test]
fn time_beyond_the_clock_is_noticed() {
    for (tc, moves, expected) in [
        // White uses 30 ms more than its second and goes on with the increment.
        ("1+0.1", &[(1030, 100), (500, 600), (60, 140)][..], [30, 0]),
        ("1+0.1", &[(900, 200), (500, 600), (190, 110)], [0, 0]),
        // A simple delay of 200 ms is not shown, a Bronstein one is.
        ("1d0.2", &[(1150, 50), (1240, 0), (200, 50)], [0, 40]),
        ("1b0.2", &[(1150, 250), (1240, 200), (200, 250)], [0, 40]),
        // The clock is on 5 s more than was left: the match runner has given them.
        (
            "1+0",
            &[(900, 100), (10, 990), (3000, 2100), (20, 970)],
            [0, 0],
        ),
        (
            "1+0",
            &[(900, 100), (10, 990), (3000, 2100), (20, 970), (2140, 0)],
            [40, 0],
        ),
    ] {
        let limits = EngineLimits {
            margin_ms: 50,
            ..clock(tc)
        };
        let settings = settings(&["Ann", "Bob"], &limits);
        let mut game = record(1, 0, 1, Points::DRAW, Laws(OutcomeKind::Agreement));
        let records = moves
            .iter()
            .map(|&(used, clock)| mv(used, Some(clock), None));
        game.moves = records.collect();
        let standings = standings_after(&settings, [&game]);
        let overshoot = |engine: usize| standings.rows()[engine].search_stats.overshoot;
        let found = [0, 1].map(|engine| overshoot(engine).as_millis());
        assert_eq!(found, expected, "{tc} {moves:?}");
    }
}

#[test]
fn long_matches_are_counted_as_they_go() {
    let settings = settings(&["Ann", "Bob"], &clock("8+0.08"));
    let mut game = record(1, 0, 1, WHITE, Laws(OutcomeKind::Checkmate));
    game.moves = vec![mv(10, Some(7990), Some(100)); 150];
    let mut standings = Standings::new(&settings);
    for number in 0..10_000 {
        game.pair = number / 2 + 1;
        (game.white, game.black) = if number % 2 == 0 { (0, 1) } else { (1, 0) };
        standings.add(&game);
    }
    let total = standings.rows()[0].total;
    assert_eq!((total.games(), total.pairs), (10_000, [0, 0, 5000, 0, 0]));
    assert_eq!(standings.rows()[1].search_stats.moves, 750_000);
}
