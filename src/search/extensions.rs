//! Extensions: moves searched deeper than others, or shallower.

use super::alphabeta::blended_fail_high;
use super::node::{NodeInfo, Stopped};
use super::params::{
    EXTENSION_CORRECTION_DIVISOR, EXTENSION_TT_MOVE_DIVISOR, EXTENSION_TT_MOVE_OFFSET,
    LOW_DEPTH_SINGULAR_MARGIN, NEGATIVE_EXTENSION_CUT_NODE, NEGATIVE_EXTENSION_FAILS_LOW,
    NEGATIVE_EXTENSION_TT_FAILS_HIGH, SINGULAR_DEPTH_MARGIN, SINGULAR_DEPTH_PERCENT,
    SINGULAR_MIN_DEPTH,
};
use super::tunables::{double_extension_margin, singular_factor, triple_extension_margin};
use super::window::{NodeType, NonPvNode, Window};
use super::worker::SearchWorker;
use crate::types::{Move, Score};

/// The verdict of the singular search on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singularity {
    /// Plies by which to extend the TT move; negative for a reduction.
    Extension(i32),
    /// Multicut: another move fails high too, so the node is cut.
    Multicut(Score),
}

impl SearchWorker<'_> {
    /// Singular extension: if all other moves fail low against a bound somewhat below the TT score,
    /// the TT move is the only good one and is extended by one to three plies. If another one fails
    /// high even against beta, the node is cut (multicut). If the TT score or the node type
    /// promises a cutoff, or all scores are low, the TT move is searched at less depth (negative
    /// extension).
    ///
    /// At low depth, no search asks: in expected cut nodes the TT move is extended by a ply if the
    /// static evaluation is below alpha, because few other moves will do.
    ///
    /// Conditions: not at the root; deep enough; a TT entry of nearly this depth with a lower bound
    /// or exact score that is not decisive; the line not yet extended to a multiple of the
    /// iteration's depth.
    pub(super) fn singular_extension<N: NodeType>(
        &mut self,
        node: &NodeInfo,
        window: Window,
    ) -> Result<Singularity, Stopped> {
        let none = Ok(Singularity::Extension(0));
        let (Some(hit), Some(mv), Some(tt_score)) = (node.tt_hit, node.tt_move(), node.tt_score)
        else {
            return none;
        };
        if N::ROOT || !hit.bound.is_lower() || tt_score.is_decisive() || !self.may_extend() {
            return none;
        }
        if node.depth < SINGULAR_MIN_DEPTH + i32::from(node.tt_pv) {
            let is_likely = node.cut_node
                && node
                    .static_eval
                    .is_some_and(|eval| eval <= window.alpha - LOW_DEPTH_SINGULAR_MARGIN);
            return Ok(Singularity::Extension(i32::from(is_likely)));
        }
        if hit.depth < node.depth - SINGULAR_DEPTH_MARGIN {
            return none;
        }
        let singular_beta = tt_score - singular_factor() * node.depth / 16;
        let others = NodeInfo {
            depth: (node.depth - 1) * SINGULAR_DEPTH_PERCENT / 100,
            excluded: Some(mv),
            ..*node
        };
        let singular_window = Window::new(singular_beta - 1, singular_beta);
        let score = self.move_loop::<NonPvNode>(&others, singular_window, 0)?;
        if score >= window.beta && score >= singular_beta && !score.is_decisive() {
            let score = blended_fail_high(score, window.beta, others.depth, 1);
            return Ok(Singularity::Multicut(score));
        }
        Ok(Singularity::Extension(if score < singular_beta {
            // TT moves that have been right lately need less of a margin, as does an evaluation that is often wrong.
            let ease = (self.histories.tt_move.value() - EXTENSION_TT_MOVE_OFFSET)
                / EXTENSION_TT_MOVE_DIVISOR
                + node.correction.abs() / EXTENSION_CORRECTION_DIVISOR;
            extension_plies::<N>(singular_beta - score + ease, mv)
        } else if window.fails_high(tt_score) {
            -NEGATIVE_EXTENSION_TT_FAILS_HIGH
        } else if node.cut_node {
            -NEGATIVE_EXTENSION_CUT_NODE
        } else if window.fails_low(tt_score) && window.fails_low(score) {
            -NEGATIVE_EXTENSION_FAILS_LOW
        } else {
            0
        }))
    }
}

/// Single, double or triple extension, by how far the other moves fall short; one ply in PV nodes.
fn extension_plies<N: NodeType>(margin: i32, mv: Move) -> i32 {
    if N::PV {
        return 1;
    }
    1 + i32::from(margin > double_extension_margin())
        + i32::from(margin > triple_extension_margin() && mv.is_quiet())
}

#[cfg(test)]
mod tests {
    use super::super::window::PvNode;
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn the_more_singular_the_move_the_deeper() {
        let quiet = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let capture = Move::new(Square::G1, Square::F3, MoveKind::Capture);
        let plies = extension_plies::<NonPvNode>;
        assert_eq!(plies(double_extension_margin(), quiet), 1);
        assert_eq!(plies(double_extension_margin() + 1, quiet), 2);
        assert_eq!(plies(triple_extension_margin() + 1, quiet), 3);
        assert_eq!(plies(triple_extension_margin() + 1, capture), 2);
        assert_eq!(extension_plies::<PvNode>(30_000, quiet), 1);
    }
}
