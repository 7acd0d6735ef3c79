//! Swiss and knockout tournaments: the pairings of a round depend on the results of earlier rounds.
//!
//! In each round, two engines play a [`MiniMatch`]: pairs of games from one opening with colours reversed. A round begins
//! when all games of the round before have ended. [`Rounds`] holds everything that is known so far. It follows from the
//! settings and the results alone, so a match that is resumed from its ledger is paired the same way.
//!
//! The settings name the engines in the order of their seeds, the strongest first.
//!
//! # Swiss
//! A mini-match that is won gives one point, a level one half a point, whatever its score; a bye gives one point. The
//! pairings follow the FIDE (Dutch) system as far as engines need it, see `swiss`. The [`SwissRow`]s of the final table
//! have tie-breaks.
//!
//! # Knockout
//! The number of places in the bracket is a power of two. If there are fewer engines than places, the highest seeds
//! have no opponent in the first round. A level mini-match is followed by up to two further pairs, one at a time, and
//! then by one Armageddon game: the higher seed has Black and needs a draw only, but has four fifths of the time.
//!
//! # Numbers
//! The games of a round are numbered pair by pair: the first pair of each mini-match, then the second, and so on. In a
//! knockout the numbers of further games are reserved, so that they do not depend on when games end; numbers that are
//! not needed are left out. Games 1 and 2 are pair 1, games 3 and 4 are pair 2. An Armageddon game is alone in its pair.

mod knockout;
mod matching;
mod mini_match;
mod swiss;
mod swiss_table;

pub use mini_match::MiniMatch;
pub use swiss_table::SwissRow;

use super::schedule::Pairing;
use super::settings::{MatchSettings, TournamentFormat};
use crate::laws::outcome::Points;

/// Further pairs of games for a level mini-match of a knockout, before an Armageddon game.
const FURTHER_PAIRS: usize = 2;

/// The mini-matches of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The mini-matches, in the order of the boards.
    pub matches: Vec<MiniMatch>,
    /// The engines without an opponent.
    pub byes: Vec<usize>,
}

impl Round {
    /// True if all games of the round have ended.
    pub fn is_complete(&self) -> bool {
        self.matches.iter().all(MiniMatch::is_complete)
    }
}

/// The place of a game in the rounds; all numbers are from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GamePlace {
    round: usize,
    /// The mini-match in the round.
    board: usize,
    /// The pair in the mini-match.
    pair: usize,
    /// The game in the pair.
    game: usize,
}

/// The system that pairs the engines of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairingSystem {
    Swiss { rounds: usize },
    Knockout,
}

/// The rounds of a Swiss or knockout tournament, as far as they are known.
#[derive(Clone, Debug)]
pub struct Rounds {
    system: PairingSystem,
    engines: usize,
    /// Pairs of games of a mini-match.
    pairs: usize,
    known: Vec<Round>,
}

impl Rounds {
    /// The first round of a match; `None` if its format has no rounds.
    pub fn new(settings: &MatchSettings) -> Option<Self> {
        let system = match settings.format {
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => return None,
            TournamentFormat::Swiss => PairingSystem::Swiss {
                rounds: settings.rounds.unwrap_or(1) as usize,
            },
            TournamentFormat::Knockout => PairingSystem::Knockout,
        };
        let mut rounds = Self {
            system,
            engines: settings.engines.len(),
            pairs: settings.games as usize / 2,
            known: Vec::new(),
        };
        rounds.pair_next();
        Some(rounds)
    }

    /// The number of openings that a match can use without repetition.
    pub(super) fn openings(&self) -> usize {
        self.round_count() * self.slots()
    }

    /// The number of rounds of the whole tournament.
    pub const fn round_count(&self) -> usize {
        match self.system {
            PairingSystem::Swiss { rounds } => rounds,
            PairingSystem::Knockout => knockout::rounds(self.engines),
        }
    }

    /// The rounds whose pairings are known; the last one is being played, or was the last.
    pub fn rounds(&self) -> &[Round] {
        &self.known
    }

    /// True in a knockout.
    pub fn is_knockout(&self) -> bool {
        self.system == PairingSystem::Knockout
    }

    /// The number of games of the tournament; in a knockout, as far as they are certain.
    pub fn games(&self) -> u32 {
        let regular = 2 * self.pairs;
        let mini_matches = match self.system {
            PairingSystem::Swiss { rounds } => rounds * (self.engines / 2),
            PairingSystem::Knockout => self.engines.saturating_sub(1),
        };
        let known = self.known.iter().flat_map(|round| &round.matches);
        let further: usize = known.map(|known| known.games() - regular).sum();
        (mini_matches * regular + further) as u32
    }

    /// The numbers of the games of the first round, without further games of level mini-matches.
    pub fn first_games(&self) -> Vec<u32> {
        self.regular_games(0)
    }

    /// The most games that can be played at the same time.
    pub(super) const fn games_of_a_round(&self) -> u32 {
        (self.engines / 2 * 2 * self.pairs) as u32
    }

    /// The game with this number, if it is known. Its opening is its place in the match: the same on all boards.
    pub fn pairing(&self, number: u32) -> Option<Pairing> {
        let place = self.place(number)?;
        let mini_match = &self.known[place.round].matches[place.board];
        let (white, black) = mini_match.players(place.pair, place.game);
        Some(Pairing {
            game: number,
            pair: number.div_ceil(2),
            white,
            black,
            opening: self.opening(&place),
            round: Some(place.round as u32 + 1),
            armageddon: mini_match.is_armageddon(place.pair),
        })
    }

    /// The opening of a pair by its number. Those of level mini-matches come after all others, as they may not be needed.
    fn opening(&self, place: &GamePlace) -> usize {
        match place.pair.checked_sub(self.pairs) {
            None => place.round * self.pairs + place.pair,
            Some(further) => {
                let each = self.slots() - self.pairs;
                self.round_count() * self.pairs + place.round * each + further
            }
        }
    }

    /// The place of the game with this number, if it is known.
    fn place(&self, number: u32) -> Option<GamePlace> {
        let index = number.checked_sub(1)? as usize;
        let (place, game) = (index / 2, index % 2);
        let mut first = 0;
        for (round, known) in self.known.iter().enumerate() {
            let boards = known.matches.len();
            let next = first + boards * self.slots();
            if place < next {
                let (pair, board) = ((place - first) / boards, (place - first) % boards);
                let found = GamePlace {
                    round,
                    board,
                    pair,
                    game,
                };
                return known.matches[board].has(pair, game).then_some(found);
            }
            first = next;
        }
        None
    }

    /// Adds the result of a game. Returns the numbers of the games that are known from then on, in the order of play:
    /// further games of a level mini-match, or the games of the next round. A game that is unknown or recorded already
    /// changes nothing.
    pub fn add(&mut self, number: u32, points: Points) -> Vec<u32> {
        let Some(place) = self.place(number) else {
            return Vec::new();
        };
        let GamePlace { round, board, .. } = place;
        let mini_match = &mut self.known[round].matches[board];
        if !mini_match.record(place.pair, place.game, points) || !mini_match.is_complete() {
            return Vec::new();
        }
        if self.system == PairingSystem::Knockout && mini_match.winner().is_none() {
            let last = mini_match.pairs();
            mini_match.extend(last == self.pairs + FURTHER_PAIRS);
            return self.games_of(round, board, last).collect();
        }
        if self.known[round].is_complete() && self.pair_next() {
            return self.regular_games(round + 1);
        }
        Vec::new()
    }

    /// Pairs the next round. False if there is none.
    fn pair_next(&mut self) -> bool {
        if self.known.len() == self.round_count() {
            return false;
        }
        let next = match self.system {
            PairingSystem::Swiss { .. } => swiss::next_round(self.engines, &self.known, self.pairs),
            PairingSystem::Knockout => {
                Some(knockout::next_round(self.engines, &self.known, self.pairs))
            }
        };
        let is_found = next.is_some();
        self.known.extend(next);
        is_found
    }

    /// The pairs of a mini-match for which numbers are reserved.
    const fn slots(&self) -> usize {
        match self.system {
            PairingSystem::Swiss { .. } => self.pairs,
            PairingSystem::Knockout => self.pairs + FURTHER_PAIRS + 1,
        }
    }

    /// The numbers of all games of a round, without further games of level mini-matches.
    fn regular_games(&self, round: usize) -> Vec<u32> {
        let boards = self.known.get(round).map_or(0, |it| it.matches.len());
        let pairs = (0..self.pairs).flat_map(|pair| (0..boards).map(move |board| (pair, board)));
        pairs
            .flat_map(|(pair, board)| self.games_of(round, board, pair))
            .collect()
    }

    /// The numbers of the games of a pair.
    fn games_of(&self, round: usize, board: usize, pair: usize) -> std::ops::Range<u32> {
        let earlier = self.known[..round].iter();
        let earlier: usize = earlier
            .map(|round| round.matches.len() * self.slots())
            .sum();
        let matches = &self.known[round].matches;
        let first = 2 * (earlier + pair * matches.len() + board) + 1;
        let games = matches[board].games_of(pair);
        first as u32..(first + games) as u32
    }

    /// The engines, the best first. In a Swiss tournament by points and tie-breaks; in a knockout by the round that they
    /// reached. Equal ones are ranked by seed.
    pub fn ranking(&self) -> Vec<usize> {
        match self.system {
            PairingSystem::Swiss { .. } => {
                let table = self.swiss_table();
                table.into_iter().map(|row| row.engine).collect()
            }
            PairingSystem::Knockout => knockout::ranking(self.engines, &self.known),
        }
    }

    /// The table of a Swiss tournament, the best engine first; only mini-matches that have ended count. Empty for a
    /// knockout.
    pub fn swiss_table(&self) -> Vec<SwissRow> {
        match self.system {
            PairingSystem::Swiss { .. } => swiss_table::table(self.engines, &self.known),
            PairingSystem::Knockout => Vec::new(),
        }
    }

    /// The winner of a knockout, once it is known.
    pub fn champion(&self) -> Option<usize> {
        let last = self.known.get(self.round_count().checked_sub(1)?)?;
        match &last.matches[..] {
            [end] if self.is_knockout() => end.winner(),
            _ => None,
        }
    }
}
