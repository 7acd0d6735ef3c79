//! The tables of a match.

use super::effort::{Effort, Watch};
use super::tally::{Scorer, Tally};
use crate::arbiter::record::{EndKind, GameRecord};
use crate::arbiter::settings::Settings;
use crate::laws::outcome::Half;
use crate::types::Color;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The ends by which a player loses a game that was not lost on the board.
pub const FORFEITS: [EndKind; 5] = [
    EndKind::FlagFall,
    EndKind::IllegalMove,
    EndKind::Crash,
    EndKind::Stall,
    EndKind::NotReady,
];

/// An engine in the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its results against all others. Elo and the rest are those against this field.
    pub total: Tally,
    /// Games lost by one of [`FORFEITS`].
    pub forfeits: BTreeMap<EndKind, u64>,
    /// Its use of time.
    pub effort: Effort,
}

/// Everything that is counted about the engines of a match, game by game.
#[derive(Clone, Debug)]
pub struct Standings<'a> {
    settings: &'a Settings,
    rows: Vec<Row>,
    /// For each engine its results against each, itself included.
    scorers: Vec<Vec<Scorer>>,
    games: u64,
}

impl<'a> Standings<'a> {
    /// The tables before the first game.
    pub fn new(settings: &'a Settings) -> Self {
        let row = |name: &String| Row {
            name: name.clone(),
            ..Row::default()
        };
        let engines = &settings.engines;
        Self {
            settings,
            rows: engines.iter().map(|engine| row(&engine.name)).collect(),
            scorers: vec![vec![Scorer::default(); engines.len()]; engines.len()],
            games: 0,
        }
    }

    /// The tables after some games.
    pub fn of<'b>(
        settings: &'a Settings,
        records: impl IntoIterator<Item = &'b GameRecord>,
    ) -> Self {
        let mut standings = Self::new(settings);
        for record in records {
            standings.add(record);
        }
        standings
    }

    /// Adds a game. The order of games does not matter.
    pub fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        let seats = [record.white, record.black];
        for (color, engine, opponent) in [
            (Color::White, seats[0], seats[1]),
            (Color::Black, seats[1], seats[0]),
        ] {
            let score = record.score.of(color);
            let row = &mut self.rows[engine];
            let scorers = &mut self.scorers[engine];
            scorers[opponent].add(record.pair, score);
            row.total = scorers.iter().map(|scorer| *scorer.tally()).sum();
            if score == Half::Zero && FORFEITS.contains(&record.end.kind) {
                *row.forfeits.entry(record.end.kind).or_default() += 1;
            }
        }
        self.add_efforts(record, seats);
    }

    fn add_efforts(&mut self, record: &GameRecord, seats: [usize; 2]) {
        let watch = |engine: usize| Watch::new(&self.settings.engines[engine].limits);
        let mut watches = seats.map(watch);
        let black_begins = record.fen.split(' ').nth(1) == Some("b");
        let first = record.book.len() + usize::from(black_begins);
        for (mv, ply) in record.moves.iter().zip(first..) {
            let overshoot = watches[ply % 2].overshoot(mv);
            self.rows[seats[ply % 2]].effort.add(mv, overshoot);
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The engines in the order of the settings.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The results of an engine against another, from its view.
    pub fn against(&self, engine: usize, opponent: usize) -> &Tally {
        self.scorers[engine][opponent].tally()
    }

    /// The indices of the engines, the best first: by the share of points that they scored, then by games played.
    pub fn ranking(&self) -> Vec<usize> {
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
