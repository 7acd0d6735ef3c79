//! The games that a match has played.

use crate::laws::outcome::Points;
use crate::match_runner::record::GameRecord;
use crate::match_runner::schedule::MatchSchedule;
use crate::match_runner::stats::PairCounter;
use std::collections::{BTreeMap, VecDeque};

/// The games that a match has played, reduced to what the rest of the match depends on; their records are not kept.
#[derive(Clone, Debug, Default)]
pub struct PlayedGames {
    /// The scores of the games, by their numbers.
    scores: BTreeMap<u32, Points>,
    /// The score of the first engine, in a match of two.
    pub(super) score: PairCounter,
}

impl PlayedGames {
    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.scores.insert(record.game, record.score);
        self.score.add(record.pair, record.scores_of_first());
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The known games of a new schedule that have not been played. Gives the schedule the results of the others.
    pub(super) fn left(&self, schedule: &mut MatchSchedule) -> VecDeque<u32> {
        let mut games = schedule.first_games();
        // A game has a higher number than those that its pairing depends on.
        for (&game, &score) in &self.scores {
            games.extend(schedule.add(game, score));
        }
        games.retain(|game| !self.scores.contains_key(game));
        games.into()
    }
}
