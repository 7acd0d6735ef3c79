//! Reasons not to search a move.

use super::alphabeta::NodeInfo;
use super::params::{
    FUTILITY_BASE, FUTILITY_FACTOR, FUTILITY_MAX_DEPTH, LATE_MOVE_BASE, PLY, SEE_HISTORY_DIVISOR,
    SEE_NOISY_FACTOR, SEE_QUIET_FACTOR,
};
use super::reduce::base;
use super::see::see_ge;
use super::window::Window;
use super::worker::SearchWorker;
use crate::types::{Move, Score};

/// A move that might be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    pub mv: Move,
    /// Depth of the node.
    pub depth: i32,
    /// Number of the move in the node, from 1.
    pub number: usize,
    /// Neither capture nor promotion.
    pub quiet: bool,
    /// What is remembered of the move.
    pub history: i32,
    /// The man that moves gives check.
    pub direct_check: bool,
    /// The evaluation is better than two moves ago.
    pub improving: bool,
}

/// What becomes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// It is searched.
    Keep,
    /// It is not.
    Skip,
    /// It is not, and no later quiet move either.
    SkipQuiets,
}

impl SearchWorker<'_> {
    /// Asks each heuristic in turn. Never called before some move has a score that is no proved loss, so that no node
    /// is left without a searched move.
    pub(super) fn prune_move(
        &self,
        candidate: &MoveContext,
        node: &NodeInfo,
        window: Window,
        best: &mut Score,
    ) -> PruneDecision {
        if candidate.quiet && !candidate.direct_check && node.eval.is_some() {
            if is_late(candidate) {
                return PruneDecision::SkipQuiets;
            }
            if let Some(score) = futile(candidate, node, window) {
                *best = (*best).max(score);
                return PruneDecision::SkipQuiets;
            }
        }
        if self.loses_exchange(candidate, node) {
            PruneDecision::Skip
        } else {
            PruneDecision::Keep
        }
    }

    /// Exchange pruning: the move loses more than the depth can win back.
    ///
    /// When: any depth; quiet moves by their reduced depth, not when they answer a check; more is allowed to moves
    /// that have done well.
    fn loses_exchange(&self, candidate: &MoveContext, node: &NodeInfo) -> bool {
        let allowed = if candidate.quiet {
            if node.eval.is_none() {
                return false;
            }
            let depth = reduced_depth(candidate);
            SEE_QUIET_FACTOR * depth * depth
        } else {
            SEE_NOISY_FACTOR * candidate.depth
        };
        let allowed = allowed + candidate.history / SEE_HISTORY_DIVISOR;
        !see_ge(&self.stack.top().board, candidate.mv, -allowed.max(0))
    }
}

/// Late move pruning: so many moves have failed that the rest will too.
///
/// When: a quiet move that gives no check, not in check.
fn is_late(candidate: &MoveContext) -> bool {
    let limit =
        (LATE_MOVE_BASE + candidate.depth * candidate.depth) / (2 - i32::from(candidate.improving));
    candidate.number as i32 >= limit
}

/// Futility: the evaluation is so far below alpha that no quiet move will lift it. The value says by how much.
///
/// When: a quiet move that gives no check, not in check, reduced depth small.
fn futile(candidate: &MoveContext, node: &NodeInfo, window: Window) -> Option<Score> {
    let depth = reduced_depth(candidate);
    if depth >= FUTILITY_MAX_DEPTH || window.alpha.is_decisive() {
        return None;
    }
    let value = node.eval? + FUTILITY_BASE + FUTILITY_FACTOR * depth;
    window.fails_low(value).then_some(value)
}

/// The depth to which the move would be searched first.
fn reduced_depth(candidate: &MoveContext) -> i32 {
    (candidate.depth - base(candidate.depth, candidate.number, candidate.quiet) / PLY).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    fn candidate(depth: i32, number: usize) -> MoveContext {
        MoveContext {
            mv: Move::new(Square::G1, Square::F3, MoveKind::Quiet),
            depth,
            number,
            quiet: true,
            history: 0,
            direct_check: false,
            improving: false,
        }
    }

    #[test]
    fn late_moves_are_more_when_deep_or_improving() {
        assert!(is_late(&candidate(1, 2)) && !is_late(&candidate(1, 1)));
        assert!(!is_late(&candidate(4, 9)) && is_late(&candidate(4, 10)));
        assert!(!is_late(&MoveContext {
            improving: true,
            ..candidate(4, 10)
        }));
    }

    #[test]
    fn futility_needs_a_large_gap_and_little_depth() {
        let window = Window::new(Score::cp(300), Score::cp(301));
        assert!(futile(&candidate(2, 3), &NodeInfo::evaluated(Some(-100)), window).is_some());
        assert!(futile(&candidate(2, 3), &NodeInfo::evaluated(Some(200)), window).is_none());
        assert!(futile(&candidate(30, 2), &NodeInfo::evaluated(Some(-5000)), window).is_none());
        assert!(futile(&candidate(2, 3), &NodeInfo::evaluated(None), window).is_none());
        let lost = Window::new(Score::mated_in(8), Score::mated_in(9));
        assert!(futile(&candidate(2, 3), &NodeInfo::evaluated(Some(-100)), lost).is_none());
    }
}
