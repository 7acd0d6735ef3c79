//! Pruning before the move loop: nodes that return a score without a full search of their moves.

use super::movepick::MovePicker;
use super::node::{NodeInfo, Stopped};
use super::params::{
    NULL_MOVE_BASE, NULL_MOVE_DEPTH_DIVISOR, NULL_MOVE_EVAL_MAX, NULL_MOVE_MIN_DEPTH,
    NULL_MOVE_STATIC_BASE, NULL_MOVE_STATIC_FACTOR, NULL_MOVE_VERIFY_FACTOR,
    NULL_MOVE_VERIFY_MIN_DEPTH, PROBCUT_EVAL_DIVISOR, PROBCUT_MIN_DEPTH, PROBCUT_REDUCTION,
    REVERSE_FUTILITY_HISTORY_DIVISOR, REVERSE_FUTILITY_HISTORY_MAX, REVERSE_FUTILITY_MAX_DEPTH,
    SMALL_PROBCUT_DEPTH,
};
use super::see::see_ge;
use super::tunables::{
    null_move_eval_divisor, probcut_improving, probcut_margin, razoring_base, razoring_factor,
    reverse_futility_factor, reverse_futility_improving, small_probcut_margin,
};
use super::window::{NonPvNode, Window};
use super::worker::SearchWorker;
use crate::tt::{Bound, TtWrite};
use crate::types::Score;

/// Reverse futility pruning (RFP, static null move pruning): the evaluation exceeds beta by a
/// margin that the opponent will not make up in the remaining depth. The margin is larger if the
/// opponent's last move has been good elsewhere, and smaller if it has been bad.
///
/// Conditions: not a PV node, now or earlier; not in check; shallow; beta not decisive.
pub(super) fn reverse_futility(
    node: &NodeInfo,
    window: Window,
    opponent_history: i32,
) -> Option<Score> {
    let eval = node.eval?;
    let beta = window.beta;
    if node.depth > REVERSE_FUTILITY_MAX_DEPTH || node.tt_pv || beta.is_decisive() {
        return None;
    }
    let margin = reverse_futility_factor() * node.depth
        - reverse_futility_improving() * i32::from(node.improving)
        + (opponent_history / REVERSE_FUTILITY_HISTORY_DIVISOR)
            .clamp(-REVERSE_FUTILITY_HISTORY_MAX, REVERSE_FUTILITY_HISTORY_MAX);
    (eval >= beta + margin).then(|| Score::new(i32::midpoint(eval.value(), beta.value())))
}

/// Small `ProbCut`: a TT score from a search nearly as deep beats beta by a large margin.
///
/// Conditions: the TT score is exact or a lower bound; neither it nor beta is decisive.
pub(super) fn small_probcut(node: &NodeInfo, window: Window) -> Option<Score> {
    let hit = node.tt_hit?;
    let score = node.tt_score?;
    let beta = window.beta + small_probcut_margin();
    (hit.bound.is_lower()
        && hit.depth >= node.depth - SMALL_PROBCUT_DEPTH
        && score >= beta
        && !score.is_decisive()
        && !window.beta.is_decisive())
    .then_some(beta)
}

impl SearchWorker<'_> {
    /// Razoring: the evaluation is so far below alpha that a quiescence search decides.
    ///
    /// Conditions: not a PV node, not in check, no quiet TT move, alpha not a win.
    pub(super) fn razoring(
        &mut self,
        node: &NodeInfo,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let margin = razoring_base() + razoring_factor() * node.depth * node.depth;
        match node.eval {
            Some(eval)
                if eval < window.alpha - margin && !node.tt_quiet() && !window.alpha.is_win() =>
            {
                self.quiesce::<NonPvNode>(window).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `ProbCut`: a good capture that beats beta by a margin at reduced depth beats it at full,
    /// and the more so the better the static evaluation is.
    ///
    /// Conditions: an expected cut node, not in check, deep enough, beta not decisive, no quiet TT
    /// move, no TT score below the margin.
    pub(super) fn probcut(
        &mut self,
        node: &NodeInfo,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let beta = window.beta;
        let Some(static_eval) = node.static_eval else {
            return Ok(None);
        };
        let probcut_beta =
            beta + probcut_margin() - probcut_improving() * i32::from(node.improving);
        if !node.cut_node
            || node.depth < PROBCUT_MIN_DEPTH
            || beta.is_decisive()
            || node.tt_quiet()
            || node.tt_score.is_some_and(|score| score < probcut_beta)
        {
            return Ok(None);
        }
        let probcut_window = Window::new(probcut_beta - 1, probcut_beta);
        let further = ((static_eval - beta) / PROBCUT_EVAL_DIVISOR).max(-1);
        let depth = (node.depth - PROBCUT_REDUCTION - further).max(0);
        let threshold = probcut_beta - static_eval;
        let tt_move = node
            .tt_move()
            .filter(|&mv| see_ge(&self.stack.top().board, mv, threshold));
        let mut picker = MovePicker::noisy(tt_move, threshold);
        while let Some(mv) = picker.next(&self.ordering_context()) {
            self.prefetch_tt(mv);
            self.make_move(mv);
            let mut score = -self.quiesce::<NonPvNode>(-probcut_window)?;
            if score >= probcut_beta && depth > 0 {
                score = -self.search::<NonPvNode>(-probcut_window, depth, !node.cut_node)?;
            }
            self.unmake_move();
            if score >= probcut_beta {
                self.store_tt(&TtWrite {
                    mv: Some(mv),
                    score,
                    eval: node.raw_eval,
                    depth: depth + 1,
                    bound: Bound::Lower,
                    pv: node.tt_pv,
                });
                return Ok(Some(if score.is_decisive() {
                    score
                } else {
                    score - (probcut_beta - beta)
                }));
            }
        }
        Ok(None)
    }

    /// Null move pruning (NMP): if passing still fails high at reduced depth, some move will too. A
    /// search without null moves verifies deep cutoffs.
    ///
    /// Conditions: not a PV node, not in check, no null move just before, non-pawn material left
    /// (zugzwang), evaluation at least beta, static evaluation at least beta plus a margin that
    /// shrinks with depth, beta not a loss.
    pub(super) fn null_move(
        &mut self,
        node: &NodeInfo,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let Some(eval) = node.eval else {
            return Ok(None);
        };
        let beta = window.beta;
        let entry = self.stack.top();
        let static_margin = NULL_MOVE_STATIC_BASE - NULL_MOVE_STATIC_FACTOR * node.depth;
        if node.depth < NULL_MOVE_MIN_DEPTH
            || eval < beta
            || beta.is_loss()
            || node
                .static_eval
                .is_none_or(|eval| eval < beta + static_margin)
            || entry.plies_from_null == 0
            || self.stack.ply < self.null_move_min_ply
            || entry.board.non_pawn_pieces(entry.board.stm()).is_empty()
        {
            return Ok(None);
        }
        let reduction = NULL_MOVE_BASE
            + node.depth / NULL_MOVE_DEPTH_DIVISOR
            + ((eval - beta) / null_move_eval_divisor()).min(NULL_MOVE_EVAL_MAX)
            + i32::from(node.tt_capture());
        let depth = node.depth - reduction;
        let null_window = Window::new(beta - 1, beta);
        self.make_null_move();
        let score = -self.search::<NonPvNode>(-null_window, depth, false)?;
        self.unmake_null_move();
        if score < beta {
            return Ok(None);
        }
        // A mate found after a null move is not proved.
        let score = if score.is_decisive() { beta } else { score };
        if node.depth < NULL_MOVE_VERIFY_MIN_DEPTH || self.null_move_min_ply > 0 {
            return Ok(Some(score));
        }
        self.null_move_min_ply =
            self.stack.ply + (NULL_MOVE_VERIFY_FACTOR * depth.max(0) / 4) as usize;
        // Hindsight has judged the reduction already.
        self.stack.top_mut().reduction = 0;
        let verified = self.search::<NonPvNode>(null_window, depth, false);
        self.null_move_min_ply = 0;
        Ok((verified? >= beta).then_some(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverse_futility_asks_for_a_margin_that_grows_with_depth() {
        let window = Window::new(Score::new(-1), Score::ZERO);
        let node = |depth, eval| NodeInfo::without_tt_entry(depth, Some(eval));
        let margin = 2 * reverse_futility_factor();
        let half = Some(Score::new(margin / 2));
        assert_eq!(reverse_futility(&node(2, margin), window, 0), half);
        assert_eq!(reverse_futility(&node(3, margin), window, 0), None);
        let of_history = |history| reverse_futility(&node(2, margin), window, history);
        assert!(of_history(-9000).is_some() && of_history(9000).is_none());
        let improving = NodeInfo {
            improving: true,
            ..node(2, margin - 1)
        };
        assert!(reverse_futility(&improving, window, 0).is_some());
        let deep = node(REVERSE_FUTILITY_MAX_DEPTH + 1, 9000);
        assert_eq!(reverse_futility(&deep, window, 0), None);
        let tt_pv = NodeInfo {
            tt_pv: true,
            ..node(2, margin)
        };
        assert_eq!(reverse_futility(&tt_pv, window, 0), None);
        let in_check = NodeInfo::without_tt_entry(2, None);
        assert_eq!(reverse_futility(&in_check, window, 0), None);
        let lost = Window::new(Score::mated_in(8), Score::mated_in(9));
        assert_eq!(reverse_futility(&node(2, 200), lost, 0), None);
    }
}
