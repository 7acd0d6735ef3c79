//! Articles 6.9, 5.1.2 and 97 C.4: what a fallen flag and a resignation cost.

use super::support::{BUDGET, game, standard, winner};
use compongo::laws::edition::{Edition, Mode, Rules};
use compongo::laws::flagfall::{rule_flag, rule_resignation};
use compongo::laws::game::Game;
use compongo::laws::outcome::{Outcome, OutcomeKind};
use compongo::laws::winnable::{ProofBudget, WinnabilityCache};
use compongo::types::Color;

fn flag(game: &Game, rules: &Rules, flagged: Color) -> Outcome {
    flag_within(game, rules, flagged, &BUDGET)
}

fn flag_within(game: &Game, rules: &Rules, flagged: Color, budget: &ProofBudget) -> Outcome {
    let mut cache = WinnabilityCache::default();
    rule_flag(game, rules, flagged, &mut cache, budget)
}

fn resignation(game: &Game, rules: &Rules, color: Color) -> Outcome {
    let mut cache = WinnabilityCache::default();
    rule_resignation(game, rules, color, &mut cache, &BUDGET)
}

/// The flag of a side falls in a position: it draws or it loses, under all editions and modes that ask whether the
/// opponent can mate by any series of legal moves, and with colours changed.
#[track_caller]
fn assert_flag(fen: &str, flagged: Color, draws: bool) {
    let plain = game(fen, "");
    let flipped = Game::new(plain.board().flipped());
    for (game, flagged) in [(&plain, flagged), (&flipped, !flagged)] {
        for edition in Edition::ALL {
            for mode in Mode::ALL {
                if (edition, mode) == (Edition::Fide1997, Mode::Blitz) {
                    continue;
                }
                let rules = edition.rules(mode);
                let outcome = flag(game, &rules, flagged);
                let points = if draws { "1/2-1/2" } else { winner(!flagged) };
                assert_eq!(outcome.points.to_string(), points, "{edition} {fen}");
                assert_eq!(outcome.kind, OutcomeKind::FlagFall);
                let article = match edition {
                    Edition::Fide2001 => "6.10",
                    _ => "6.9",
                };
                assert_eq!((outcome.article, outcome.ply), (article, 0));
                assert!(outcome.proof.is_some() && !outcome.is_undetermined());
            }
        }
    }
}

#[test]
fn article_6_9_a_knight_wins_against_a_pawn() {
    assert_flag("8/8/8/4k3/4p3/4N3/4K3/8 w - -", Color::Black, false);
    assert_flag("8/8/8/4k3/4p3/4N3/4K3/8 w - -", Color::White, false);
}

#[test]
fn article_6_9_a_forced_capture_saves_the_side_whose_flag_falls() {
    for fen in [
        "k7/p1K5/1N6/3p4/8/8/8/8 b - -",
        "8/8/8/8/8/2K5/1p6/kB6 b - -",
        "8/8/8/8/1p6/kQ6/8/1K6 b - -",
    ] {
        assert_eq!(game(fen, "").board().legal_moves().len(), 1, "{fen}");
        assert_flag(fen, Color::Black, true);
        assert_flag(fen, Color::White, false);
    }
}

#[test]
fn article_5_what_ended_the_game_before_stands() {
    let rules = standard(Edition::Fide2023);
    let mated = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8");
    let outcome = flag(&mated, &rules, Color::White);
    assert_eq!(outcome.kind, OutcomeKind::Checkmate);
    assert_eq!(outcome.article, "5.1.1");
    assert_eq!(outcome.points.to_string(), "1-0");
    let dead = game("kb6/8/1K6/3N4/8/8/8/8 w - -", "d5c7");
    for flagged in Color::ALL {
        let outcome = flag(&dead, &rules, flagged);
        assert_eq!((outcome.kind, outcome.ply), (OutcomeKind::DeadPosition, 1));
        assert_eq!(outcome.points.to_string(), "1/2-1/2");
        assert_eq!(outcome, resignation(&dead, &rules, flagged));
    }
    let overrun = game("4k3/8/8/8/8/8/8/4K2R w - - 149 120", "h1h2");
    assert_eq!(
        flag(&overrun, &rules, Color::Black).kind,
        OutcomeKind::SeventyFiveMoves
    );
    let older = standard(Edition::Fide2009);
    assert_eq!(
        flag(&overrun, &older, Color::Black).kind,
        OutcomeKind::FlagFall
    );
}

#[test]
fn article_5_1_2_resignation_draws_since_2023_if_the_opponent_cannot_mate() {
    let game = game("8/8/8/8/8/2K5/1p6/kB6 b - -", "");
    for edition in Edition::ALL {
        for mode in Mode::ALL {
            let rules = edition.rules(mode);
            let outcome = resignation(&game, &rules, Color::Black);
            let (points, article) = match edition {
                Edition::Fide2023 => ("1/2-1/2", "5.1.2"),
                Edition::Fide2018 => ("1-0", "5.1.2"),
                _ => ("1-0", "5.1.b"),
            };
            assert_eq!(outcome.points.to_string(), points, "{edition}");
            assert_eq!(outcome.kind, OutcomeKind::Resignation);
            assert_eq!(outcome.article, article);
            assert_eq!(outcome.proof.is_some(), edition == Edition::Fide2023);
            let outcome = resignation(&game, &rules, Color::White);
            assert_eq!(outcome.points.to_string(), "0-1");
        }
    }
}

#[test]
fn article_97_c_4_blitz_asks_for_mating_potential() {
    let blitz = Edition::Fide1997.rules(Mode::Blitz);
    for fen in [
        "8/8/8/8/8/p7/2K5/k1N5 b - -",
        "k7/4R3/1K6/8/8/8/4n3/8 b - -",
    ] {
        let outcome = flag(&game(fen, ""), &blitz, Color::Black);
        assert_eq!(outcome.points.to_string(), "1-0", "{fen}");
        assert_eq!(outcome.kind, OutcomeKind::FlagFall);
        assert_eq!(outcome.article, "C.4");
        assert!(outcome.proof.is_some() && !outcome.is_undetermined());
    }
}

#[test]
fn article_97_c_4_two_knights_have_no_mating_potential() {
    let blitz = Edition::Fide1997.rules(Mode::Blitz);
    let slow = standard(Edition::Fide1997);
    for fen in [
        "4k3/8/8/8/8/8/8/2N1K1N1 b - -",
        "k7/8/1KN5/3N4/8/8/8/8 w - -",
        "7k/8/5K2/6N1/6N1/8/8/8 b - -",
    ] {
        let game = game(fen, "");
        let outcome = flag(&game, &blitz, Color::Black);
        assert_eq!(outcome.points.to_string(), "1/2-1/2", "{fen}");
        assert!(outcome.proof.is_some());
        let outcome = flag(&game, &slow, Color::Black);
        assert_eq!(outcome.points.to_string(), "1-0", "{fen}");
        assert_eq!(outcome.article, "6.9");
    }
}

#[test]
fn article_6_9_what_is_not_found_out_loses_and_says_so() {
    // Neither at the first try nor at the second, for both are called off.
    let budget = ProofBudget {
        cancelled: &|| true,
        ..ProofBudget::new(1)
    };
    let game = game("4k3/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - -", "");
    let rules = standard(Edition::Fide2023);
    let outcome = flag_within(&game, &rules, Color::Black, &budget);
    assert_eq!(outcome.points.to_string(), "1-0");
    assert_eq!(outcome.kind, OutcomeKind::FlagFall);
    assert!(outcome.is_undetermined());
    let proof = outcome.proof.expect("that nothing is proved");
    assert!(proof.to_string().starts_with("undetermined"));
    // With enough to spend, it is dead.
    let outcome = flag(&game, &rules, Color::Black);
    assert_eq!(outcome.kind, OutcomeKind::DeadPosition);
}

#[test]
fn article_6_9_a_second_try_has_ten_times_the_budget() {
    // The closure of 864 positions is too large for the first try.
    let fen = "4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - - 0 50";
    let budget = ProofBudget::new(500);
    let game = game(fen, "");
    let rules = standard(Edition::Fide2023);
    let outcome = flag_within(&game, &rules, Color::Black, &budget);
    assert_eq!(outcome.points.to_string(), "1/2-1/2");
    let proof = outcome.proof.expect("a proof").to_string();
    assert!(proof.starts_with("closure 864 states "), "{proof}");
}

#[test]
fn proofs_are_one_line() {
    let rules = standard(Edition::Fide2023);
    let queen = game("8/8/4k3/8/8/3QK3/8/8 w - -", "");
    let proof = |flagged| {
        let outcome = flag(&queen, &rules, flagged);
        outcome.proof.expect("a proof").to_string()
    };
    assert_eq!(proof(Color::White), "material");
    let line = proof(Color::Black);
    assert!(line.starts_with("line ") || line == "table", "{line}");
    let dead = game("8/8/4k3/8/8/3NK3/8/8 w - -", "");
    let proof = flag(&dead, &rules, Color::White).proof.expect("a proof");
    assert_eq!(proof.to_string(), "white material; black material");
}
