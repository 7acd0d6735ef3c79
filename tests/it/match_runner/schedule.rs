//! Schedules: who plays whom from which opening.

use super::sample::match_settings;
use compongo::match_runner::schedule::{MatchSchedule, Pairing};
use compongo::match_runner::settings::{
    EngineLimits, MatchSettings, OpeningOrder, OpeningSource, TournamentFormat,
};
use compongo::match_runner::stats::MatchScore;
use compongo::match_runner::stats::sprt::{EloModel, Sprt, SprtDecision};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn settings(engines: usize, games: u32, repeat: bool, format: TournamentFormat) -> MatchSettings {
    let names: Vec<String> = (0..engines).map(|index| index.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    MatchSettings {
        format,
        games,
        repeat,
        seed: 1,
        ..match_settings(&names, &EngineLimits::default())
    }
}

fn file(order: OpeningOrder, start: usize) -> OpeningSource {
    OpeningSource::File {
        path: "book.epd".into(),
        order,
        start,
        plies: None,
    }
}

fn games(schedule: &MatchSchedule) -> Vec<Pairing> {
    (1..=schedule.games())
        .map(|number| schedule.game(number).expect("a game"))
        .collect()
}

#[test]
fn a_match_of_two_is_played_pair_by_pair() {
    let schedule = MatchSchedule::new(&settings(2, 5, true, TournamentFormat::RoundRobin), 10);
    let games: Vec<_> = games(&schedule)
        .iter()
        .map(|game| (game.pair, game.white, game.black, game.opening))
        .collect();
    let expected = [
        (1, 0, 1, 0),
        (1, 1, 0, 0),
        (2, 0, 1, 1),
        (2, 1, 0, 1),
        (3, 0, 1, 2),
    ];
    assert_eq!(games, expected);
}

#[test]
fn four_engines_are_paired_by_the_circle_method() {
    let pairings = |engines, format| -> Vec<_> {
        let schedule = MatchSchedule::new(&settings(engines, 1, true, format), 1);
        games(&schedule)
            .iter()
            .map(|game| (game.white.min(game.black), game.white.max(game.black)))
            .collect()
    };
    assert_eq!(
        pairings(4, TournamentFormat::RoundRobin),
        [(0, 3), (1, 2), (0, 1), (2, 3), (0, 2), (1, 3)]
    );
    for format in [TournamentFormat::RoundRobin, TournamentFormat::Gauntlet] {
        assert!(pairings(0, format).is_empty() && pairings(1, format).is_empty());
    }
}

#[test]
fn openings_start_where_they_should_and_repeat() {
    let openings = |source, count| {
        let mut settings = settings(2, 12, true, TournamentFormat::RoundRobin);
        settings.openings = source;
        let schedule = MatchSchedule::new(&settings, count);
        assert_eq!(MatchSchedule::openings(&settings), 6);
        games(&schedule)
            .iter()
            .step_by(2)
            .map(|game| game.opening)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        openings(file(OpeningOrder::Sequential, 1), 4),
        [0, 1, 2, 3, 0, 1]
    );
    assert_eq!(
        openings(file(OpeningOrder::Sequential, 3), 4),
        [2, 3, 0, 1, 2, 3]
    );
    assert_eq!(
        openings(file(OpeningOrder::Sequential, usize::MAX), 1),
        [0; 6]
    );
    assert_eq!(openings(OpeningSource::StartPos, 0), [0; 6]);
    // Existing ledgers depend on this order.
    let shuffled = openings(file(OpeningOrder::Random, 1), 4);
    assert_eq!(shuffled, [0, 1, 3, 2, 0, 1]);
    let later = openings(file(OpeningOrder::Random, 2), 4);
    assert_eq!(later[..5], shuffled[1..]);
}

proptest! {
    #[test]
    fn every_schedule_is_fair(
        engines in 2_usize..8,
        number in 1_u32..10,
        repeat: bool,
        gauntlet: bool,
        count in 1_usize..12,
        order in prop_oneof![Just(OpeningOrder::Sequential), Just(OpeningOrder::Random)],
        start in 1_usize..20,
        seed: u64,
    ) {
        let format = if gauntlet { TournamentFormat::Gauntlet } else { TournamentFormat::RoundRobin };
        let mut settings = settings(engines, number, repeat, format);
        settings.openings = file(order, start);
        settings.seed = seed;
        let schedule = MatchSchedule::new(&settings, count);
        let games = games(&schedule);
        let pairings = if gauntlet { engines - 1 } else { engines * (engines - 1) / 2 };
        prop_assert_eq!(games.len(), pairings * number as usize);

        let pair_size = if repeat { 2 } else { 1 };
        let mut met = BTreeMap::new();
        let mut whites = vec![0_i64; engines];
        let mut pairs: BTreeMap<u32, Vec<&Pairing>> = BTreeMap::new();
        for (index, game) in games.iter().enumerate() {
            prop_assert_eq!(game.game as usize, index + 1);
            prop_assert!(game.white != game.black && game.opening < count);
            let key = (game.white.min(game.black), game.white.max(game.black));
            prop_assert!(!gauntlet || key.0 == 0);
            *met.entry(key).or_insert(0) += 1;
            whites[game.white] += 1;
            whites[game.black] -= 1;
            pairs.entry(game.pair).or_default().push(game);
            // Whenever it stops, no pairing is more than a pair ahead.
            let most = met.values().max().copied().unwrap_or(0);
            let least = if met.len() < pairings { 0 } else { met.values().min().copied().unwrap_or(0) };
            prop_assert!(most - least <= pair_size);
        }
        prop_assert!(met.len() == pairings && met.values().all(|&games| games == number));
        prop_assert!(whites.iter().all(|balance| balance.abs() <= 1), "{:?}", whites);

        let numbers: Vec<u32> = pairs.keys().copied().collect();
        prop_assert_eq!(numbers, (1..=pairs.len() as u32).collect::<Vec<_>>());
        for (pair, games) in &pairs {
            prop_assert!(games.len() <= pair_size as usize);
            if let [first, second] = games[..] {
                prop_assert_eq!((first.white, first.black), (second.black, second.white), "{}", pair);
                prop_assert_eq!((first.opening, first.game + 1), (second.opening, second.game));
            }
        }

        // One opening for each round, and none again before all have been played.
        let per_round = pairings * pair_size as usize;
        let rounds: Vec<BTreeSet<usize>> =
            games.chunks(per_round).map(|round| round.iter().map(|game| game.opening).collect()).collect();
        prop_assert!(rounds.iter().all(|openings| openings.len() == 1));
        for cycle in rounds.chunks(count) {
            prop_assert_eq!(cycle.iter().flatten().collect::<BTreeSet<_>>().len(), cycle.len());
        }
    }
}

#[test]
fn single_games_decide_no_sprt_of_game_pairs() {
    let decision = |repeat, score: &MatchScore| {
        let mut settings = settings(2, 100, repeat, TournamentFormat::RoundRobin);
        settings.sprt = Some(Sprt {
            elo0: 0.0,
            elo1: 60.0,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::Normalized,
        });
        settings.sprt_decision(score)
    };
    let mut score = MatchScore {
        wins: 40,
        losses: 1,
        ..MatchScore::default()
    };
    assert_eq!(decision(false, &score), Some(SprtDecision::H1));
    assert_eq!(decision(true, &score), None);
    score.pairs = [0, 0, 1, 0, 19];
    assert_eq!(decision(true, &score), Some(SprtDecision::H1));
}
