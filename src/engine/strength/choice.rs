//! The choice among the candidate moves.

use super::level::{LevelParameters, StrengthLevel};
use super::material::material_balance;
use super::recorder::IterationScores;
use crate::board::Board;
use crate::search::{RootMove, SearchRequest};
use crate::types::{Move, Rng, Score};

/// The depth of a quick pass, in plies: a move, the reply, and the captures after it.
pub(super) const QUICK_PASS_DEPTH: u16 = 2;

/// A loss in one exchange, as `SEE_VALUES` count, that is obvious to those who leave no piece hanging: the exchange (rook for
/// minor piece) is not.
const OBVIOUS_EXCHANGE: i32 = 250;
/// The depth and the number of iterations in a row in which a move must be the best to be seen through.
const SEEN_THROUGH_DEPTH: u16 = 3;
const SEEN_THROUGH_ITERATIONS: usize = 3;

/// The score of a mate on the board, in internal units, as a player weighs it ..
const MATE_WEIGHT: f64 = 6000.0;
/// .. what is taken off for each ply to it ..
const MATE_PLY_WEIGHT: f64 = 20.0;
/// .. and the largest weight of any other score.
const MAX_WEIGHT: f64 = 5000.0;
/// An advantage in internal units up to which errors are not smaller; with a multiple of it they are smaller by that factor,
/// since simple moves win.
const CLEAR_ADVANTAGE: f64 = 500.0;
/// What castling is worth beyond its score, and what giving a right to it up costs, as a share of the noise.
const CASTLING_WORTH: f64 = 0.5;

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
        let candidates = &lines[..self.parameters.candidates.min(lines.len())];
        let errs_less = CLEAR_ADVANTAGE / weight(best.score).abs().max(CLEAR_ADVANTAGE);
        self.without_obvious_errors(iterations, candidates)
            .into_iter()
            .map(|index| {
                let believed = self.judge(iterations, &candidates[index], deepest, errs_less);
                (index, believed)
            })
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(index, _)| index)
    }

    /// The indices of the moves that are no obvious errors. A level that looks for them takes what hangs and leaves nothing
    /// hanging, as far as one exchange shows, and misses no loss of a quick pass, unless it has seen a move through.
    fn without_obvious_errors(
        &self,
        iterations: &[IterationScores],
        lines: &[RootMove],
    ) -> Vec<usize> {
        let all = 0..lines.len();
        if uniform(&mut Rng::new(!self.seed)) >= self.level.attention() {
            return all.collect();
        }
        let loss = self.level.obvious_loss();
        let quick: Vec<f64> = lines
            .iter()
            .map(|line| quick_weight(iterations, line))
            .collect();
        let material: Vec<i32> = lines
            .iter()
            .map(|line| match line.score.mate_plies() {
                Some(1..) => i32::MAX,
                _ => material_balance(&self.request.board, line.mv),
            })
            .collect();
        let seen_through = is_seen_through(iterations, &lines[0]).then_some(0);
        let exchange = OBVIOUS_EXCHANGE.max(loss);
        // What runs into a quick mate wins nothing.
        let most = all
            .clone()
            .filter(|&index| quick[index] > -MAX_WEIGHT)
            .map(|index| material[index])
            .max();
        let keeps_material = |index: &usize| {
            most.is_none_or(|most| most.saturating_sub(material[*index]) < exchange)
                || seen_through == Some(*index)
        };
        let kept: Vec<usize> = all.filter(keeps_material).collect();
        let best = kept
            .iter()
            .map(|&index| quick[index])
            .fold(f64::MIN, f64::max);
        let is_seen =
            |index: &usize| best - quick[*index] < f64::from(loss) || seen_through == Some(*index);
        kept.into_iter().filter(is_seen).collect()
    }

    /// What the level believes a move to be worth, in internal units.
    fn judge(
        &self,
        iterations: &[IterationScores],
        line: &RootMove,
        deepest: u16,
        errs_less: f64,
    ) -> f64 {
        let mut rng = Rng::new(self.seed ^ u64::from(line.mv.bits()) << 32);
        let principle = CASTLING_WORTH * castling_sense(&self.request.board, line.mv);
        let noise = (normal(&mut rng) + principle) * self.parameters.noise * errs_less;
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

/// The weight of a move in a quick pass: the worse one of the first two plies, since a check at the horizon can look like a
/// win.
fn quick_weight(iterations: &[IterationScores], line: &RootMove) -> f64 {
    let at = |depth| weight(score_at(iterations, line.mv, depth).unwrap_or(line.score));
    at(1).min(at(QUICK_PASS_DEPTH))
}

/// True if the best move mates, or was the best in the last iterations of some depth.
fn is_seen_through(iterations: &[IterationScores], best: &RootMove) -> bool {
    let is_best = |iteration: &IterationScores| {
        iteration.depth >= SEEN_THROUGH_DEPTH
            && iteration.scores.first().map(|&(mv, _)| mv) == Some(best.mv)
    };
    let last = iterations.iter().rev().take(SEEN_THROUGH_ITERATIONS);
    best.score.mate_plies().is_some_and(|plies| plies > 0)
        || iterations.len() >= SEEN_THROUGH_ITERATIONS && last.into_iter().all(is_best)
}

/// 1 for castling, -1 for another move with which the side to move gives up a right to castle, otherwise 0.
fn castling_sense(board: &Board, mv: Move) -> f64 {
    let rights = |board: &Board, color| (board.castling_rights() & board.colors(color)).count();
    let color = board.stm();
    let mut after = *board;
    after.play(mv);
    if mv.is_castling() {
        1.0
    } else if rights(&after, color) < rights(board, color) {
        -1.0
    } else {
        0.0
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

/// A score in internal units, with mates not beyond all measure.
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
