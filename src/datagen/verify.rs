//! Verification: replays games and compares them.

use super::SelfplayGame;
use crate::types::Rng;
use std::fmt;

/// The difference between a stored game and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayDifference {
    /// The initial position or the opening differs.
    Opening,
    /// The move or expected score after this many plies differs, or is missing.
    Ply(usize),
    /// The moves agree, but the termination differs.
    Termination,
}

impl ReplayDifference {
    /// The first difference between two games.
    pub fn between(stored: &SelfplayGame, played: &SelfplayGame) -> Option<Self> {
        if (stored.startpos, &stored.opening) != (played.startpos, &played.opening) {
            return Some(Self::Opening);
        }
        let same = stored.plies.iter().zip(&played.plies);
        let same = same.take_while(|(a, b)| a == b).count();
        if same < stored.plies.len().max(played.plies.len()) {
            return Some(Self::Ply(stored.opening.len() + same));
        }
        (stored.termination != played.termination).then_some(Self::Termination)
    }
}

impl fmt::Display for ReplayDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str("another opening"),
            Self::Ply(ply) => write!(f, "another move or score after ply {ply}"),
            Self::Termination => f.write_str("another termination"),
        }
    }
}

/// How many games of a shard to replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReplaySample {
    /// This many games.
    Games(u64),
    /// A fraction from 0 to 1; at least one game.
    Part(f64),
}

impl ReplaySample {
    /// Draws random games out of `count`: their indices in order.
    pub fn draw(self, count: u64, rng: &mut Rng) -> Vec<u64> {
        let wanted = match self {
            Self::Games(games) => games,
            Self::Part(part) => (count as f64 * part).ceil() as u64,
        };
        let mut wanted = wanted.min(count);
        let mut drawn = Vec::new();
        // Selection sampling (Knuth, algorithm S).
        for index in 0..count {
            if (rng.below((count - index) as usize) as u64) < wanted {
                drawn.push(index);
                wanted -= 1;
            }
        }
        drawn
    }
}
