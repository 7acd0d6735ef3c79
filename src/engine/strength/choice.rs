//! The choice among the candidate moves.

use super::habit::LastMoves;
use super::level::{LevelParameters, StrengthLevel, has_few_pieces};
use super::material::material_balance;
use super::recorder::IterationScores;
use crate::board::Board;
use crate::search::{RootMove, SearchRequest};
use crate::types::{Move, Piece, Rng, Score};

/// The depth of a quick pass, in plies: a move, the reply, and the captures after it.
pub(super) const QUICK_PASS_DEPTH: u16 = 2;

/// A loss of material, as `SEE_VALUES` count, that is obvious to those who leave no piece hanging: the exchange (rook for
/// minor piece) ..
const OBVIOUS_EXCHANGE: i32 = 200;
/// .. and a pawn, when few pieces are left; before that, a habit.
const OBVIOUS_PAWN: i32 = 100;
/// A move whose score is at most so far below the best one, in internal units, is as good, whatever a quick pass says.
const SOUND_MARGIN: f64 = 75.0;
/// A move that is good in so many of the last iterations lasts.
const LASTING_ITERATIONS: usize = 3;
/// A move whose score is so far below the best lasting one, in internal units, is refuted, and what it takes does not count.
const REFUTED_MARGIN: f64 = 250.0;

/// The score of a mate on the board, in internal units, as a player weighs it ..
const MATE_WEIGHT: f64 = 6000.0;
/// .. what is taken off for each ply to it ..
const MATE_PLY_WEIGHT: f64 = 20.0;
/// .. and the largest weight of any other score.
const MAX_WEIGHT: f64 = 5000.0;
/// An advantage in internal units up to which errors are not smaller; with a multiple of it they are smaller by that factor,
/// since simple moves win.
const CLEAR_ADVANTAGE: f64 = 500.0;
/// What habit is worth beyond the score, as a share of the noise.
const HABIT_WORTH: f64 = 1.0;

/// Chooses the move of a level in a position.
pub(super) struct MoveChoice<'a> {
    level: StrengthLevel,
    parameters: &'a LevelParameters,
    request: &'a SearchRequest,
    last_moves: LastMoves,
    /// Of the game and the position.
    seed: u64,
}

impl<'a> MoveChoice<'a> {
    pub fn new(
        level: StrengthLevel,
        parameters: &'a LevelParameters,
        seed: u64,
        last_moves: LastMoves,
        request: &'a SearchRequest,
    ) -> Self {
        Self {
            level,
            parameters,
            request,
            last_moves,
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
        let attentive = uniform(&mut Rng::new(!self.seed)) < self.level.attention();
        // Without attention all moves look alike.
        let (mut kept, balance) = if attentive {
            let balance = self.material_balances(candidates);
            let kept = self.without_obvious_errors(iterations, candidates, &balance);
            (kept, balance)
        } else {
            ((0..candidates.len()).collect(), vec![0; candidates.len()])
        };
        kept.retain(|&index| !is_needless_underpromotion(candidates, index));
        let most = kept.iter().map(|&index| balance[index]).max();
        let loses_pawn = |index: usize| {
            most.is_some_and(|most| most.saturating_sub(balance[index]) >= OBVIOUS_PAWN)
        };
        kept.iter()
            .map(|&index| {
                let habit = self.habit(candidates[index].mv) - f64::from(loses_pawn(index));
                let believed =
                    self.judge(iterations, &candidates[index], deepest, errs_less, habit);
                (index, believed)
            })
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(index, _)| index)
    }

    /// What each move wins less what hangs after it, as far as one exchange shows; without bounds for a mate.
    fn material_balances(&self, lines: &[RootMove]) -> Vec<i32> {
        let board = &self.request.board;
        lines
            .iter()
            .map(|line| match line.score.mate_plies() {
                Some(1..) => i32::MAX,
                _ => material_balance(board, line.mv),
            })
            .collect()
    }

    fn habit(&self, mv: Move) -> f64 {
        self.last_moves.habit(&self.request.board, mv).into()
    }

    /// The indices of the moves that are no obvious errors. A level that looks for them takes what hangs, takes back, leaves
    /// nothing hanging, as far as one exchange shows, and misses no loss of a quick pass, unless it has seen a move through: it
    /// mates, or is as good as any in the last iterations.
    fn without_obvious_errors(
        &self,
        iterations: &[IterationScores],
        lines: &[RootMove],
        balance: &[i32],
    ) -> Vec<usize> {
        let quick: Vec<f64> = lines
            .iter()
            .map(|line| quick_weight(iterations, line))
            .collect();
        // What runs into a quick mate wins nothing, nor what loses far more than a move that lasts.
        let lasting: Vec<f64> = lines
            .iter()
            .map(|line| lasting_weight(iterations, line))
            .collect();
        let best = lasting.iter().copied().fold(f64::MIN, f64::max);
        let playable: Vec<usize> = (0..lines.len())
            .filter(|&index| quick[index] > -MAX_WEIGHT)
            .filter(|&index| best - weight(lines[index].score) < REFUTED_MARGIN)
            .collect();
        let is_seen_through = |index: usize| lasting[index] >= best - SOUND_MARGIN;
        let kept = self.keeping_material(lines, balance, &playable, is_seen_through);
        let best = kept
            .iter()
            .map(|&index| quick[index])
            .fold(f64::MIN, f64::max);
        let loss = f64::from(self.level.obvious_loss());
        let sound = weight(lines[0].score) - SOUND_MARGIN;
        let is_seen =
            |index: &usize| best - quick[*index] < loss || weight(lines[*index].score) >= sound;
        kept.into_iter().filter(is_seen).collect()
    }

    /// The indices of the moves than which no other one wins much more, as far as one exchange shows, or which are seen through,
    /// and which take back if that is possible, win something elsewhere, or are clearly better. What others win counts only in
    /// `playable` ones.
    fn keeping_material(
        &self,
        lines: &[RootMove],
        balance: &[i32],
        playable: &[usize],
        is_seen_through: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let board = &self.request.board;
        let most = playable.iter().map(|&index| balance[index]).max();
        let obvious = if has_few_pieces(board) {
            OBVIOUS_PAWN
        } else {
            OBVIOUS_EXCHANGE.max(self.level.obvious_loss())
        };
        let is_enough =
            |index: usize| most.is_none_or(|most| most.saturating_sub(balance[index]) < obvious);
        let takes_back = |index: usize| self.last_moves.takes_back(board, lines[index].mv);
        let mut playable = playable.iter().copied();
        let taking_back = playable.find(|&index| takes_back(index) && is_enough(index));
        let answers = |index: usize| {
            balance[index] >= OBVIOUS_PAWN
                || takes_back(index)
                || taking_back.is_none_or(|best| {
                    weight(lines[index].score) - weight(lines[best].score) > SOUND_MARGIN
                })
        };
        (0..lines.len())
            .filter(|&index| (is_enough(index) || is_seen_through(index)) && answers(index))
            .collect()
    }

    /// What the level believes a move to be worth, in internal units.
    fn judge(
        &self,
        iterations: &[IterationScores],
        line: &RootMove,
        deepest: u16,
        errs_less: f64,
        habit: f64,
    ) -> f64 {
        let mut rng = Rng::new(self.seed ^ u64::from(line.mv.bits()) << 32);
        let noise = (normal(&mut rng) + HABIT_WORTH * habit) * self.parameters.noise * errs_less;
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

/// The least weight of a move in the last half of the iterations, and in at least three, since what looks good at some depth
/// may be refuted beyond it.
fn lasting_weight(iterations: &[IterationScores], line: &RootMove) -> f64 {
    let last = (iterations.len() / 2).max(LASTING_ITERATIONS);
    let last = &iterations[iterations.len().saturating_sub(last)..];
    last.iter()
        .filter_map(|iteration| score_at(std::slice::from_ref(iteration), line.mv, u16::MAX))
        .map(weight)
        .fold(weight(line.score), f64::min)
}

/// True for a promotion to another piece that is hardly better than the one to a queen.
fn is_needless_underpromotion(lines: &[RootMove], index: usize) -> bool {
    let line = &lines[index];
    let is_queen = |other: &&RootMove| {
        other.mv.promotion() == Some(Piece::Queen) && other.mv.from_to() == line.mv.from_to()
    };
    line.mv
        .promotion()
        .is_some_and(|piece| piece != Piece::Queen)
        && lines
            .iter()
            .find(is_queen)
            .is_some_and(|queen| weight(line.score) - weight(queen.score) <= SOUND_MARGIN)
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
