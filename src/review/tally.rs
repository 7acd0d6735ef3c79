//! Counts moves by their judgement.

use super::judgement::Judgement;
use super::report::{GameReview, MoveReview, PlayerReview};
use crate::types::Color;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Counts of moves by their judgement. Book moves do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTally {
    /// The number of moves.
    pub moves: usize,
    /// Only moves that were found.
    pub good: usize,
    /// Moves with the sign `?!`.
    pub inaccuracies: usize,
    /// Moves with the sign `?`.
    pub mistakes: usize,
    /// Moves with the sign `??`.
    pub blunders: usize,
    accuracy: f64,
    loss: f64,
    loss_cp: i64,
}

impl MoveTally {
    pub(super) fn add(&mut self, mv: &MoveReview) {
        if mv.book {
            return;
        }
        self.moves += 1;
        self.accuracy += mv.accuracy;
        self.loss += mv.loss;
        self.loss_cp += i64::from(mv.loss_cp);
        match mv.judgement {
            Some(Judgement::Good) => self.good += 1,
            Some(Judgement::Inaccuracy) => self.inaccuracies += 1,
            Some(Judgement::Mistake) => self.mistakes += 1,
            Some(Judgement::Blunder) => self.blunders += 1,
            None => {}
        }
    }

    /// The mean accuracy in percent; `None` without moves.
    pub fn accuracy(&self) -> Option<f64> {
        self.mean(self.accuracy)
    }

    /// The mean loss of a move in expected score, 0 to 1; `None` without moves.
    pub fn loss(&self) -> Option<f64> {
        self.mean(self.loss)
    }

    /// The mean loss of a move in centipawns; `None` without moves.
    pub fn loss_cp(&self) -> Option<f64> {
        self.mean(self.loss_cp as f64)
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.moves > 0).then(|| sum / self.moves as f64)
    }
}

impl Serialize for MoveTally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rounded =
            |value: Option<f64>, digits: f64| value.map(|value| (value * digits).round() / digits);
        let mut fields = serializer.serialize_struct("MoveTally", 8)?;
        fields.serialize_field("moves", &self.moves)?;
        fields.serialize_field("accuracy", &rounded(self.accuracy(), 10.0))?;
        fields.serialize_field("loss", &rounded(self.loss(), 1e4))?;
        fields.serialize_field("loss_cp", &rounded(self.loss_cp(), 10.0))?;
        fields.serialize_field("good", &self.good)?;
        fields.serialize_field("inaccuracies", &self.inaccuracies)?;
        fields.serialize_field("mistakes", &self.mistakes)?;
        fields.serialize_field("blunders", &self.blunders)?;
        fields.end()
    }
}

/// The moves of all games by player.
#[derive(Clone, Debug, Default)]
pub struct ReviewTotals {
    /// The number of games.
    pub games: usize,
    /// The number of half-moves.
    pub plies: usize,
    /// For each player with a name whose moves are commented: the number of games, and the moves.
    pub players: BTreeMap<String, PlayerTotals>,
}

/// The moves of a player in all games.
#[derive(Clone, Debug, Default)]
pub struct PlayerTotals {
    /// The number of games.
    pub games: usize,
    /// The moves.
    pub moves: PlayerReview,
}

impl ReviewTotals {
    /// Adds a game.
    pub fn add(&mut self, review: &GameReview) {
        self.games += 1;
        self.plies += review.moves.len();
        for &color in &review.reviewed {
            // Players without a name may be different people.
            let Some(name) = review.known_name(color) else {
                continue;
            };
            let totals = self.players.entry(name.to_owned()).or_default();
            // Both sides may have the same name.
            let is_second = color == Color::Black && review.reviewed.len() == 2;
            if !(is_second && review.known_name(Color::White) == Some(name)) {
                totals.games += 1;
            }
            for mv in review.moves.iter().filter(|mv| mv.player == color) {
                totals.moves.add(mv);
            }
        }
    }
}
