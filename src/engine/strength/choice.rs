//! Chooses among the candidate moves.

use super::habit::LastMoves;
use super::level::{LevelParameters, StrengthLevel, has_few_pieces};
use super::material_count::material_balance;
use super::recorder::IterationScores;
use crate::board::Board;
use crate::search::{RootMove, SearchRequest};
use crate::types::{Move, Piece, Rng, Score};

/// The depth of a quick pass, in plies: a move, the reply, and the captures after it.
pub(super) const QUICK_PASS_DEPTH: u16 = 2;

/// A loss of material, in `SEE_VALUES`, that is obvious to players who hang no pieces: the exchange (rook for minor
/// piece).
const OBVIOUS_EXCHANGE: i32 = 200;
/// When few pieces are left, or the level counts pawns, the loss of a pawn is obvious too; otherwise it only counts as a
/// bad habit.
const OBVIOUS_PAWN: i32 = 100;
/// A move whose score is at most this far below the best, in internal units, counts as good, even if a quick pass shows
/// a loss.
const SOUND_MARGIN: f64 = 75.0;
/// A move lasts if it is good in at least this many of the last iterations.
const LASTING_ITERATIONS: usize = 3;
/// A move whose score is this far below the best lasting one, in internal units, counts as refuted, and its material
/// gain does not count.
const REFUTED_MARGIN: f64 = 250.0;

/// The weight of a mate on the board, in internal units.
const MATE_WEIGHT: f64 = 6000.0;
/// Subtracted from the weight of a mate for each ply to it, in internal units.
const MATE_PLY_WEIGHT: f64 = 20.0;
/// The largest weight of any other score, and the smallest of a mate, in internal units.
const MAX_WEIGHT: f64 = 5000.0;
/// Up to this advantage, in internal units, errors have full size. An advantage of twice as much halves them, and so
/// on, because simple moves win.
const CLEAR_ADVANTAGE: f64 = 500.0;
/// The value of a habit, in units of the noise.
const HABIT_WORTH: f64 = 1.0;

/// Chooses the move that a level plays in a position.
pub(super) struct MoveChoice<'a> {
    level: StrengthLevel,
    parameters: &'a LevelParameters,
    request: &'a SearchRequest,
    last_moves: LastMoves,
    /// Derived from the game and the position.
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

    /// A random number from 0 to 1 that depends only on the position and the game.
    pub fn random(&self) -> f64 {
        uniform(&mut Rng::new(self.seed))
    }

    /// The index of the chosen move among the last `lines`, sorted best first; `None` if there is none.
    pub fn choose(&self, iterations: &[IterationScores], lines: &[RootMove]) -> Option<usize> {
        let best = lines.first()?;
        if self.level.sees_mate_in_one() && best.score == Score::mate_in(1) {
            return Some(0);
        }
        let deepest = iterations.last().map_or(0, |iteration| iteration.depth);
        let candidates = &lines[..self.parameters.candidates.min(lines.len())];
        let errs_less = CLEAR_ADVANTAGE / weight(best.score).abs().max(CLEAR_ADVANTAGE);
        let mut rng = Rng::new(!self.seed);
        let attentive = uniform(&mut rng) < self.level.attention();
        let counts_pawns =
            has_few_pieces(&self.request.board) || uniform(&mut rng) < self.level.pawn_attention();
        // An inattentive level sees no difference between the moves.
        let (mut kept, balance) = if attentive {
            let balance = self.material_balances(candidates);
            let kept = self.without_obvious_errors(iterations, candidates, &balance, counts_pawns);
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

    /// For each move, the material that it wins minus what hangs after it, as far as one exchange shows; a mate counts
    /// as infinite.
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

    /// The indices of the moves without obvious errors. As far as one exchange shows, an attentive level takes hanging
    /// pieces, recaptures, and leaves nothing hanging; it also notices every obvious loss in a quick pass. Sacrifices
    /// are exempt: moves that mate, or are good enough in the last iterations.
    fn without_obvious_errors(
        &self,
        iterations: &[IterationScores],
        lines: &[RootMove],
        balance: &[i32],
        counts_pawns: bool,
    ) -> Vec<usize> {
        let quick: Vec<f64> = lines
            .iter()
            .map(|line| quick_weight(iterations, line))
            .collect();
        // A move that runs into a quick mate, or loses far more than a lasting move, wins nothing.
        let lasting: Vec<f64> = lines
            .iter()
            .map(|line| lasting_weight(iterations, line))
            .collect();
        let best = lasting.iter().copied().fold(f64::MIN, f64::max);
        let playable: Vec<usize> = (0..lines.len())
            .filter(|&index| quick[index] > -MAX_WEIGHT)
            .filter(|&index| best - weight(lines[index].score) < REFUTED_MARGIN)
            .collect();
        let least = if counts_pawns {
            OBVIOUS_PAWN
        } else {
            OBVIOUS_EXCHANGE.max(self.level.obvious_loss())
        };
        let kept = self.keeping_material(lines, balance, &playable, &lasting, least);
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

    /// The indices of the moves that pass two tests. First, no `playable` move wins at least `obvious` more as far as one
    /// exchange shows, or the move is a sacrifice whose `lasting` weight justifies it. Second, if a recapture is possible,
    /// the move recaptures, wins something elsewhere, or is clearly better.
    fn keeping_material(
        &self,
        lines: &[RootMove],
        balance: &[i32],
        playable: &[usize],
        lasting: &[f64],
        obvious: i32,
    ) -> Vec<usize> {
        let board = &self.request.board;
        let most = playable.iter().map(|&index| balance[index]).max();
        let is_enough =
            |index: usize| most.is_none_or(|most| most.saturating_sub(balance[index]) < obvious);
        let without_sacrifice = (0..lines.len())
            .filter(|&index| is_enough(index))
            .map(|index| lasting[index])
            .fold(f64::MIN, f64::max);
        let demanded = without_sacrifice + self.level.sacrifice_margin();
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
            .filter(|&index| (is_enough(index) || lasting[index] >= demanded) && answers(index))
            .collect()
    }

    /// The value of a move in the eyes of the level, in internal units.
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

    /// The depth to which the level sees a move.
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

    /// The score of a move without searching the replies.
    fn static_score(&self, mv: Move) -> Score {
        let mut board: Board = self.request.board;
        board.play(mv);
        -self.request.evaluation.evaluate(&board)
    }
}

/// The weight of a move in a quick pass: the lower one of the first two plies, since a check at the horizon can look
/// like a win.
fn quick_weight(iterations: &[IterationScores], line: &RootMove) -> f64 {
    let at = |depth| weight(score_at(iterations, line.mv, depth).unwrap_or(line.score));
    at(1).min(at(QUICK_PASS_DEPTH))
}

/// The lowest weight of a move in the last half of the iterations, and in at least three, since a move that looks good
/// at some depth may be refuted beyond it.
fn lasting_weight(iterations: &[IterationScores], line: &RootMove) -> f64 {
    let last = (iterations.len() / 2).max(LASTING_ITERATIONS);
    let last = &iterations[iterations.len().saturating_sub(last)..];
    last.iter()
        .filter_map(|iteration| score_at(std::slice::from_ref(iteration), line.mv, u16::MAX))
        .map(weight)
        .fold(weight(line.score), f64::min)
}

/// True for an underpromotion that is hardly better than the promotion to a queen.
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

/// The score of a move in the deepest iteration up to `depth` that has one, or else in the first that has one.
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

/// A score in internal units, with limits on mates.
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

/// An approximately normal random number with mean 0 and standard deviation 1, between -3.5 and 3.5 (Irwin-Hall, four
/// terms).
fn normal(rng: &mut Rng) -> f64 {
    let sum: f64 = (0..4).map(|_| uniform(rng)).sum();
    (sum - 2.0) * 3f64.sqrt()
}
