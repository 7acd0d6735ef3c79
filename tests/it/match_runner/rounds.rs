//! Swiss and knockout tournaments: pairings, numbers, brackets and tables.

use super::sample::{clock, match_settings};
use compongo::laws::outcome::Points;
use compongo::match_runner::rounds::{MiniMatch, Rounds, SwissRow};
use compongo::match_runner::schedule::{MatchSchedule, Pairing};
use compongo::match_runner::settings::{
    EngineLimits, MatchSettings, OpeningOrder, OpeningSource, TournamentFormat,
};
use compongo::match_runner::stats::sprt::{EloModel, Sprt};
use compongo::types::{Color, Rng};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const WHITE: Points = Points::win(Color::White);
const BLACK: Points = Points::win(Color::Black);

/// A tournament of engines called by their seeds. `rounds` is `None` in a knockout.
fn settings(engines: usize, games: u32, rounds: Option<u32>) -> MatchSettings {
    let names: Vec<String> = (0..engines).map(|index| index.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    MatchSettings {
        format: if rounds.is_some() {
            TournamentFormat::Swiss
        } else {
            TournamentFormat::Knockout
        },
        games,
        rounds,
        ..match_settings(&names, &clock("8+0.08"))
    }
}

/// Plays all games; `pick` gives the next one to end of those that are known, by its index, and `score` its score.
fn play(
    rounds: &mut Rounds,
    mut pick: impl FnMut(usize) -> usize,
    mut score: impl FnMut(&Pairing) -> Points,
) -> Vec<(Pairing, Points)> {
    let mut known = rounds.first_games();
    let mut played = Vec::new();
    while !known.is_empty() {
        let number = known.remove(pick(known.len()));
        let pairing = rounds.pairing(number).expect("the game is known");
        let points = score(&pairing);
        played.push((pairing, points));
        known.extend(rounds.add(number, points));
    }
    played
}

/// The tournament after games that end in the order of play.
fn after(settings: &MatchSettings, score: impl FnMut(&Pairing) -> Points) -> Rounds {
    let mut rounds = Rounds::new(settings).expect("a format with rounds");
    play(&mut rounds, |_| 0, score);
    rounds
}

/// The score of a game that this engine wins.
fn won_by(pairing: &Pairing, engine: usize) -> Points {
    if pairing.white == engine {
        WHITE
    } else {
        BLACK
    }
}

/// The score of a game that the higher seed wins.
fn by_seed(pairing: &Pairing) -> Points {
    won_by(pairing, pairing.white.min(pairing.black))
}

fn random_score(rng: &mut Rng) -> Points {
    [WHITE, BLACK, Points::DRAW, Points::DRAW, Points::BOTH_LOSE][rng.below(5)]
}

/// The engines of the mini-matches of each round.
fn pairings(rounds: &Rounds) -> Vec<Vec<[usize; 2]>> {
    let mut all = Vec::new();
    for round in rounds.rounds() {
        all.push(round.matches.iter().map(MiniMatch::engines).collect());
    }
    all
}

/// The engines with a bye in each round.
fn byes(rounds: &Rounds) -> Vec<Vec<usize>> {
    let rounds = rounds.rounds().iter();
    rounds.map(|round| round.byes.clone()).collect()
}

/// Every pair of games has both colours, and its number follows from the numbers of the games. An Armageddon game is
/// alone.
fn assert_pairs(games: &[(Pairing, Points)]) {
    let mut pairs: BTreeMap<u32, Vec<Pairing>> = BTreeMap::new();
    let mut numbers = BTreeSet::new();
    for &(game, _) in games {
        assert!(numbers.insert(game.game), "game {} is new", game.game);
        assert_eq!(game.pair, game.game.div_ceil(2));
        pairs.entry(game.pair).or_default().push(game);
    }
    for games in pairs.values() {
        match games[..] {
            [one, two] => {
                assert_eq!((one.white, one.black), (two.black, two.white));
                assert_eq!((one.opening, one.round), (two.opening, two.round));
                assert!(!one.armageddon && !two.armageddon);
            }
            [one] => assert!(one.armageddon),
            _ => panic!("{games:?}"),
        }
    }
}

#[test]
fn the_first_round_of_a_swiss_pairs_the_upper_half_with_the_lower() {
    let rounds = Rounds::new(&settings(8, 2, Some(3))).expect("rounds");
    assert_eq!(pairings(&rounds), [[[0, 4], [1, 5], [2, 6], [3, 7]]]);
    let rounds = Rounds::new(&settings(7, 2, Some(3))).expect("rounds");
    assert_eq!(pairings(&rounds), [[[0, 3], [1, 4], [2, 5]]]);
    assert_eq!(byes(&rounds), [[6]]);
}

#[test]
fn winners_meet_winners() {
    let rounds = after(&settings(8, 2, Some(3)), by_seed);
    let expected: [[[usize; 2]; 4]; 3] = [
        [[0, 4], [1, 5], [2, 6], [3, 7]],
        [[0, 2], [1, 3], [4, 6], [5, 7]],
        [[0, 1], [2, 4], [3, 5], [6, 7]],
    ];
    assert_eq!(pairings(&rounds), expected);
    assert_eq!(rounds.ranking()[0], 0);
}

#[test]
fn engines_of_one_half_meet_only_if_the_halves_cannot() {
    let rounds = after(&settings(6, 2, Some(2)), |_| Points::DRAW);
    for [higher, lower] in pairings(&rounds).concat() {
        assert!(higher < 3 && lower >= 3, "{higher} {lower}");
    }
}

/// The games of a Swiss tournament of five, computed by hand: who wins each mini-match.
fn five_engines() -> Rounds {
    let winners = BTreeMap::from([
        ((0, 2), 0),
        ((1, 3), 3),
        ((3, 4), 3),
        ((0, 1), 1),
        ((0, 3), 0),
        ((2, 4), 2),
    ]);
    after(&settings(5, 2, Some(3)), |game| {
        let key = (game.white.min(game.black), game.white.max(game.black));
        won_by(game, winners[&key])
    })
}

#[test]
fn floats_do_not_repeat_and_byes_go_to_the_lowest() {
    let rounds = five_engines();
    // In the second round three engines have a point. Engine 4 had the bye, so it does not float; engine 3 has met
    // engine 1, so engine 0 floats.
    let expected: [[[usize; 2]; 2]; 3] = [[[0, 2], [1, 3]], [[3, 4], [0, 1]], [[3, 0], [2, 4]]];
    assert_eq!(pairings(&rounds), expected);
    assert_eq!(byes(&rounds), [[4], [2], [1]]);
}

#[test]
fn ties_are_broken_as_computed_by_hand() {
    let row = |engine, points, buchholz_cut, buchholz, sonneborn_berger| SwissRow {
        engine,
        points,
        buchholz_cut,
        buchholz,
        sonneborn_berger,
    };
    // Engine 1 has beaten engine 0; engines 2 and 3 have not met.
    let expected = [
        row(1, 4, 8, 12, 16),
        row(0, 4, 8, 12, 16),
        row(2, 4, 8, 10, 12),
        row(3, 4, 8, 10, 12),
        row(4, 2, 8, 10, 4),
    ];
    assert_eq!(five_engines().swiss_table(), expected);

    // A mini-match counts as a whole: engine 0 wins by 1½ to ½, engines 1 and 3 are level at a win each.
    let rounds = after(&settings(4, 2, Some(1)), |game| {
        match (game.white, game.black) {
            (0, 2) | (1, 3) | (3, 1) => WHITE,
            _ => Points::DRAW,
        }
    });
    let expected = [
        row(0, 2, 0, 0, 0),
        row(1, 1, 0, 1, 1),
        row(3, 1, 0, 1, 1),
        row(2, 0, 0, 2, 0),
    ];
    assert_eq!(rounds.swiss_table(), expected);
    assert_eq!(rounds.rounds()[0].matches[0].score(), [3, 1]);
}

#[test]
fn a_bracket_is_seeded() {
    let rounds = after(&settings(8, 2, None), by_seed);
    let expected: [&[[usize; 2]]; 3] = [
        &[[0, 7], [3, 4], [1, 6], [2, 5]],
        &[[0, 3], [1, 2]],
        &[[0, 1]],
    ];
    assert_eq!(pairings(&rounds), expected);
    assert_eq!(rounds.champion(), Some(0));
    assert_eq!(rounds.ranking(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(rounds.games(), 14);

    let rounds = after(&settings(5, 2, None), by_seed);
    let expected: [&[[usize; 2]]; 3] = [&[[3, 4]], &[[0, 3], [1, 2]], &[[0, 1]]];
    assert_eq!(pairings(&rounds), expected);
    assert_eq!(byes(&rounds)[0], [0, 1, 2]);
}

#[test]
fn a_level_tie_goes_on() {
    let settings = settings(2, 2, None);
    // The games of a tie until one is won; the last is Armageddon, in which the higher seed has Black.
    for (decisive, score, winner, numbers) in [
        (2, WHITE, 1, 2),
        (3, WHITE, 0, 4),
        (6, BLACK, 0, 6),
        (7, WHITE, 1, 7),
        (7, Points::DRAW, 0, 7),
        (7, BLACK, 0, 7),
        (7, Points::BOTH_LOSE, 0, 7),
    ] {
        let mut rounds = Rounds::new(&settings).expect("rounds");
        assert_eq!(rounds.games(), 2);
        let games = play(
            &mut rounds,
            |_| 0,
            |game| {
                assert_eq!(game.armageddon, game.game == 7);
                if game.game == decisive {
                    score
                } else {
                    Points::DRAW
                }
            },
        );
        let found: Vec<u32> = games.iter().map(|(game, _)| game.game).collect();
        assert_eq!(found, (1..=numbers).collect::<Vec<u32>>());
        assert_eq!(rounds.champion(), Some(winner));
        assert_eq!(rounds.games(), numbers);
        assert_pairs(&games);
        if let Some((last, _)) = games.iter().find(|(game, _)| game.armageddon) {
            assert_eq!((last.white, last.black), (1, 0));
        }
    }
}

#[test]
fn black_has_less_time_in_an_armageddon_game() {
    let settings = match_settings(&["a", "b"], &clock("40/5400+30:1800d5"));
    let shown = |armageddon| {
        let limits = settings.limits(1, 0, armageddon);
        limits.map(|limits| limits.tc.expect("a clock").to_string())
    };
    let usual = "40/5400+30:1800d5";
    assert_eq!(shown(false), [usual, usual]);
    assert_eq!(shown(true), [usual, "40/4320+24:1440d4"]);
    let nodes = EngineLimits {
        nodes: Some(10),
        ..EngineLimits::default()
    };
    let settings = match_settings(&["a", "b"], &nodes);
    assert_eq!(settings.limits(0, 1, true), [nodes.clone(), nodes]);
}

#[test]
fn openings_follow_each_other() {
    let mut settings = settings(4, 4, Some(2));
    settings.openings = OpeningSource::File {
        path: "book.epd".into(),
        order: OpeningOrder::Sequential,
        start: 2,
        plies: None,
    };
    assert_eq!(MatchSchedule::openings(&settings), 4);
    let mut schedule = MatchSchedule::new(&settings, 10);
    assert_eq!(schedule.games(), 16);
    assert_eq!(schedule.first_games(), (1..=8).collect::<Vec<u32>>());
    assert_eq!(schedule.game(9), None);
    let openings = openings_played(&mut schedule, |_| Points::DRAW);
    assert_eq!(openings, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
    settings.format = TournamentFormat::Knockout;
    settings.rounds = None;
    // Two rounds of two pairs, two further pairs and an Armageddon game.
    assert_eq!(MatchSchedule::openings(&settings), 10);
    let mut schedule = MatchSchedule::new(&settings, 10);
    // The regular games of the first seed are drawn. All others are won by the better seed.
    let mut openings = openings_played(&mut schedule, |game| {
        if game.white.min(game.black) == 0 && game.opening < 5 {
            Points::DRAW
        } else {
            by_seed(game)
        }
    });
    openings.sort_unstable();
    assert_eq!(openings, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 8, 8]);
}

/// The openings of all games, played one after another.
fn openings_played(
    schedule: &mut MatchSchedule,
    mut score: impl FnMut(&Pairing) -> Points,
) -> Vec<usize> {
    let mut known = schedule.first_games();
    let mut openings = Vec::new();
    while !known.is_empty() {
        let number = known.remove(0);
        let game = schedule.game(number).expect("it is known");
        openings.push(game.opening);
        known.extend(schedule.add(number, score(&game)));
    }
    openings
}

#[test]
fn settings_are_checked() {
    let error = |change: fn(&mut MatchSettings)| {
        let mut settings = settings(6, 2, Some(3));
        change(&mut settings);
        let error = settings.check().expect_err("the settings do not fit");
        error.to_string()
    };
    assert_eq!(settings(6, 2, Some(3)).check(), Ok(()));
    let rounds = "a Swiss tournament of 6 engines has 1 to 3 rounds";
    assert!(error(|it| it.rounds = Some(4)).starts_with(rounds));
    assert!(error(|it| it.rounds = None).starts_with(rounds));
    let knockout = error(|it| it.format = TournamentFormat::Knockout);
    assert!(knockout.starts_with("only a Swiss tournament takes a number of rounds"));
    assert!(error(|it| it.games = 3).contains("games per pairing (3 given)"));
    assert!(error(|it| it.repeat = false).contains("games per pairing (2 given)"));
    let sprt = |it: &mut MatchSettings| {
        it.sprt = Some(Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::Normalized,
        });
    };
    assert!(error(sprt).starts_with("an SPRT is not possible in a Swiss or knockout tournament"));
    assert!(error(|it| it.games = 0).contains("at least one game"));
    assert!(error(|it| it.concurrency = 0).contains("from 1 to 1024 at a time"));
    assert!(error(|it| it.concurrency = 1025).contains("from 1 to 1024 at a time"));
    assert!(error(|it| it.engines[3].name = "5".to_owned()).contains("two engines are called '5'"));
    // At most one mini-match less than engines are played.
    assert!(settings(256, 160, None).check().is_ok());
    let many = settings(1 << 17, 1 << 30, None).check();
    let many = many.expect_err("too many").to_string();
    assert!(many.contains("more than 10,000,000 games"), "{many}");
    for (games, fits) in [(10_000_000, true), (10_000_001, false)] {
        let two = MatchSettings {
            games,
            format: TournamentFormat::RoundRobin,
            ..settings(2, 2, None)
        };
        assert_eq!(two.check().is_ok(), fits, "{games}");
    }
    for engines in 2..100 {
        let rounds = MatchSettings::usual_rounds(engines);
        assert_eq!(settings(engines, 2, Some(rounds)).check(), Ok(()));
    }
    let error = settings(257, 2, None).check().expect_err("too many");
    assert!(
        error
            .to_string()
            .ends_with("at most 256 engines; 257 given")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_two_engines_meet_twice_in_a_swiss(
        engines in 2_usize..16,
        fewer in 0_usize..8,
        pairs in 1_u32..3,
        seed: u64,
    ) {
        let most = engines.div_ceil(2);
        let count = most.saturating_sub(fewer).max(1);
        let settings = settings(engines, 2 * pairs, Some(count as u32));
        prop_assert_eq!(settings.check(), Ok(()));
        let (mut order, mut results) = (Rng::new(seed), Rng::new(!seed));
        let mut rounds = Rounds::new(&settings).expect("rounds");
        let games = play(&mut rounds, |known| order.below(known), |_| random_score(&mut results));
        assert_pairs(&games);
        let numbers: BTreeSet<u32> = games.iter().map(|(game, _)| game.game).collect();
        prop_assert_eq!(numbers, (1..=rounds.games()).collect::<BTreeSet<u32>>());

        let (mut met, mut had_bye) = (BTreeSet::new(), BTreeSet::new());
        prop_assert_eq!(rounds.rounds().len(), count);
        for round in rounds.rounds() {
            let mut present: Vec<usize> = round.matches.iter().flat_map(MiniMatch::engines).collect();
            present.extend(&round.byes);
            present.sort_unstable();
            prop_assert_eq!(present, (0..engines).collect::<Vec<usize>>());
            prop_assert_eq!(round.byes.len(), engines % 2);
            prop_assert!(round.byes.iter().all(|&bye| had_bye.insert(bye)));
            for mini_match in &round.matches {
                let [one, other] = mini_match.engines();
                prop_assert!(met.insert((one.min(other), one.max(other))));
                prop_assert_eq!(mini_match.games(), 2 * pairs as usize);
            }
        }
        // Nobody has more games with one colour.
        for engine in 0..engines {
            let with = |white: bool| games.iter().filter(|(game, _)| {
                (if white { game.white } else { game.black }) == engine
            }).count();
            prop_assert_eq!(with(true), with(false));
        }
        let points: u32 = rounds.swiss_table().iter().map(|row| row.points).sum();
        prop_assert_eq!(points as usize, 2 * count * most);

        // The pairings depend on the results, not on the order in which the games of a round end.
        let scores: BTreeMap<u32, Points> =
            games.iter().map(|(game, points)| (game.game, *points)).collect();
        let again = after(&settings, |game| scores[&game.game]);
        prop_assert_eq!(again.rounds(), rounds.rounds());
    }

    #[test]
    fn a_knockout_ends_with_one_engine(engines in 2_usize..20, pairs in 1_u32..3, seed: u64) {
        let settings = settings(engines, 2 * pairs, None);
        let (mut order, mut results) = (Rng::new(seed), Rng::new(!seed));
        let mut rounds = Rounds::new(&settings).expect("rounds");
        let games = play(&mut rounds, |known| order.below(known), |_| random_score(&mut results));
        assert_pairs(&games);
        prop_assert_eq!(games.len(), rounds.games() as usize);
        prop_assert_eq!(rounds.rounds().len(), engines.next_power_of_two().ilog2() as usize);
        let byes = engines.next_power_of_two() - engines;
        let mut left: BTreeSet<usize> = (0..engines).collect();
        for (index, round) in rounds.rounds().iter().enumerate() {
            let most = if index == 0 { byes } else { 0 };
            let with_bye: BTreeSet<usize> = round.byes.iter().copied().collect();
            prop_assert_eq!(with_bye, (0..most).collect::<BTreeSet<usize>>());
            let mut present: BTreeSet<usize> = round.byes.iter().copied().collect();
            for mini_match in &round.matches {
                let [higher, lower] = mini_match.engines();
                prop_assert!(higher < lower && present.insert(higher) && present.insert(lower));
                let games = mini_match.games();
                let regular = 2 * pairs as usize;
                prop_assert!([0, 2, 4, 5].contains(&(games - regular)));
                prop_assert_eq!(mini_match.armageddon().is_some(), games == regular + 5);
                let winner = mini_match.winner().expect("it is over");
                left.remove(&(higher + lower - winner));
            }
            prop_assert!(present.is_superset(&left));
        }
        prop_assert_eq!(left.into_iter().collect::<Vec<_>>(), [rounds.champion().expect("a winner")]);
        prop_assert_eq!(rounds.ranking()[0], rounds.champion().expect("a winner"));
        let scores: BTreeMap<u32, Points> =
            games.iter().map(|(game, points)| (game.game, *points)).collect();
        let again = after(&settings, |game| scores[&game.game]);
        prop_assert_eq!(again.rounds(), rounds.rounds());
    }
}
