//! The main search: principal variation search with a list of questions that may spare it.

use super::extend::extension;
use super::history::bonus;
use super::movepick::MovePicker;
use super::params::{PLY, REDUCTION_MIN_DEPTH};
use super::prune_move::{MoveContext, PruneDecision};
use super::prune_node::reverse_futility;
use super::reduce::{Late, reduction};
use super::window::{NodeType, NonPvNode, PvNode, Window};
use super::worker::SearchWorker;
use crate::tt::{Bound, TtHit, TtWrite};
use crate::types::{MAX_PLY, Move, Score};
use arrayvec::ArrayVec;

/// Moves that have failed in a node; more than this many are not worth remembering.
type Failed = ArrayVec<Move, 32>;

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct NodeInfo {
    /// The table's entry.
    pub hit: Option<TtHit>,
    /// The evaluation as it is stored; `None` in check.
    pub raw: Option<Score>,
    /// The evaluation less what an approaching end of the fifty moves takes away; `None` in check.
    pub eval: Option<Score>,
    /// The evaluation, or the table's score where that is known to be nearer to the truth; `None` in check.
    pub bounded: Option<Score>,
    /// The evaluation is better than at the side's last move or the one before.
    pub improving: bool,
    /// The position is or was on a principal variation.
    pub tt_pv: bool,
}

#[cfg(test)]
impl NodeInfo {
    /// What is known of a node with this evaluation in centipawns that the table does not know.
    pub(super) fn evaluated(eval: Option<i32>) -> Self {
        let eval = eval.map(Score::cp);
        Self {
            hit: None,
            raw: eval,
            eval,
            bounded: eval,
            improving: false,
            tt_pv: false,
        }
    }
}

/// The state of a node whose moves are being tried.
struct NodeState {
    best: Score,
    best_move: Option<Move>,
    count: usize,
    quiets: Failed,
    noisies: Failed,
}

impl SearchWorker<'_> {
    /// The score of the position on top of the stack: exact inside the window, a bound outside it.
    /// `None`: the search has been stopped and nothing is known.
    pub(super) fn search<N: NodeType>(
        &mut self,
        mut window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Option<Score> {
        let depth = depth + extension(self.stack.top());
        if depth <= 0 {
            return self.quiesce::<N>(window);
        }
        if let Some(score) = self.enter::<N>(&mut window)? {
            return Some(score);
        }
        let hit = self.probe();
        if let Some(score) = self.table_cutoff::<N>(hit.as_ref(), window, depth) {
            return Some(score);
        }
        let node = self.assess::<N>(hit);
        if !N::PV {
            if let Some(score) = reverse_futility(&node, window, depth) {
                return Some(score);
            }
            if let Some(score) = self.null_move(&node, window, depth)? {
                return Some(score);
            }
        }

        let alpha = window.alpha;
        let mut progress = NodeState {
            best: -Score::INFINITE,
            best_move: None,
            count: 0,
            quiets: Failed::new(),
            noisies: Failed::new(),
        };
        let mut picker = MovePicker::new(hit.and_then(|hit| hit.mv));
        while let Some(mv) = picker.next(&self.context()) {
            if N::ROOT && !self.root.is_searched(mv) {
                continue;
            }
            progress.count += 1;
            if N::ROOT
                && let Some(pilot) = &mut self.pilot
            {
                pilot.current_move(self.shared, mv, progress.count);
            }
            let candidate = self.candidate(mv, &node, depth, progress.count);
            if !N::ROOT && !progress.best.is_loss() {
                match self.prune_move(&candidate, &node, window, &mut progress.best) {
                    PruneDecision::Keep => {}
                    PruneDecision::Skip => continue,
                    PruneDecision::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let score = self.step::<N>(&candidate, &node, window, cut_node)?;
            if self.weigh::<N>(mv, score, &mut window, &mut progress) {
                break;
            }
        }
        Some(self.finish::<N>(&node, alpha, window, depth, &progress))
    }

    /// What ends or spares a node before anything is looked up, in this order: stop, a repetition that can be had,
    /// draws by rule, the end of the stack, mates nearer than any that could be found here.
    #[inline]
    pub(super) fn enter<N: NodeType>(&mut self, window: &mut Window) -> Option<Option<Score>> {
        let ply = self.stack.ply;
        if N::PV {
            self.pv.clear(ply);
            self.sel_depth = self.sel_depth.max(ply);
        }
        if N::ROOT {
            self.poll()?;
            return Some(None);
        }
        self.poll()?;
        if window.alpha < Score::ZERO && self.can_repeat() && !window.raise(Score::ZERO) {
            return Some(Some(Score::ZERO));
        }
        if let Some(score) = self.end_by_rule::<N>() {
            return Some(Some(score));
        }
        if ply >= MAX_PLY - 1 {
            let in_check = self.stack.top().board.in_check();
            return Some(Some(if in_check {
                Score::ZERO
            } else {
                self.evaluate()
            }));
        }
        window.alpha = window.alpha.max(Score::mated_in(ply));
        window.beta = window.beta.min(Score::mate_in(ply + 1));
        if window.alpha >= window.beta {
            return Some(Some(window.alpha));
        }
        Some(None)
    }

    /// The table's score, where it was searched deep enough and decides. When the clock is about to run out, nothing
    /// that was found at another time does.
    #[inline]
    fn table_cutoff<N: NodeType>(
        &self,
        hit: Option<&TtHit>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let hit = hit?;
        let clock = self.stack.top().board.halfmove_clock();
        if N::PV || hit.depth < depth || clock >= 90 {
            return None;
        }
        decides(hit, hit.score(self.stack.ply, clock), window)
    }

    /// What is known of the position before any move: evaluation, table, trend.
    pub(super) fn assess<N: NodeType>(&mut self, hit: Option<TtHit>) -> NodeInfo {
        let ply = self.stack.ply;
        let in_check = self.stack.top().board.in_check();
        let tt_pv = N::PV || hit.is_some_and(|hit| hit.pv);
        let raw = if in_check {
            None
        } else {
            Some(
                hit.and_then(|hit| hit.eval)
                    .unwrap_or_else(|| self.evaluate()),
            )
        };
        let clock = self.stack.top().board.halfmove_clock();
        let eval = raw.map(|raw| damped(raw, clock));
        self.stack.top_mut().static_eval = eval;
        let bounded = eval.map(|eval| match hit {
            Some(hit) => {
                let score = hit.score(ply, clock);
                let nearer = if score > eval {
                    hit.bound.is_lower()
                } else {
                    hit.bound.is_upper()
                };
                if nearer && !score.is_decisive() {
                    score
                } else {
                    eval
                }
            }
            None => eval,
        });
        let earlier = self
            .stack
            .back(2)
            .static_eval
            .or(self.stack.back(4).static_eval);
        let improving = matches!((eval, earlier), (Some(now), Some(then)) if now > then);
        NodeInfo {
            hit,
            raw,
            eval,
            bounded,
            improving,
            tt_pv,
        }
    }

    fn candidate(&self, mv: Move, node: &NodeInfo, depth: i32, number: usize) -> MoveContext {
        let board = &self.stack.top().board;
        let quiet = mv.is_quiet();
        let context = self.context();
        let history = if quiet {
            context.quiet_history(mv)
        } else {
            context.noisy_history(mv)
        };
        MoveContext {
            mv,
            depth,
            number,
            quiet,
            history,
            direct_check: board.gives_direct_check(mv),
            improving: node.improving,
        }
    }

    /// Plays a move and searches what follows: late moves reduced first, all but the first with a window that only
    /// asks whether they are better.
    fn step<N: NodeType>(
        &mut self,
        candidate: &MoveContext,
        node: &NodeInfo,
        window: Window,
        cut_node: bool,
    ) -> Option<Score> {
        let &MoveContext {
            mv,
            depth,
            number,
            quiet,
            history,
            ..
        } = candidate;
        let new_depth = depth - 1;
        let nodes_before = self.nodes;
        self.make(mv);
        let mut score = Score::ZERO;
        let mut full_depth = !N::PV || number > 1;
        if depth >= REDUCTION_MIN_DEPTH && number > 1 + usize::from(N::ROOT) {
            let r = reduction(&Late {
                depth,
                number,
                quiet,
                pv: N::PV,
                tt_pv: node.tt_pv,
                cut_node,
                improving: node.improving,
                check: self.stack.top().board.in_check(),
                tt_capture: node
                    .hit
                    .and_then(|hit| hit.mv)
                    .is_some_and(Move::is_capture),
                history,
            });
            let reduced = ((new_depth * PLY - r + PLY / 2) / PLY).clamp(1, new_depth);
            score = -self.search::<NonPvNode>(window.zero_at_alpha(), reduced, true)?;
            full_depth = score > window.alpha && reduced < new_depth;
        }
        if full_depth {
            score = -self.search::<NonPvNode>(window.zero_at_alpha(), new_depth, !cut_node)?;
        }
        if N::PV && (number == 1 || score > window.alpha) {
            score = -self.search::<PvNode>(-window, new_depth, false)?;
        }
        self.unmake();
        if N::ROOT {
            self.root.record(
                mv,
                number == 1,
                score,
                window,
                self.nodes - nodes_before,
                self.sel_depth,
                self.pv,
            );
        }
        Some(score)
    }

    /// Enters a score into the books of the node; true if it ends the node.
    fn weigh<N: NodeType>(
        &mut self,
        mv: Move,
        score: Score,
        window: &mut Window,
        progress: &mut NodeState,
    ) -> bool {
        progress.best = progress.best.max(score);
        if !window.fails_low(score) {
            progress.best_move = Some(mv);
            if N::PV {
                self.pv.raise(self.stack.ply, mv);
            }
            if !window.raise(score) {
                return true;
            }
        }
        if progress.best_move != Some(mv) {
            let failed = if mv.is_quiet() {
                &mut progress.quiets
            } else {
                &mut progress.noisies
            };
            // A full list has room for no more, and needs none.
            let _ = failed.try_push(mv);
        }
        false
    }

    /// After the last move: mate or stalemate, what is to be remembered, and the score.
    fn finish<N: NodeType>(
        &mut self,
        node: &NodeInfo,
        alpha: Score,
        window: Window,
        depth: i32,
        progress: &NodeState,
    ) -> Score {
        if progress.count == 0 {
            let in_check = self.stack.top().board.in_check();
            return if in_check {
                Score::mated_in(self.stack.ply)
            } else {
                Score::ZERO
            };
        }
        let bound = if window.fails_high(progress.best) {
            Bound::Lower
        } else if N::PV && progress.best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Lower
            && let Some(mv) = progress.best_move
        {
            self.remember(mv, depth, &progress.quiets, &progress.noisies);
        }
        if !N::ROOT || self.root.line == 0 {
            self.store(&TtWrite {
                mv: progress.best_move,
                score: progress.best,
                eval: node.raw,
                depth,
                bound,
                pv: node.tt_pv,
            });
        }
        progress.best
    }

    /// A cutoff: the move that made it is rewarded, those tried before it are punished.
    fn remember(&mut self, best: Move, depth: i32, quiets: &[Move], noisies: &[Move]) {
        let bonus = bonus(depth);
        if best.is_quiet() {
            // The first quiet move at little depth has proved nothing.
            if depth > 3 || !quiets.is_empty() {
                self.update_quiet(best, bonus);
            }
            for &mv in quiets {
                self.update_quiet(mv, -bonus);
            }
        } else {
            self.update_noisy(best, bonus);
        }
        for &mv in noisies {
            self.update_noisy(mv, -bonus);
        }
    }
}

/// The score of a table entry, if its bound decides the window.
#[inline]
pub(super) fn decides(hit: &TtHit, score: Score, window: Window) -> Option<Score> {
    let decides = match hit.bound {
        Bound::Exact => true,
        Bound::Lower => window.fails_high(score),
        Bound::Upper => window.fails_low(score),
    };
    decides.then_some(score)
}

/// An evaluation nears the draw as the half-move clock nears its limit.
#[inline]
pub(super) fn damped(eval: Score, clock: u16) -> Score {
    Score::cp(eval.value() * (200 - i32::from(clock.min(100))) / 200)
}
