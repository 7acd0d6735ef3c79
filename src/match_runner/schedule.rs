//! The schedule: engines, colours and opening of each game.
//!
//! The match is a series of rounds. In each round every pairing plays one pair of games from the opening of the round,
//! with colours reversed in the second game (a single game, if openings are not repeated). So a match that is stopped
//! early is fair: no pairing is more than a pair of games ahead of another, and apart from the round in progress all
//! have played the same openings. Within a round the pairings are ordered so that all engines wait about equally long
//! between games.
//!
//! In a Swiss or knockout tournament ([`Rounds`]), the schedule grows with the results: the games of a round are known
//! when the round before has ended.

use super::rounds::Rounds;
use super::settings::{MatchSettings, OpeningOrder, OpeningSource, TournamentFormat};
use crate::laws::outcome::Points;
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
    /// The number of the round, from 1, in a Swiss or knockout tournament; `None` in other formats.
    pub round: Option<u32>,
    /// True in an Armageddon game: Black needs a draw only and has less time.
    pub armageddon: bool,
}

/// The games of a match. They depend only on the settings, the number of openings and, in a Swiss or knockout
/// tournament, the results.
#[derive(Clone, Debug)]
pub struct MatchSchedule {
    games: ScheduledGames,
    openings: OpeningSequence,
}

#[derive(Clone, Debug)]
enum ScheduledGames {
    /// All games are known from the start.
    Fixed(FixedGames),
    /// The games of a round depend on earlier results.
    Rounds(Rounds),
}

/// The games of a round-robin or gauntlet.
#[derive(Clone, Debug)]
struct FixedGames {
    /// White and Black of the first game of each pairing.
    pairings: Vec<(usize, usize)>,
    /// Games of each pairing.
    games: u32,
    /// Games of each pairing in a round.
    games_per_round: u32,
}

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
            OpeningSource::Random { .. }
            | OpeningSource::Polyglot { .. }
            | OpeningSource::StartPos => (OpeningOrder::Sequential, 1),
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

    /// The index of an opening by its place in the match, from 0. After the last opening the first one follows.
    fn at(&self, place: usize) -> usize {
        let place = (self.skipped % self.count + place % self.count) % self.count;
        self.order
            .as_ref()
            .map_or(place, |order| order[place] as usize)
    }
}

impl MatchSchedule {
    /// The schedule of a match with this number of openings, before its first game. With no openings, all games have
    /// opening 0.
    pub fn new(settings: &MatchSettings, openings: usize) -> Self {
        let games = match Rounds::new(settings) {
            Some(rounds) => ScheduledGames::Rounds(rounds),
            None => ScheduledGames::Fixed(FixedGames::new(settings)),
        };
        Self {
            games,
            openings: OpeningSequence::new(settings, openings),
        }
    }

    /// The rounds of a Swiss or knockout tournament.
    pub const fn rounds(&self) -> Option<&Rounds> {
        match &self.games {
            ScheduledGames::Fixed(_) => None,
            ScheduledGames::Rounds(rounds) => Some(rounds),
        }
    }

    /// The number of openings that a match can use without repetition.
    pub fn openings(settings: &MatchSettings) -> usize {
        match Rounds::new(settings) {
            Some(rounds) => rounds.openings(),
            None => settings.games.div_ceil(games_per_round(settings)) as usize,
        }
    }

    /// The number of games; in a knockout, as far as they are certain.
    pub fn games(&self) -> u32 {
        match &self.games {
            ScheduledGames::Fixed(games) => games.len(),
            ScheduledGames::Rounds(rounds) => rounds.games(),
        }
    }

    /// The numbers of the games that are known before the first result, in the order of play.
    pub fn first_games(&self) -> Vec<u32> {
        match &self.games {
            ScheduledGames::Fixed(games) => (1..=games.len()).collect(),
            ScheduledGames::Rounds(rounds) => rounds.first_games(),
        }
    }

    /// The game with this number, if it is known.
    pub fn game(&self, number: u32) -> Option<Pairing> {
        let pairing = match &self.games {
            ScheduledGames::Fixed(games) => games.game(number),
            ScheduledGames::Rounds(rounds) => rounds.pairing(number),
        }?;
        Some(Pairing {
            opening: self.openings.at(pairing.opening),
            ..pairing
        })
    }

    /// Takes the result of a game into account. Returns the numbers of the games that it makes known, in the order of
    /// play.
    pub fn add(&mut self, number: u32, score: Points) -> Vec<u32> {
        match &mut self.games {
            ScheduledGames::Fixed(_) => Vec::new(),
            ScheduledGames::Rounds(rounds) => rounds.add(number, score),
        }
    }

    /// The number of games that are played at the same time: at most those of a round, and at least 1.
    pub fn at_a_time(&self, settings: &MatchSettings) -> usize {
        let most = match &self.games {
            ScheduledGames::Fixed(games) => games.len(),
            ScheduledGames::Rounds(rounds) => rounds.games_of_a_round(),
        };
        settings.concurrency.min(most.max(1) as usize)
    }
}

/// Games of a pairing in a round: those from one opening.
const fn games_per_round(settings: &MatchSettings) -> u32 {
    if settings.repeat { 2 } else { 1 }
}

impl FixedGames {
    fn new(settings: &MatchSettings) -> Self {
        let engines = settings.engines.len();
        Self {
            pairings: if settings.format == TournamentFormat::Gauntlet {
                gauntlet(settings.challengers as usize, engines)
            } else {
                round_robin(engines)
            },
            games: settings.games,
            games_per_round: games_per_round(settings),
        }
    }

    fn len(&self) -> u32 {
        self.games.saturating_mul(self.pairings.len() as u32)
    }

    /// The game with this number; the opening is its place in the match.
    fn game(&self, number: u32) -> Option<Pairing> {
        if !(1..=self.len()).contains(&number) {
            return None;
        }
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
        Some(Pairing {
            game: number,
            pair: round * pairings + pairing + 1,
            white,
            black,
            opening: round as usize,
            round: None,
            armageddon: false,
        })
    }
}

/// Every pairing once, by the circle method: at any time all engines have played a similar number of games.
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

/// Each of the first engines against each of the others.
fn gauntlet(challengers: usize, engines: usize) -> Vec<(usize, usize)> {
    let opponents = challengers..engines;
    let of_opponent =
        |opponent| (0..challengers).map(move |challenger| colored(challenger, opponent));
    opponents.flat_map(of_opponent).collect()
}

/// The colours of the first game of a pairing: every engine has White about as often as Black.
const fn colored(lower: usize, higher: usize) -> (usize, usize) {
    if (lower + higher) % 2 == 1 {
        (lower, higher)
    } else {
        (higher, lower)
    }
}
