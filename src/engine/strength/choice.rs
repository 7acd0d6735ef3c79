//! The choice among the candidate moves.

use super::level::{LevelParameters, StrengthLevel};
use super::recorder::IterationScores;
use crate::board::Board;
use crate::search::{RootMove, SearchRequest};
use crate::types::{Move, Rng, Score};

/// The depth of a quick pass, in plies: a move, the reply, and the captures after it.
pub(super) const QUICK_PASS_DEPTH: u16 = 2;

/// The score of a mate on the board, in centipawns, as a player weighs it ..
const MATE_WEIGHT: f64 = 3000.0;
/// .. what is taken off for each ply to it ..
const MATE_PLY_WEIGHT: f64 = 20.0;
/// .. and the largest weight of any other score.
const MAX_WEIGHT: f64 = 2000.0;

/// Chooses the move of a level in a position.
pub(super) struct MoveChoice<'a> {
    level: StrengthLevel,
    parameters: &'a LevelParameters,
    request: &'a SearchRequest,
    /// Of the game and the position.
    seed: u64,
}

impl<'a> MoveChoice<'a> {
    pub fn new(
        level: StrengthLevel,
        parameters: &'a LevelParameters,
        seed: u64,
        request: &'a SearchRequest,
    ) -> Self {
        Self {
            level,
            parameters,
            request,
            seed: seed ^ request.board.key().0,
        }
    }

    /// A random number from 0 to 1 that belongs to the position.
    pub fn random(&self) -> f64 {
        uniform(&mut Rng::new(self.seed))
    }

    /// The index of the chosen one of the last `lines`, which are sorted best first; `None` if there is none.
    pub fn choose(&self, iterations: &[IterationScores], lines: &[RootMove]) -> Option<usize> {
        let best = lines.first()?;
        if self.level.sees_mate_in_one() && best.score == Score::mate_in(1) {
            return Some(0);
        }
        let deepest = iterations.last().map_or(0, |iteration| iteration.depth);
        let quick_weight = |mv| {
            weight(score_at(iterations, mv, QUICK_PASS_DEPTH.min(deepest)).unwrap_or(best.score))
        };
        let best_quickly = lines
            .iter()
            .map(|line| quick_weight(line.mv))
            .fold(f64::MIN, f64::max);
        let is_obvious_error = |line: &RootMove| {
            let loss = self.level.obvious_loss();
            loss.is_some_and(|loss| best_quickly - quick_weight(line.mv) >= f64::from(loss))
        };
        let candidates = lines.iter().take(self.parameters.candidates).enumerate();
        candidates
            .filter(|&(index, line)| index == 0 || !is_obvious_error(line))
            .map(|(index, line)| (index, self.judge(iterations, line, deepest)))
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(index, _)| index)
    }

    /// What the level believes a move to be worth, in centipawns.
    fn judge(&self, iterations: &[IterationScores], line: &RootMove, deepest: u16) -> f64 {
        let mut rng = Rng::new(self.seed ^ u64::from(line.mv.bits()) << 32);
        let noise = normal(&mut rng) * self.parameters.noise;
        let seen = match self.horizon(deepest, &mut rng) {
            0 => self.static_score(line.mv),
            depth => score_at(iterations, line.mv, depth).unwrap_or(line.score),
        };
        weight(seen) + noise
    }

    /// The depth to which a move is seen.
    fn horizon(&self, deepest: u16, rng: &mut Rng) -> u16 {
        let LevelParameters {
            depth, oversight, ..
        } = *self.parameters;
        let mut horizon = deepest;
        if uniform(rng) < depth.ceil() - depth {
            horizon = horizon.saturating_sub(1);
        }
        while horizon > 0 && uniform(rng) < oversight {
            horizon -= 1;
        }
        horizon
    }

    /// The score of a move without a look at the replies.
    fn static_score(&self, mv: Move) -> Score {
        let mut board: Board = self.request.board;
        board.play(mv);
        -self.request.evaluation.evaluate(&board)
    }
}

/// The score of a move in the deepest iteration up to `depth` that has one, or in the first one that has.
fn score_at(iterations: &[IterationScores], mv: Move, depth: u16) -> Option<Score> {
    let up_to = iterations.partition_point(|iteration| iteration.depth <= depth);
    let (near, far) = iterations.split_at(up_to);
    let find = |iteration: &IterationScores| {
        let mut scores = iteration.scores.iter();
        scores
            .find(|(other, _)| *other == mv)
            .map(|&(_, score)| score)
    };
    near.iter().rev().chain(far).find_map(find)
}

/// A score in centipawns, with mates not beyond all measure.
fn weight(score: Score) -> f64 {
    match score.mate_plies() {
        Some(plies) => {
            let distance = MATE_PLY_WEIGHT * f64::from(plies.abs());
            (MATE_WEIGHT - distance)
                .max(MAX_WEIGHT)
                .copysign(f64::from(plies))
        }
        None => f64::from(score.value()).clamp(-MAX_WEIGHT, MAX_WEIGHT),
    }
}

/// A random number from 0 to 1.
fn uniform(rng: &mut Rng) -> f64 {
    (rng.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// A random number with mean 0 and standard deviation 1 that is nearly normally distributed, between -3.5 and 3.5 (Irwin-Hall,
/// four terms).
fn normal(rng: &mut Rng) -> f64 {
    let sum: f64 = (0..4).map(|_| uniform(rng)).sum();
    (sum - 2.0) * 3f64.sqrt()
}
