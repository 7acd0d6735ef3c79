//! The games of two engines in one round.

use crate::laws::outcome::Points;
use crate::types::Color;
use std::cmp::Ordering;

/// The games of two engines in one round: pairs from one opening with colours reversed. In a knockout, further pairs
/// and then an Armageddon game may follow if the score is level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiniMatch {
    /// The engine that is ranked higher before the round. It has White in the first game of each pair, and Black in an
    /// Armageddon game.
    pub higher: usize,
    /// Its opponent.
    pub lower: usize,
    /// The scores of the games that are played so far or due: two in each pair, one in Armageddon.
    pairs: Vec<Vec<Option<Points>>>,
}

impl MiniMatch {
    /// A mini-match of this number of pairs.
    pub(super) fn new(higher: usize, lower: usize, pairs: usize) -> Self {
        Self {
            higher,
            lower,
            pairs: vec![vec![None; 2]; pairs],
        }
    }

    /// Both engines, the higher-ranked one first.
    pub const fn engines(&self) -> [usize; 2] {
        [self.higher, self.lower]
    }

    /// The games that are played or due.
    pub fn games(&self) -> usize {
        self.pairs.iter().map(Vec::len).sum()
    }

    /// True if all games so far have ended.
    pub fn is_complete(&self) -> bool {
        // Games end roughly in their order, so one that is missing is found at once.
        self.pairs.iter().rev().flatten().all(Option::is_some)
    }

    /// The half points of both engines, the higher-ranked one first, without an Armageddon game.
    pub fn score(&self) -> [u64; 2] {
        let mut score = [0; 2];
        for (pair, games) in self.pairs.iter().enumerate() {
            if self.is_armageddon(pair) {
                continue;
            }
            for (game, points) in games.iter().enumerate() {
                let Some(points) = points else { continue };
                let halves = [points.white, points.black].map(|points| points.halves() as u64);
                let [white, black] = if game == 0 { [0, 1] } else { [1, 0] };
                score[white] += halves[0];
                score[black] += halves[1];
            }
        }
        score
    }

    /// The score of the Armageddon game; `None` if there is none or it has not ended.
    pub fn armageddon(&self) -> Option<Points> {
        let last = self.pairs.len().checked_sub(1)?;
        self.pairs[last][0].filter(|_| self.is_armageddon(last))
    }

    /// The points for the table of a Swiss tournament in half points: 2 for a mini-match that is won, 1 for a level
    /// one. 0 for both before it has ended.
    pub fn table_points(&self) -> [u32; 2] {
        if !self.is_complete() {
            return [0, 0];
        }
        let [higher, lower] = self.score();
        match higher.cmp(&lower) {
            Ordering::Greater => [2, 0],
            Ordering::Equal => [1, 1],
            Ordering::Less => [0, 2],
        }
    }

    /// The engine that has won: by the score or, if that is level, by the Armageddon game, in which Black needs a draw.
    /// `None` while there is no winner.
    pub fn winner(&self) -> Option<usize> {
        if !self.is_complete() {
            return None;
        }
        let [higher, lower] = self.score();
        match higher.cmp(&lower) {
            Ordering::Greater => Some(self.higher),
            Ordering::Less => Some(self.lower),
            Ordering::Equal => self.armageddon().map(|points| {
                if points == Points::win(Color::White) {
                    self.lower
                } else {
                    self.higher
                }
            }),
        }
    }

    /// The engines with White and Black in a game of a pair.
    pub(super) fn players(&self, pair: usize, game: usize) -> (usize, usize) {
        if game == 1 || self.is_armageddon(pair) {
            (self.lower, self.higher)
        } else {
            (self.higher, self.lower)
        }
    }

    pub(super) fn is_armageddon(&self, pair: usize) -> bool {
        self.pairs.get(pair).is_some_and(|games| games.len() == 1)
    }

    /// True if the mini-match has this game so far.
    pub(super) fn has(&self, pair: usize, game: usize) -> bool {
        self.pairs.get(pair).is_some_and(|games| game < games.len())
    }

    /// The number of pairs so far, an Armageddon game being one.
    pub(super) const fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The number of games of a pair.
    pub(super) fn games_of(&self, pair: usize) -> usize {
        self.pairs.get(pair).map_or(0, Vec::len)
    }

    /// Records a game. False if it was recorded already.
    pub(super) fn record(&mut self, pair: usize, game: usize, points: Points) -> bool {
        let score = &mut self.pairs[pair][game];
        let is_new = score.is_none();
        score.get_or_insert(points);
        is_new
    }

    /// Adds a pair of games to a level mini-match, or the Armageddon game.
    pub(super) fn extend(&mut self, is_armageddon: bool) {
        let games = if is_armageddon { 1 } else { 2 };
        self.pairs.push(vec![None; games]);
    }
}
