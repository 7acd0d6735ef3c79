//! The schedule: engines, colours and opening of each game.
//!
//! The match is a series of rounds. In each, every pairing plays one pair of games from the opening of the round, with
//! colours reversed in the second game (one game, where openings are not repeated). So a match that is stopped early is
//! fair: no pairing is more than a pair of games ahead of another, and all have played the same openings. Within a round
//! the pairings are ordered so that all engines wait about equally long between games.

use super::settings::{MatchSettings, OpeningOrder, OpeningSource, TournamentFormat};
use crate::types::Rng;

/// A scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, from 1.
    pub game: u32,
    /// The number of its pair, from 1: see [`super::GameRecord::pair`].
    pub pair: u32,
    /// The index of the engine with White.
    pub white: usize,
    /// The index of the engine with Black.
    pub black: usize,
    /// The index of the opening, from 0.
    pub opening: usize,
}

/// All games of a match. They depend on the settings and the number of openings only.
#[derive(Clone, Debug)]
pub struct MatchSchedule {
    /// White and Black of the first game of each pairing.
    pairings: Vec<(usize, usize)>,
    /// Games of each pairing.
    games: u32,
    /// Games of each pairing in a round.
    games_per_round: u32,
    openings: OpeningSequence,
}

/// The order of the openings.
#[derive(Clone, Debug)]
struct OpeningSequence {
    count: usize,
    /// Shuffled indices of the openings. `None` for the order of the book.
    order: Option<Vec<u32>>,
    /// Openings skipped at the start.
    skipped: usize,
}

impl OpeningSequence {
    fn new(settings: &MatchSettings, count: usize) -> Self {
        let count = count.max(1);
        let (order, start) = match settings.openings {
            OpeningSource::File { order, start, .. } => (order, start),
            OpeningSource::Random { .. } | OpeningSource::StartPos => (OpeningOrder::Sequential, 1),
        };
        let order = (order == OpeningOrder::Random).then(|| {
            let mut order: Vec<u32> = (0..count as u32).collect();
            Rng::new(settings.seed).shuffle(&mut order);
            order
        });
        Self {
            count,
            order,
            skipped: start.saturating_sub(1),
        }
    }

    /// The opening of a round, from 0. After the last opening the first follows.
    fn of_round(&self, round: u32) -> usize {
        let place = (self.skipped % self.count + round as usize) % self.count;
        self.order
            .as_ref()
            .map_or(place, |order| order[place] as usize)
    }
}

impl MatchSchedule {
    /// The schedule of a match with this number of openings. With none, all games have opening 0.
    pub fn new(settings: &MatchSettings, openings: usize) -> Self {
        let engines = settings.engines.len();
        Self {
            pairings: match settings.format {
                TournamentFormat::RoundRobin => round_robin(engines),
                TournamentFormat::Gauntlet => {
                    (1..engines).map(|opponent| colored(0, opponent)).collect()
                }
            },
            games: settings.games,
            games_per_round: if settings.repeat { 2 } else { 1 },
            openings: OpeningSequence::new(settings, openings),
        }
    }

    /// The number of openings that a match can use without repetition.
    pub const fn openings(settings: &MatchSettings) -> usize {
        let games_per_round = if settings.repeat { 2 } else { 1 };
        settings.games.div_ceil(games_per_round) as usize
    }

    /// The number of games.
    pub fn len(&self) -> u32 {
        self.games.saturating_mul(self.pairings.len() as u32)
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game with a number from 1 to [`MatchSchedule::len`].
    pub fn game(&self, number: u32) -> Pairing {
        debug_assert!((1..=self.len()).contains(&number));
        let pairings = self.pairings.len() as u32;
        let full_rounds = self.games / self.games_per_round;
        let index = number - 1;
        let round = (index / (pairings * self.games_per_round)).min(full_rounds);
        let place = index - round * pairings * self.games_per_round;
        // The last round has a single game of each pairing if their number is odd.
        let games = if round < full_rounds {
            self.games_per_round
        } else {
            1
        };
        let (pairing, second) = (place / games, place % games == 1);

        let (first, other) = self.pairings[pairing as usize];
        let single = self.games_per_round == 1;
        let reversed = if single { round % 2 == 1 } else { second };
        let (white, black) = if reversed {
            (other, first)
        } else {
            (first, other)
        };
        Pairing {
            game: number,
            pair: round * pairings + pairing + 1,
            white,
            black,
            opening: self.openings.of_round(round),
        }
    }
}

/// Every pairing once, by the circle method: at any time all engines have played about equally many games.
fn round_robin(engines: usize) -> Vec<(usize, usize)> {
    let places = engines + engines % 2;
    let mut pairings = Vec::new();
    for turn in 0..places.saturating_sub(1) {
        let at = |place: usize| {
            if place == 0 {
                0
            } else {
                1 + (place + turn - 1) % (places - 1)
            }
        };
        let tables = (0..places / 2).map(|place| (at(place), at(places - 1 - place)));
        // With an odd number of engines, one has a bye.
        let taken = tables.filter(|&(a, b)| a < engines && b < engines);
        pairings.extend(taken.map(|(a, b)| colored(a.min(b), a.max(b))));
    }
    pairings
}

/// The colours of the first game of a pairing: every engine has White about as often as Black.
const fn colored(lower: usize, higher: usize) -> (usize, usize) {
    if (lower + higher) % 2 == 1 {
        (lower, higher)
    } else {
        (higher, lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn settings(
        engines: usize,
        games: u32,
        repeat: bool,
        format: TournamentFormat,
    ) -> MatchSettings {
        let engine = |index| serde_json::json!({ "name": format!("{index}"), "cmd": "engine" });
        let settings = serde_json::json!({
            "event": "", "site": "", "format": format, "games": games, "repeat": repeat,
            "engines": (0..engines).map(engine).collect::<Vec<_>>(),
            "openings": "initial", "seed": 1, "concurrency": 1, "edition": "FIDE2023",
            "claims": "auto", "illegal_moves": "forfeit", "chess960": false,
        });
        serde_json::from_value(settings).expect("settings")
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
        (1..=schedule.len())
            .map(|number| schedule.game(number))
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
        let pairings: Vec<_> = round_robin(4)
            .into_iter()
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        assert_eq!(pairings, [(0, 3), (1, 2), (0, 1), (2, 3), (0, 2), (1, 3)]);
        assert!(round_robin(0).is_empty() && round_robin(1).is_empty());
        assert!(
            MatchSchedule::new(&settings(1, 2, true, TournamentFormat::Gauntlet), 1).is_empty()
        );
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
}
