//! Standings and crosstable of a match.

use super::Estimate;
use super::match_score::{MatchScore, PairCounter};
use super::ratings::ratings;
use super::search_stats::{ClockReplay, SearchStats};
use crate::laws::outcome::{OutcomeKind, PlayerPoints};
use crate::match_runner::record::{GameRecord, TerminationKind};
use crate::match_runner::rounds::Rounds;
use crate::match_runner::settings::MatchSettings;
use crate::types::Color;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Terminations that count as forfeits: the game was not lost on the board.
pub const FORFEITS: [TerminationKind; 5] = [
    TerminationKind::Laws(OutcomeKind::FlagFall),
    TerminationKind::Laws(OutcomeKind::IllegalMove),
    TerminationKind::Crash,
    TerminationKind::Stall,
    TerminationKind::NotReady,
];

/// An engine in the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineStanding {
    /// The name of the engine.
    pub name: String,
    /// The score against all others.
    pub total: MatchScore,
    /// Games lost by each of [`FORFEITS`].
    pub forfeits: BTreeMap<TerminationKind, u64>,
    /// Time, depth and nodes.
    pub search_stats: SearchStats,
}

/// The statistics of all engines of a match, updated game by game.
#[derive(Clone, Debug)]
pub struct Standings<'a> {
    settings: &'a MatchSettings,
    rows: Vec<EngineStanding>,
    /// The score of each engine (row) against each (column).
    scorers: Vec<Vec<PairCounter>>,
    /// The rounds of a Swiss or knockout tournament.
    rounds: Option<Rounds>,
    games: u64,
}

impl<'a> Standings<'a> {
    /// The standings before the first game.
    pub fn new(settings: &'a MatchSettings) -> Self {
        let row = |name: &String| EngineStanding {
            name: name.clone(),
            ..EngineStanding::default()
        };
        let engines = &settings.engines;
        Self {
            settings,
            rows: engines.iter().map(|engine| row(&engine.name)).collect(),
            scorers: vec![vec![PairCounter::default(); engines.len()]; engines.len()],
            rounds: Rounds::new(settings),
            games: 0,
        }
    }

    /// Adds a game. The order of games matters only if there are rounds: they must come in the order in which they ended.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        if let Some(rounds) = &mut self.rounds {
            rounds.add(record.game, record.score);
        }
        let engines = [record.white, record.black];
        for (color, engine, opponent) in [
            (Color::White, engines[0], engines[1]),
            (Color::Black, engines[1], engines[0]),
        ] {
            let score = record.score.of(color);
            let row = &mut self.rows[engine];
            let scorers = &mut self.scorers[engine];
            scorers[opponent].add(record.pair, score);
            row.total = scorers.iter().map(|scorer| *scorer.score()).sum();
            if score == PlayerPoints::Zero && FORFEITS.contains(&record.end.kind) {
                *row.forfeits.entry(record.end.kind).or_default() += 1;
            }
        }
        self.add_search_stats(record, engines);
    }

    fn add_search_stats(&mut self, record: &GameRecord, engines: [usize; 2]) {
        let rules = self.settings.rules(record.white, record.black);
        let [white, black] = engines;
        let limits = self.settings.limits(white, black, record.armageddon);
        let mut replays = limits.each_ref().map(|it| ClockReplay::new(it, &rules));
        for (color, mv) in record.own_moves() {
            let overshoot = replays[color.index()].overshoot(mv);
            let row = &mut self.rows[engines[color.index()]];
            row.search_stats.add(mv, overshoot);
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The rounds of a Swiss or knockout tournament.
    pub const fn rounds(&self) -> Option<&Rounds> {
        self.rounds.as_ref()
    }

    /// The engines in the order of the settings.
    pub fn rows(&self) -> &[EngineStanding] {
        &self.rows
    }

    /// The score of an engine against an opponent.
    pub fn against(&self, engine: usize, opponent: usize) -> &MatchScore {
        self.scorers[engine][opponent].score()
    }

    /// The rating of each engine, given the strength of its opponents, in Elo of mean zero. `None` without games.
    pub fn ratings(&self) -> Vec<Option<Estimate>> {
        let row = |row: &Vec<PairCounter>| row.iter().map(|pairs| *pairs.score()).collect();
        let scores: Vec<Vec<MatchScore>> = self.scorers.iter().map(row).collect();
        ratings(&scores)
    }

    /// The indices of the engines, the best first: by points per game, then by games played; in a Swiss or knockout
    /// tournament, as its rules say.
    pub fn ranking(&self) -> Vec<usize> {
        if let Some(rounds) = &self.rounds {
            return rounds.ranking();
        }
        let mut ranking: Vec<usize> = (0..self.rows.len()).collect();
        ranking.sort_by(|&one, &other| {
            let [one, other] = [one, other].map(|engine| &self.rows[engine].total);
            let by_score = other
                .score()
                .partial_cmp(&one.score())
                .unwrap_or(Ordering::Equal);
            by_score.then(other.games().cmp(&one.games()))
        });
        ranking
    }
}
