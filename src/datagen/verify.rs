//! Verification: games are replayed and compared.

use super::SelfplayGame;
use crate::types::Rng;
use std::fmt;

/// The difference between a stored game and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayDifference {
    /// Another initial position or opening.
    Opening,
    /// Another move or expected score after so many plies, or none.
    Ply(usize),
    /// The same moves with another termination.
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
    /// A number of games.
    Games(u64),
    /// A share from 0 to 1; at least one game.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::{ExpectedScore, STANDARD_STARTPOS, SearchedMove, SelfplayTermination};
    use crate::types::{Move, MoveKind, Square};

    #[test]
    fn samples_are_as_large_as_was_asked() {
        let mut rng = Rng::new(1);
        for (sample, count, drawn) in [
            (ReplaySample::Games(20), 100, 20),
            (ReplaySample::Games(20), 7, 7),
            (ReplaySample::Games(0), 7, 0),
            (ReplaySample::Part(0.01), 4096, 41),
            (ReplaySample::Part(0.01), 3, 1),
            (ReplaySample::Part(1.0), 3, 3),
            (ReplaySample::Part(0.0), 3, 0),
        ] {
            let games = sample.draw(count, &mut rng);
            assert_eq!(games.len(), drawn, "{sample:?} of {count}");
            assert!(games.iter().all(|&game| game < count));
            assert!(games.is_sorted_by(|a, b| a < b));
        }
        let mut times = [0; 10];
        for _ in 0..10_000 {
            for game in ReplaySample::Games(3).draw(10, &mut rng) {
                times[game as usize] += 1;
            }
        }
        // 3000 are expected; the standard deviation is 46.
        assert!(
            times.iter().all(|times| (2800..3200).contains(times)),
            "{times:?}"
        );
    }

    #[test]
    fn games_are_compared_in_all_they_have() {
        let mv = |to| Move::new(Square::A1, to, MoveKind::Quiet);
        let ply = |to, expected_score| SearchedMove {
            mv: mv(to),
            expected_score: ExpectedScore(expected_score),
        };
        let game = SelfplayGame {
            startpos: [STANDARD_STARTPOS; 2],
            opening: vec![mv(Square::A2), mv(Square::A3)],
            plies: vec![ply(Square::A4, 1), ply(Square::A5, 2)],
            termination: SelfplayTermination::Threefold,
        };
        let changed = |change: &dyn Fn(&mut SelfplayGame)| {
            let mut other = game.clone();
            change(&mut other);
            let difference = ReplayDifference::between(&game, &other);
            assert_eq!(ReplayDifference::between(&other, &game), difference);
            difference
        };
        assert_eq!(changed(&|_| {}), None);
        let opening = Some(ReplayDifference::Opening);
        assert_eq!(changed(&|game| game.startpos[1] = 0), opening);
        assert_eq!(changed(&|game| game.opening[1] = mv(Square::B1)), opening);
        let second = Some(ReplayDifference::Ply(3));
        assert_eq!(changed(&|game| game.plies[1] = ply(Square::A5, 3)), second);
        assert_eq!(changed(&|game| game.plies[1] = ply(Square::A6, 2)), second);
        assert_eq!(changed(&|game| game.plies.truncate(1)), second);
        assert_eq!(
            changed(&|game| game.termination = SelfplayTermination::FiftyMoves),
            Some(ReplayDifference::Termination)
        );
    }
}
