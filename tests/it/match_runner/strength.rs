//! Elo, normalised Elo, LOS and SPRT against independent calculations.

use compongo::laws::outcome::PlayerPoints;
use compongo::match_runner::stats::sprt::{EloModel, MAX_ELO, Sprt, SprtDecision, SprtError};
use compongo::match_runner::stats::{Estimate, MatchScore, PairCounter};
use proptest::prelude::*;
use std::f64::consts::LN_10;

fn pairs(pairs: [u64; 5]) -> MatchScore {
    MatchScore {
        pairs,
        ..MatchScore::default()
    }
}

fn games(wins: u64, draws: u64, losses: u64) -> MatchScore {
    MatchScore {
        wins,
        draws,
        losses,
        ..MatchScore::default()
    }
}

fn close(found: Option<Estimate>, value: f64, error: f64) {
    let found = found.expect("games");
    let is_close = |one: f64, other: f64| (one - other).abs() < 1e-9 * other.abs().max(1.0);
    assert!(
        is_close(found.value, value) && is_close(found.error, error),
        "{found:.12}"
    );
}

/// Figures of a direct calculation in Python: mean and variance of the scores, elo = −400·log10(1/μ − 1), its error
/// 1.96·s/√N·400/ln 10/(μ(1 − μ)), nelo = 800/ln 10·(μ − ½)/(√2·s), its error 800/ln 10·1.96/√(2N); for games
/// without √2.
#[test]
fn strength_is_that_of_the_formulas() {
    let score = pairs([21, 120, 302, 157, 33]);
    close(score.elo(), 16.753550381419338, 11.899174628534196);
    close(score.nelo(), 26.98786739254166, 19.138395998976446);
    assert!((score.los().expect("games") - 0.9971436239209375).abs() < 1e-12);
    assert_eq!(score.pairs_ratio(), Some(190.0 / 141.0));

    let score = games(240, 412, 180);
    close(score.elo(), 25.099021616154754, 16.774110862638615);
    close(score.nelo(), 35.447689869432295, 23.608083152424918);
    assert!((score.los().expect("games") - 0.9983742256365224).abs() < 1e-12);
    assert_eq!(score.pairs_ratio(), None);
    assert_eq!(score.score(), Some(446.0 / 832.0));
    assert_eq!(score.draw_ratio(), Some(412.0 / 832.0));
}

#[test]
fn the_error_in_normalized_elo_depends_on_the_number_of_games_alone() {
    // 681/√games, whatever the openings and draws.
    for score in [
        pairs([5, 20, 50, 20, 5]),
        pairs([0, 50, 0, 50, 0]),
        games(50, 100, 50),
    ] {
        let error = score.nelo().expect("games").error;
        assert!((error - 681.0 / 200_f64.sqrt()).abs() < 0.01, "{error}");
    }
}

#[test]
fn pairs_hide_what_unbalanced_openings_add() {
    // 200 games in which White always wins, and the same results in games that have nothing to do with each other.
    let paired = MatchScore {
        pairs: [0, 1, 98, 1, 0],
        ..games(100, 0, 100)
    };
    let [narrow, wide] = [paired, games(100, 0, 100)].map(|score| score.elo().expect("games"));
    assert!(narrow.error < 0.15 * wide.error, "{narrow} {wide}");
}

#[test]
fn few_and_equal_results_give_finite_figures() {
    let mut all = vec![
        games(1, 0, 0),
        games(0, 1, 0),
        games(0, 0, 1),
        games(500, 0, 0),
    ];
    for class in 0..5 {
        for count in [1, 2, 10_000] {
            let mut counts = [0; 5];
            counts[class] = count;
            all.push(pairs(counts));
        }
    }
    for score in all {
        let figures = [score.elo(), score.nelo()].map(|figure| figure.expect("games"));
        for Estimate { value, error } in figures {
            assert!(
                value.is_finite() && error.is_finite() && error > 0.0,
                "{score:?}"
            );
        }
        let los = score.los().expect("games");
        assert!((0.0..=1.0).contains(&los), "{score:?}: {los}");
    }
    // More wins are better than fewer, and better than wins with a draw.
    let elo = |counts| pairs(counts).elo().expect("games").value;
    assert!(elo([0, 0, 0, 0, 10]) > elo([0, 0, 0, 0, 9]));
    assert!(elo([0, 0, 0, 0, 10]) > elo([0, 0, 0, 1, 9]));
    close(
        pairs([0, 0, 7, 0, 0])
            .elo()
            .map(|elo| Estimate { error: 0.0, ..elo }),
        0.0,
        0.0,
    );
}

#[test]
fn equal_pairs_prove_no_more_than_their_decided_games() {
    let lost = MatchScore {
        pairs: [1, 0, 0, 0, 0],
        ..games(0, 0, 2)
    };
    let drawn = MatchScore {
        pairs: [0, 0, 3, 0, 0],
        ..games(0, 6, 0)
    };
    // The third game has no partner.
    let level = MatchScore {
        pairs: [0, 0, 1, 0, 0],
        ..games(1, 0, 2)
    };
    // Φ((wins − losses)/√(wins + losses)).
    for (score, los) in [(lost, 0.078_649_603_525_142), (drawn, 0.5), (level, 0.5)] {
        assert!(
            (score.los().expect("games") - los).abs() < 1e-9,
            "{score:?}"
        );
    }
}

#[test]
fn nothing_is_said_without_games() {
    let none = MatchScore::default();
    assert!(none.elo().is_none() && none.nelo().is_none() && none.los().is_none());
    assert!(none.score().is_none() && none.draw_ratio().is_none() && none.pairs_ratio().is_none());
    assert_eq!((none.games(), none.complete_pairs()), (0, 0));
}

const GATE: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
    model: EloModel::Normalized,
};

#[test]
fn the_bounds_are_those_of_wald() {
    let (lower, upper) = GATE.bounds();
    assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    let uneven = Sprt { alpha: 0.1, ..GATE };
    let (lower, upper) = uneven.bounds();
    assert!((lower - (0.05_f64 / 0.9).ln()).abs() < 1e-12, "{lower}");
    assert!((upper - 9.5_f64.ln()).abs() < 1e-12, "{upper}");
}

/// Figures of another algorithm, in Python: under the logistic hypotheses the multiplier is found by halving; under
/// the normalised ones likelihood is maximised with mean and variance fixed (Newton's method in two multipliers),
/// and the best standard deviation is searched for.
#[test]
fn ratios_are_those_of_an_independent_calculation() {
    for (score, expected) in [
        (
            pairs([21, 120, 302, 157, 33]),
            [3.1724136, 2.2894074, 1.5355842, -1.8704300],
        ),
        (
            pairs([87, 2737, 6164, 2999, 109]),
            [-4.4976161, 6.9507302, 10.9869415, -256.5409390],
        ),
        (
            pairs([0, 3, 10, 8, 4]),
            [0.7086901, 0.5021409, 0.2635368, 2.5474547],
        ),
        (
            pairs([0, 0, 0, 0, 10]),
            [0.2837375, 0.3986715, 0.2055891, 2.1289692],
        ),
        (
            games(240, 412, 180),
            [2.7428491, 2.0867538, 1.3012138, 2.2644625],
        ),
    ] {
        let tests = [
            Sprt {
                model: EloModel::Logistic,
                ..GATE
            },
            GATE,
            Sprt {
                elo0: -5.0,
                elo1: 0.0,
                ..GATE
            },
            Sprt { elo1: 60.0, ..GATE },
        ];
        for (test, expected) in tests.iter().zip(expected) {
            let found = test.llr(&score);
            assert!(
                (found - expected).abs() < 1e-6,
                "{test:?} {score:?}: {found} {expected}"
            );
        }
    }
}

#[test]
fn many_results_give_what_the_normal_approximation_gives() {
    // N(s1 − s0)(2μ − s0 − s1)/(2σ²), s = ½ + √2·σ·nelo·ln 10/800.
    let counts = [210, 1200, 3020, 1570, 330];
    let trials = 6330.0;
    let moment = |center: f64, power: i32| -> f64 {
        let terms = counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        terms
            .map(|(&count, score)| count as f64 * (score - center).powi(power))
            .sum::<f64>()
            / trials
    };
    let mean = moment(0.0, 1);
    let variance = moment(mean, 2);
    let s = |nelo: f64| 0.5 + (2.0 * variance).sqrt() * nelo * LN_10 / 800.0;
    let (s0, s1) = (s(GATE.elo0), s(GATE.elo1));
    let approximate = trials * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    let exact = GATE.llr(&pairs(counts));
    assert!(
        (exact / approximate - 1.0).abs() < 0.01,
        "{exact} {approximate}"
    );
}

#[test]
fn decisions_fall_at_the_bounds() {
    assert!(GATE.llr(&MatchScore::default()).abs() < f64::EPSILON);
    assert_eq!(GATE.decision(&MatchScore::default()), None);
    assert_eq!(GATE.decision(&pairs([21, 120, 302, 157, 33])), None);
    assert_eq!(
        GATE.decision(&pairs([210, 1200, 3020, 1570, 330])),
        Some(SprtDecision::H1)
    );
    assert_eq!(
        GATE.decision(&pairs([330, 1570, 3020, 1200, 210])),
        Some(SprtDecision::H0)
    );
    assert_eq!(SprtDecision::H1.to_string(), "H1 accepted");
}

#[test]
fn numbers_that_make_no_test_are_refused() {
    assert_eq!(GATE.check(), Ok(()));
    let error = |test: Sprt| test.check().expect_err("no test").to_string();
    assert_eq!(
        error(Sprt { elo0: 10.0, ..GATE }),
        "the first hypothesis, 10 Elo, must be below the second, 10 Elo"
    );
    for elo in [f64::NAN, f64::INFINITY, -500.1] {
        assert!(matches!(
            Sprt { elo0: elo, ..GATE }.check(),
            Err(SprtError::Elo(_))
        ));
    }
    for probability in [0.0, 0.5, -0.1, 1.0, f64::NAN, f64::INFINITY] {
        for test in [
            Sprt {
                alpha: probability,
                ..GATE
            },
            Sprt {
                beta: probability,
                ..GATE
            },
        ] {
            assert!(
                matches!(test.check(), Err(SprtError::Probability(_))),
                "{test:?}"
            );
        }
    }
    assert_eq!(
        error(Sprt { beta: 0.5, ..GATE }),
        "the error probability 0.5 is not above 0 and below 0.5"
    );
}

proptest! {
    #[test]
    fn ratios_are_finite_and_fair(
        counts in prop::array::uniform5(prop_oneof![Just(0), 0..20_u64, 0..100_000_u64]),
        elo0 in -MAX_ELO..MAX_ELO,
        width in 0.1..200.0_f64,
        normalized: bool,
    ) {
        let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
        let test = Sprt { elo0, elo1: (elo0 + width).min(MAX_ELO), model, ..GATE };
        let llr = test.llr(&pairs(counts));
        prop_assert!(llr.is_finite());
        // Seen from the other side, the hypotheses change places.
        let mirrored = Sprt { elo0: -test.elo1, elo1: -test.elo0, ..test };
        let mut reversed = counts;
        reversed.reverse();
        let other = mirrored.llr(&pairs(reversed));
        prop_assert!((llr + other).abs() <= 1e-6 * llr.abs().max(1.0), "{} {}", llr, other);
    }
}

#[test]
fn estimates_are_written_with_sign_and_error() {
    let text = |value, error| Estimate { value, error };
    assert_eq!(text(12.34, 4.56).to_string(), "+12.3 ± 4.6");
    assert_eq!(text(-0.04, 4.0).to_string(), "+0.0 ± 4.0");
    assert_eq!(format!("{:.2}", text(-0.044, 4.0)), "-0.04 ± 4.00");
    assert_eq!(format!("{:>14}", text(-1.0, 4.0)), "    -1.0 ± 4.0");
}

#[test]
fn a_game_that_both_lose_says_nothing_about_strength() {
    use PlayerPoints::{Half, One, Zero};
    let mut counter = PairCounter::default();
    for (pair, scores) in [
        (1, [Zero, Zero]),
        (1, [One, Zero]),
        (2, [Half, Half]),
        (2, [Zero, One]),
    ] {
        counter.add(pair, scores);
    }
    let score = *counter.score();
    assert_eq!((score.wins, score.draws, score.losses), (1, 1, 2));
    assert_eq!((score.lost_by_both, score.pairs), (1, [0, 1, 0, 0, 0]));
    // Without pairs, the games count.
    let lost = MatchScore {
        lost_by_both: 2,
        ..games(1, 0, 3)
    };
    assert_eq!(lost.los(), games(1, 0, 1).los());
}
