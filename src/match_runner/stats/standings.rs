//! Standings and crosstable of a match.

use super::Estimate;
use super::match_score::{MatchScore, PairCounter};
use super::ratings::ratings;
use super::search_stats::{ClockReplay, SearchStats};
use crate::laws::outcome::{PlayerPoints, Points};
use crate::match_runner::record::{GameRecord, TerminationKind};
use crate::match_runner::rounds::Rounds;
use crate::match_runner::schedule::MatchSchedule;
use crate::match_runner::settings::MatchSettings;
use crate::types::Color;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// An engine in the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineStanding {
    /// The name of the engine.
    pub name: String,
    /// The score against all others.
    pub total: MatchScore,
    /// Time, depth and nodes.
    pub search_stats: SearchStats,
}

/// The games with one kind of termination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminationCounts {
    /// All of them.
    pub games: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost by each engine; a game that both lose counts for both.
    pub lost: Vec<u64>,
    /// Those of them that the opponent lost too.
    pub shared: Vec<u64>,
}

/// The statistics of all engines of a match, updated game by game.
#[derive(Clone, Debug)]
pub struct Standings<'a> {
    settings: &'a MatchSettings,
    rows: Vec<EngineStanding>,
    /// The score of each engine (row) against each (column).
    scorers: Vec<Vec<PairCounter>>,
    schedule: MatchSchedule,
    terminations: BTreeMap<TerminationKind, TerminationCounts>,
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
            schedule: MatchSchedule::new(settings, 1),
            terminations: BTreeMap::new(),
        }
    }

    /// Adds a game. The order of games matters only if there are rounds: they must come in the order in which they ended.
    pub fn add(&mut self, record: &GameRecord) {
        self.schedule.add(record.game, record.score);
        let no_games = || TerminationCounts {
            games: 0,
            drawn: 0,
            lost: vec![0; self.rows.len()],
            shared: vec![0; self.rows.len()],
        };
        let counts = self.terminations.entry(record.end.kind);
        let counts = counts.or_insert_with(no_games);
        counts.games += 1;
        counts.drawn += u64::from(record.score == Points::DRAW);
        let engines = [record.white, record.black];
        for (color, engine, opponent) in [
            (Color::White, engines[0], engines[1]),
            (Color::Black, engines[1], engines[0]),
        ] {
            let score = record.score.of(color);
            counts.lost[engine] += u64::from(score == PlayerPoints::Zero);
            counts.shared[engine] += u64::from(record.score == Points::BOTH_LOSE);
            let scorers = &mut self.scorers[engine];
            scorers[opponent].add(record.pair, [score, record.score.of(!color)]);
            self.rows[engine].total = scorers.iter().map(|scorer| *scorer.score()).sum();
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
    pub fn games(&self) -> u64 {
        self.terminations.values().map(|counts| counts.games).sum()
    }

    /// The number of games of the whole match; in a knockout, as far as they are certain.
    pub fn planned_games(&self) -> u32 {
        self.schedule.games()
    }

    /// How the games ended.
    pub const fn terminations(&self) -> &BTreeMap<TerminationKind, TerminationCounts> {
        &self.terminations
    }

    /// How an engine forfeited games, and how many.
    pub fn forfeits(&self, engine: usize) -> impl Iterator<Item = (TerminationKind, u64)> {
        TerminationKind::FORFEITS
            .into_iter()
            .filter_map(move |kind| {
                let lost = self.terminations.get(&kind)?.lost[engine];
                (lost > 0).then_some((kind, lost))
            })
    }

    /// The rounds of a Swiss or knockout tournament.
    pub const fn rounds(&self) -> Option<&Rounds> {
        self.schedule.rounds()
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
        if let Some(rounds) = self.rounds() {
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
