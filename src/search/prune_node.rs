//! Reasons not to search a node at all.

use super::alphabeta::NodeInfo;
use super::params::{
    NULL_MOVE_BASE, NULL_MOVE_DEPTH_DIVISOR, NULL_MOVE_EVAL_DIVISOR, NULL_MOVE_EVAL_MAX,
    NULL_MOVE_MIN_DEPTH, NULL_MOVE_VERIFY_MIN_DEPTH, REVERSE_FUTILITY_FACTOR,
    REVERSE_FUTILITY_IMPROVING, REVERSE_FUTILITY_MAX_DEPTH,
};
use super::window::{NonPvNode, Window};
use super::worker::SearchWorker;
use crate::types::Score;

/// Reverse futility: so far above beta that the opponent will not catch up in the plies left.
///
/// When: not on a principal variation, not in check, shallow, beta no proved loss.
pub(super) fn reverse_futility(node: &NodeInfo, window: Window, depth: i32) -> Option<Score> {
    let eval = node.bounded?;
    let beta = window.beta;
    if depth > REVERSE_FUTILITY_MAX_DEPTH || node.tt_pv || beta.is_decisive() {
        return None;
    }
    let margin =
        REVERSE_FUTILITY_FACTOR * depth - REVERSE_FUTILITY_IMPROVING * i32::from(node.improving);
    (eval >= beta + margin).then(|| Score::cp(i32::midpoint(eval.value(), beta.value())))
}

impl SearchWorker<'_> {
    /// Null move: if passing is good enough, some move will be.
    ///
    /// When: not in check, the last move was not a null move, an officer is left (else passing may be better than any
    /// move), the evaluation says at least beta. Deep cutoffs are verified by a search without null moves.
    pub(super) fn null_move(
        &mut self,
        node: &NodeInfo,
        window: Window,
        depth: i32,
    ) -> Option<Option<Score>> {
        let Some(eval) = node.bounded else {
            return Some(None);
        };
        let beta = window.beta;
        let frame = self.stack.top();
        if depth < NULL_MOVE_MIN_DEPTH
            || eval < beta
            || beta.is_loss()
            || frame.since_null == 0
            || self.stack.ply < self.no_null_before
            || frame.board.non_pawn_pieces(frame.board.stm()).is_empty()
        {
            return Some(None);
        }
        let tt_capture = node
            .hit
            .and_then(|hit| hit.mv)
            .is_some_and(crate::types::Move::is_capture);
        let reduction = NULL_MOVE_BASE
            + depth / NULL_MOVE_DEPTH_DIVISOR
            + ((eval - beta) / NULL_MOVE_EVAL_DIVISOR).min(NULL_MOVE_EVAL_MAX)
            + i32::from(tt_capture);
        self.make_null();
        let score =
            -self.search::<NonPvNode>(-Window::new(beta - 1, beta), depth - reduction, false)?;
        self.unmake_null();
        if score < beta {
            return Some(None);
        }
        // A mate found after a null move is not one.
        let score = if score.is_decisive() { beta } else { score };
        if depth < NULL_MOVE_VERIFY_MIN_DEPTH || self.no_null_before > 0 {
            return Some(Some(score));
        }
        self.no_null_before = self.stack.ply + (3 * (depth - reduction).max(0) / 4) as usize;
        let verified =
            self.search::<NonPvNode>(Window::new(beta - 1, beta), depth - reduction, false);
        self.no_null_before = 0;
        Some((verified? >= beta).then_some(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(eval: i32) -> NodeInfo {
        NodeInfo::evaluated(Some(eval))
    }

    #[test]
    fn reverse_futility_asks_for_a_margin_that_grows_with_depth() {
        let window = Window::new(Score::cp(-1), Score::ZERO);
        assert_eq!(
            reverse_futility(&node(200), window, 2),
            Some(Score::cp(100))
        );
        assert_eq!(reverse_futility(&node(200), window, 3), None);
        let improving = NodeInfo {
            improving: true,
            ..node(200)
        };
        assert_eq!(
            reverse_futility(&improving, window, 3),
            Some(Score::cp(100))
        );
        assert_eq!(
            reverse_futility(&node(9000), window, REVERSE_FUTILITY_MAX_DEPTH + 1),
            None
        );
        assert_eq!(
            reverse_futility(
                &NodeInfo {
                    tt_pv: true,
                    ..node(200)
                },
                window,
                2
            ),
            None
        );
        let in_check = NodeInfo {
            bounded: None,
            ..node(200)
        };
        assert_eq!(reverse_futility(&in_check, window, 2), None);
        let lost = Window::new(Score::mated_in(8), Score::mated_in(9));
        assert_eq!(reverse_futility(&node(200), lost, 2), None);
    }
}
