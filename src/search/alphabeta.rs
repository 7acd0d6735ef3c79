//! The main search: principal variation search (PVS) in a fail-soft alpha-beta framework.

use super::extensions::Singularity;
use super::history::history_bonus;
use super::movepick::MovePicker;
use super::node::{MoveContext, MoveLoopState, NodeInfo, Stopped};
use super::node_entry::NodeEntry;
use super::params::{
    HINDSIGHT_DEEPER_REDUCTION, HISTORY_FIRST_QUIET_DEPTH, HISTORY_MALUS_PERCENT,
    IIR_CUT_NODE_DEPTH, IIR_MIN_DEPTH, LMR_MIN_DEPTH, PLY, PRIOR_MOVE_BONUS_PERCENT,
    PRIOR_MOVE_LATE, TT_CUTOFF_EARLY_MOVES,
};
use super::prune_move::{PruneDecision, late_quiets};
use super::prune_node::{reverse_futility, small_probcut};
use super::reductions::reduction;
use super::tunables::{hindsight_margin, research_deeper_margin};
use super::window::{NodeType, NonPvNode, PvNode, Window};
use super::worker::SearchWorker;
use crate::tt::{Bound, TtHit, TtWrite};
use crate::types::{Move, Score};

impl SearchWorker<'_> {
    /// Searches the position on top of the stack. Fail-soft: exact inside the window, else a bound.
    pub(super) fn search<N: NodeType>(
        &mut self,
        mut window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if depth <= 0 {
            return self.quiesce::<N>(window);
        }
        let floor = match self.enter_node::<N>(&mut window)? {
            NodeEntry::Done(score) => return Ok(score),
            NodeEntry::Search { floor } => floor,
        };
        let score = self.search_node::<N>(window, depth, cut_node)?;
        Ok(self.with_claims(score, floor))
    }

    /// Searches a node where the game is not over.
    fn search_node<N: NodeType>(
        &mut self,
        window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        let tt_hit = self.probe_tt();
        if let Some(score) = self.tt_cutoff::<N>(tt_hit.as_ref(), window, depth) {
            if window.fails_high(score) {
                if let Some(mv) = tt_hit.and_then(|hit| hit.mv) {
                    self.reward_tt_move(mv, depth);
                }
                if self.stack.back(1).move_count <= TT_CUTOFF_EARLY_MOVES {
                    self.update_prior_continuation(-history_bonus(depth));
                }
            }
            return Ok(score);
        }
        if self.wants_tables::<N>(depth) {
            return self.search_table_node::<N>(tt_hit, window, depth, cut_node);
        }
        self.search_unproved_node::<N>(tt_hit, window, depth, cut_node)
    }

    /// Searches a node that neither the transposition table nor the endgame tables decide.
    #[inline(always)]
    pub(super) fn search_unproved_node<N: NodeType>(
        &mut self,
        tt_hit: Option<TtHit>,
        window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        self.stack.clear_grandchild_cutoffs();
        let mut node = self.evaluate_node::<N>(tt_hit, depth, cut_node);
        self.update_by_eval_difference();
        node.depth = self.hindsight_depth(&node);
        if !N::PV
            && self.may_prune()
            && let Some(score) = self.prune_node(&node, window)?
        {
            if tt_hit.is_none() && self.probe_tt().is_none() {
                self.store_raw_eval(&node);
            }
            return Ok(score);
        }
        // An evaluation that reaches beta needs no earlier one to compare with.
        node.improving |= node.static_eval.is_some_and(|eval| eval >= window.beta);
        if !N::ROOT {
            node.depth -= internal_iterative_reduction(&node, N::PV);
        }
        self.prepare_ordering();
        self.evaluator.prepare(&self.stack.top().board);
        match self.singular_extension::<N>(&node, window)? {
            Singularity::Extension(plies) => self.move_loop::<N>(&node, window, plies),
            Singularity::Multicut(score) => Ok(score),
        }
    }

    /// Stores the raw evaluation alone, with an upper bound that holds for every position, so that the
    /// next visit need not compute it.
    fn store_raw_eval(&self, node: &NodeInfo) {
        self.store_tt(&TtWrite {
            mv: None,
            score: Score::INFINITE,
            eval: node.raw_eval,
            depth: 0,
            bound: Bound::Upper,
            pv: false,
        });
    }

    /// Hindsight: corrects the depth of a reduced node by how the evaluation has changed since.
    fn hindsight_depth(&self, node: &NodeInfo) -> i32 {
        let reduction = self.stack.top().reduction;
        let (Some(eval), Some(parent_eval)) = (node.static_eval, self.stack.back(1).static_eval)
        else {
            return node.depth;
        };
        let gain = eval.value() + parent_eval.value();
        if reduction >= HINDSIGHT_DEEPER_REDUCTION && gain < 0 {
            node.depth + 1
        } else if reduction > 0 && node.depth > 1 && !node.tt_pv && gain > hindsight_margin() {
            node.depth - 1
        } else {
            node.depth
        }
    }

    /// Pruning before the move loop, in nodes off the principal variation.
    fn prune_node(&mut self, node: &NodeInfo, window: Window) -> Result<Option<Score>, Stopped> {
        if let Some(score) = self.razoring(node, window)? {
            return Ok(Some(score));
        }
        if let Some(score) = reverse_futility(node, window, self.stack.top().move_history) {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(node, window)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.probcut(node, window)? {
            return Ok(Some(score));
        }
        Ok(small_probcut(node, window))
    }

    /// Searches the moves of a node except the excluded one; the TT move is extended by
    /// `tt_move_extension` plies.
    pub(super) fn move_loop<N: NodeType>(
        &mut self,
        node: &NodeInfo,
        mut window: Window,
        tt_move_extension: i32,
    ) -> Result<Score, Stopped> {
        let mut state = MoveLoopState::new(window);
        // At the root, each PV line has a best move of its own.
        let mut picker = MovePicker::new(if N::ROOT {
            Some(self.root.current().mv)
        } else {
            node.tt_move()
        });
        loop {
            let prunes = !N::ROOT && !state.best_score.is_loss() && self.may_prune();
            if prunes
                && picker.has_quiets()
                && let Some(score) = late_quiets(node, window, state.move_count + 1)
            {
                state.best_score = state.best_score.max(score);
                picker.skip_quiets_without_check(&self.stack.top().board);
            }
            let Some(mv) = picker.next(&self.ordering_context()) else {
                break;
            };
            if node.excluded == Some(mv) || N::ROOT && !self.root.is_candidate(mv) {
                continue;
            }
            self.prefetch_tt(mv);
            state.move_count += 1;
            self.stack.top_mut().move_count = state.move_count;
            if N::ROOT
                && let Some(manager) = &mut self.manager
            {
                manager.report_current_move(self.shared, mv, state.move_count);
            }
            let context = MoveContext {
                bad_noisy: picker.in_bad_noisies(),
                extension: if node.tt_move() == Some(mv) {
                    tt_move_extension
                } else {
                    0
                },
                ..self.move_context(mv, state.move_count)
            };
            if prunes {
                match self.prune_move(&context, node, window, &mut state.best_score) {
                    PruneDecision::Search => {}
                    PruneDecision::Skip => continue,
                    PruneDecision::Stop => break,
                }
            }
            let score = self.search_move::<N>(&context, node, window, state.best_score)?;
            if self.update_best::<N>(mv, score, &mut window, &mut state) {
                break;
            }
        }
        Ok(self.finish_node::<N>(node, &state))
    }

    fn move_context(&self, mv: Move, move_count: usize) -> MoveContext {
        let ordering = self.ordering_context();
        let quiet = mv.is_quiet();
        MoveContext {
            mv,
            move_count,
            quiet,
            history: if quiet {
                ordering.quiet_history(mv)
            } else {
                ordering.noisy_history(mv)
            },
            bad_noisy: false,
            extension: 0,
        }
    }

    /// Searches a move by PVS: late moves with reduced depth and a null window; then, if they raise
    /// alpha, with full depth and a null window; then, in PV nodes, with the full window.
    fn search_move<N: NodeType>(
        &mut self,
        context: &MoveContext,
        node: &NodeInfo,
        window: Window,
        best_score: Score,
    ) -> Result<Score, Stopped> {
        let &MoveContext { mv, move_count, .. } = context;
        let mut new_depth = node.depth - 1 + context.extension;
        let nodes_before = self.nodes;
        self.make_move(mv);
        if context.quiet {
            self.stack.top_mut().move_history = context.history;
        }
        let mut score = Score::ZERO;
        let mut full_depth = !N::PV || move_count > 1;
        if node.depth >= LMR_MIN_DEPTH && move_count > 1 + usize::from(N::ROOT) {
            // A negative reduction extends by one ply at most.
            let most = (new_depth + i32::from(self.may_extend())).max(1);
            let child = self.stack.top_mut();
            let r = reduction(
                node,
                context,
                window.alpha,
                N::PV,
                child.board.in_check(),
                child.cutoff_count,
            );
            let reduced_depth = ((new_depth * PLY - r + PLY / 2) / PLY).clamp(1, most);
            child.reduction = new_depth - reduced_depth;
            score = -self.search::<NonPvNode>(window.child_null_window(), reduced_depth, true)?;
            self.stack.top_mut().reduction = 0;
            full_depth = score > window.alpha && reduced_depth < new_depth;
            if full_depth {
                new_depth += i32::from(score > best_score + research_deeper_margin())
                    - i32::from(score < best_score + new_depth);
                full_depth = reduced_depth < new_depth;
            }
        }
        if full_depth {
            score =
                -self.search::<NonPvNode>(window.child_null_window(), new_depth, !node.cut_node)?;
        }
        if N::PV && (move_count == 1 || score > window.alpha) {
            if N::ROOT
                && move_count > 1
                && let Some(root_move) = self.root.find_mut(mv)
            {
                root_move.note_fail_high(score);
            }
            score = -self.search::<PvNode>(-window, new_depth, false)?;
        }
        self.unmake_move();
        if N::ROOT {
            let nodes = self.nodes - nodes_before;
            let first = move_count == 1;
            if let Some(root_move) = self.root.find_mut(mv) {
                root_move.update(score, window, first, nodes, self.sel_depth, self.pv);
            }
        }
        Ok(score)
    }

    /// Updates the best score, best move, PV and alpha; true on a beta cutoff.
    fn update_best<N: NodeType>(
        &mut self,
        mv: Move,
        score: Score,
        window: &mut Window,
        state: &mut MoveLoopState,
    ) -> bool {
        state.best_score = state.best_score.max(score);
        if !window.fails_low(score) {
            state.best_move = Some(mv);
            if N::PV {
                self.pv.update(self.stack.ply, mv);
            }
            let cutoff = !window.raise_alpha(score);
            if cutoff {
                self.stack.top_mut().cutoff_count += 1;
            }
            return cutoff;
        }
        let failed = if mv.is_quiet() {
            &mut state.searched_quiets
        } else {
            &mut state.searched_noisies
        };
        // Moves beyond the capacity get no malus.
        let _ = failed.try_push(mv);
        false
    }

    /// Closes the node after its last move: mate or stalemate, history updates, TT write. Returns
    /// the fail-soft score.
    fn finish_node<N: NodeType>(&mut self, node: &NodeInfo, state: &MoveLoopState) -> Score {
        if state.move_count == 0 {
            return if node.excluded.is_some() {
                state.initial_window.alpha
            } else if node.in_check() {
                Score::mated_in(self.stack.ply)
            } else {
                Score::ZERO
            };
        }
        let bound = state.initial_window.bound(state.best_score);
        let best_score = if !N::ROOT && bound == Bound::Lower {
            blended_fail_high(state.best_score, state.initial_window.beta, node.depth, 1)
        } else {
            state.best_score
        };
        if bound == Bound::Lower
            && let Some(mv) = state.best_move
        {
            // The static evaluation did not promise it.
            let surprises = node
                .static_eval
                .is_some_and(|eval| state.initial_window.fails_low(eval));
            self.update_histories(
                mv,
                node.depth + i32::from(surprises),
                &state.searched_quiets,
                &state.searched_noisies,
            );
        }
        if node.excluded.is_some() {
            return best_score;
        }
        if !N::PV
            && let (Some(best), Some(tt_move)) = (state.best_move, node.tt_move())
        {
            self.histories.tt_move.update(best == tt_move);
        }
        if !N::ROOT && bound == Bound::Lower && self.stack.back(1).move_count == 1 {
            // The refuted move was the opponent's first, which it expected to be the best.
            self.update_prior_continuation(-history_bonus(node.depth));
        }
        if bound == Bound::Upper {
            // Prior-move bonus: all moves have failed low, so the opponent's last move was good.
            let is_late = self.stack.back(1).move_count > PRIOR_MOVE_LATE;
            let percent = PRIOR_MOVE_BONUS_PERCENT[usize::from(is_late)];
            self.update_prior_quiet_histories(history_bonus(node.depth) * percent / 100);
        }
        // A search of some root moves says nothing of the others.
        if !N::ROOT || self.root.pv_index == 0 && self.shared.request.searches_all_moves() {
            self.update_correction(node, (best_score, bound), state.best_move);
            self.store_tt(&TtWrite {
                mv: state.best_move,
                score: best_score,
                eval: node.raw_eval,
                depth: node.depth,
                bound,
                pv: node.tt_pv,
            });
        }
        best_score
    }

    /// Updates correction history if the score shows on which side of the static evaluation the
    /// true score lies, and no capture explains it.
    fn update_correction(
        &mut self,
        node: &NodeInfo,
        (score, bound): (Score, Bound),
        best_move: Option<Move>,
    ) {
        let (Some(eval), Some(index)) = (node.static_eval, &node.correction_index) else {
            return;
        };
        let informative = match bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if informative && !score.is_decisive() && best_move.is_none_or(Move::is_quiet) {
            let correction = &mut self.histories.correction;
            correction.update(index, score - eval, node.depth);
        }
    }

    /// Gives a quiet TT move that causes a beta cutoff the bonus that a search would give it.
    fn reward_tt_move(&mut self, mv: Move, depth: i32) {
        if mv.is_quiet() {
            self.prepare_ordering();
            self.update_quiet_histories(mv, history_bonus(depth));
        }
    }

    /// History updates after a beta cutoff: a bonus for the move that caused it, a malus for the
    /// moves tried before it.
    fn update_histories(&mut self, best: Move, depth: i32, quiets: &[Move], noisies: &[Move]) {
        let bonus = history_bonus(depth);
        let malus = -bonus * HISTORY_MALUS_PERCENT / 100;
        if best.is_quiet() {
            if depth > HISTORY_FIRST_QUIET_DEPTH || !quiets.is_empty() {
                self.update_quiet_histories(best, bonus);
            }
            for &mv in quiets {
                self.update_quiet_histories(mv, malus);
            }
        } else {
            self.update_capture_history(best, bonus);
        }
        for &mv in noisies {
            self.update_capture_history(mv, malus);
        }
    }
}

/// Internal iterative reduction (IIR): without a TT move the move ordering is poor, and a shallower
/// search finds one.
///
/// Conditions: a PV node or an expected cut node, deep enough.
fn internal_iterative_reduction(node: &NodeInfo, pv: bool) -> i32 {
    let min_depth = IIR_MIN_DEPTH + IIR_CUT_NODE_DEPTH * i32::from(node.cut_node);
    i32::from((pv || node.cut_node) && node.tt_move().is_none() && node.depth >= min_depth)
}

/// Fail-high blending: a fail-soft score above beta is an overestimate; returns its weighted mean
/// with beta. Decisive scores stay as they are.
pub(super) fn blended_fail_high(score: Score, beta: Score, weight: i32, beta_weight: i32) -> Score {
    if score.is_decisive() || beta.is_decisive() || score <= beta {
        return score;
    }
    let sum = score.value() * weight + beta.value() * beta_weight;
    Score::new(sum / (weight + beta_weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_without_tt_move_are_searched_less_deep() {
        let reduction = |depth, pv, cut_node| {
            let node = NodeInfo {
                cut_node,
                ..NodeInfo::without_tt_entry(depth, Some(0))
            };
            internal_iterative_reduction(&node, pv)
        };
        assert_eq!(reduction(IIR_MIN_DEPTH, true, false), 1);
        assert_eq!(reduction(IIR_MIN_DEPTH - 1, true, false), 0);
        assert_eq!(reduction(IIR_MIN_DEPTH, false, true), 0);
        assert_eq!(
            reduction(IIR_MIN_DEPTH + IIR_CUT_NODE_DEPTH, false, true),
            1
        );
        assert_eq!(reduction(20, false, false), 0, "an expected all node");
    }

    #[test]
    fn fail_highs_are_blended_with_beta() {
        let score = Score::new;
        assert_eq!(blended_fail_high(score(100), score(0), 1, 1), score(50));
        assert_eq!(blended_fail_high(score(100), score(0), 9, 1), score(90));
        assert_eq!(blended_fail_high(score(0), score(0), 1, 1), score(0));
        let mate = Score::mate_in(5);
        assert_eq!(blended_fail_high(mate, score(0), 1, 1), mate);
        let mated = Score::mated_in(4);
        assert_eq!(blended_fail_high(score(100), mated, 1, 1), score(100));
    }
}
