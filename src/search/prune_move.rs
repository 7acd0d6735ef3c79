//! Pruning in the move loop: moves that are not searched.

use super::node::{MoveContext, NodeInfo};
use super::params::{
    FUTILITY_MAX_DEPTH, HISTORY_PRUNING_MAX_DEPTH, LMP_BASE, LMP_NOT_IMPROVING_DIVISOR, PLY,
};
use super::reductions::base_reduction;
use super::see::see_ge;
use super::tunables::{
    bad_capture_base, bad_capture_factor, bad_capture_history_divisor, futility_base,
    futility_factor, history_pruning_factor, see_history_divisor, see_noisy_factor,
    see_quiet_factor,
};
use super::window::Window;
use super::worker::SearchWorker;
use crate::board::Board;
use crate::types::Score;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PruneDecision {
    /// Search the move as usual.
    Search,
    /// Skip this move only.
    Skip,
    /// Skip this move and all later ones.
    Stop,
}

impl SearchWorker<'_> {
    /// Applies the move pruning heuristics in turn; bad capture futility raises `best_score` to its
    /// fail-soft bound.
    ///
    /// Conditions: not at the root; the best score is no loss, so at least one move was searched.
    pub(super) fn prune_move(
        &self,
        context: &MoveContext,
        node: &NodeInfo,
        window: Window,
        best_score: &mut Score,
    ) -> PruneDecision {
        let board = &self.stack.top().board;
        if context.quiet && !node.in_check() && history_pruning(context, node, window, board) {
            return PruneDecision::Skip;
        }
        if let Some(score) = bad_capture_futility(context, node, window, board) {
            *best_score = (*best_score).max(score);
            return PruneDecision::Stop;
        }
        if self.see_pruning(context, node) {
            PruneDecision::Skip
        } else {
            PruneDecision::Search
        }
    }

    /// SEE pruning: by SEE the move loses more material than a margin that grows with the depth.
    ///
    /// Conditions: any depth; quiet moves use their LMR depth and are exempt in check, and if they may
    /// discover one: the opponent must answer it before capturing. Good history allows a larger loss.
    fn see_pruning(&self, context: &MoveContext, node: &NodeInfo) -> bool {
        let allowed = if context.quiet {
            if node.in_check() || !self.stack.top().enemy_attacks.may_lose(context.mv) {
                return false;
            }
            let depth = lmr_depth(node, context.move_count);
            see_quiet_factor() * depth * depth
        } else {
            see_noisy_factor() * node.depth
        };
        let allowed = allowed + context.history / see_history_divisor();
        let board = &self.stack.top().board;
        let discovers = || context.quiet && board.may_discover_check(context.mv);
        !(see_ge(board, context.mv, -allowed.max(0)) || discovers())
    }
}

/// Decides whether to skip all quiet moves from this number on, except direct checks that lose no
/// material. Returns the score that they could reach at best if they are skipped, `None` if they are
/// kept. The node asks before it generates quiet moves, because most shallow nodes need none.
///
/// Conditions: not in check.
pub(super) fn late_quiets(node: &NodeInfo, window: Window, move_count: usize) -> Option<Score> {
    if node.in_check() {
        None
    } else if late_move_pruning(node, window, move_count) {
        Some(-Score::INFINITE)
    } else {
        futility(node, window, move_count)
    }
}

/// Late move pruning (LMP): after this many failed moves the remaining quiet moves will fail too.
///
/// Conditions: not a PV node that needs its quiet moves.
fn late_move_pruning(node: &NodeInfo, window: Window, move_count: usize) -> bool {
    if needs_quiets(node, window) {
        return false;
    }
    let limit = LMP_BASE + node.depth * node.depth;
    let limit = if node.improving {
        limit
    } else {
        limit / LMP_NOT_IMPROVING_DIVISOR
    };
    move_count as i32 >= limit
}

/// True in a PV node whose static evaluation exceeds alpha: a quiet move that merely keeps it would
/// raise alpha, so the moves tried so far are worse than the position.
fn needs_quiets(node: &NodeInfo, window: Window) -> bool {
    !window.is_null() && node.static_eval.is_some_and(|eval| eval > window.alpha)
}

/// Futility pruning: the static evaluation plus a margin does not exceed alpha. Returns that sum.
///
/// Conditions: small LMR depth, alpha not decisive.
fn futility(node: &NodeInfo, window: Window, move_count: usize) -> Option<Score> {
    let depth = lmr_depth(node, move_count);
    if depth >= FUTILITY_MAX_DEPTH || window.alpha.is_decisive() {
        return None;
    }
    let score = node.static_eval? + futility_base() + futility_factor() * depth;
    window.fails_low(score).then_some(score)
}

/// History pruning: the move has mostly failed in other nodes.
///
/// Conditions: a quiet move without direct check, not in check, small LMR depth, not a PV node that
/// needs its quiet moves.
fn history_pruning(context: &MoveContext, node: &NodeInfo, window: Window, board: &Board) -> bool {
    !needs_quiets(node, window)
        && lmr_depth(node, context.move_count) < HISTORY_PRUNING_MAX_DEPTH
        && context.history < -history_pruning_factor() * node.depth
        && !board.gives_direct_check(context.mv)
}

/// Bad capture futility: the evaluation plus a margin does not exceed alpha, and only captures and
/// promotions that are bad by SEE are left. Returns that sum.
///
/// Conditions: a bad capture or promotion without direct check, not in check, alpha not decisive.
fn bad_capture_futility(
    context: &MoveContext,
    node: &NodeInfo,
    window: Window,
    board: &Board,
) -> Option<Score> {
    if !context.bad_noisy || window.alpha.is_decisive() {
        return None;
    }
    let score = node.static_eval?
        + bad_capture_base()
        + bad_capture_factor() * node.depth
        + context.history / bad_capture_history_divisor();
    let is_futile = window.fails_low(score) && !board.gives_direct_check(context.mv);
    is_futile.then_some(score)
}

/// LMR depth of a quiet move: the depth less the base reduction, without the other terms of LMR.
fn lmr_depth(node: &NodeInfo, move_count: usize) -> i32 {
    let base = base_reduction(node.depth, move_count, true);
    (node.depth - base / PLY).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::AttackMap;
    use crate::types::{Move, MoveKind, Square};

    /// Positions in which Ng1-f3 gives no check, and check.
    const QUIET: &str = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1";
    const CHECKING: &str = "8/8/8/4k3/8/8/8/4K1N1 w - - 0 1";

    fn position(fen: &str) -> Board {
        fen.parse().expect("valid FEN")
    }

    fn quiet_move(move_count: usize) -> MoveContext {
        MoveContext {
            mv: Move::new(Square::G1, Square::F3, MoveKind::Quiet),
            move_count,
            quiet: true,
            history: 0,
            bad_noisy: false,
            extension: 0,
        }
    }

    #[test]
    fn late_move_pruning_allows_more_moves_when_deep_or_improving() {
        let window = Window::new(Score::new(-1), Score::ZERO);
        let prunes = |depth, count| {
            late_move_pruning(&NodeInfo::without_tt_entry(depth, Some(0)), window, count)
        };
        assert!(prunes(1, 4) && !prunes(1, 3));
        assert!(!prunes(4, 11) && prunes(4, 12));
        let improving = NodeInfo {
            improving: true,
            ..NodeInfo::without_tt_entry(4, Some(0))
        };
        assert!(!late_move_pruning(&improving, window, 12));
    }

    #[test]
    fn late_moves_of_a_pv_node_are_kept_while_the_evaluation_exceeds_alpha() {
        let node = NodeInfo::without_tt_entry(1, Some(50));
        let prunes = |alpha, beta| {
            let window = Window::new(Score::new(alpha), Score::new(beta));
            late_move_pruning(&node, window, 20)
        };
        assert!(!prunes(49, 90), "a PV node");
        assert!(prunes(50, 90), "no more than alpha");
        assert!(prunes(49, 50), "a null window");
    }

    #[test]
    fn futility_needs_a_large_gap_and_little_depth() {
        let window = Window::new(Score::new(300), Score::new(301));
        let prunes = |depth, count, eval, window| {
            late_quiets(&NodeInfo::without_tt_entry(depth, eval), window, count).is_some()
        };
        assert!(prunes(2, 3, Some(-100), window));
        assert!(!prunes(2, 3, Some(200), window));
        assert!(!prunes(30, 2, Some(-5000), window));
        assert!(!prunes(2, 3, None, window));
        let lost = Window::new(Score::mated_in(8), Score::mated_in(9));
        assert!(!prunes(2, 3, Some(-100), lost));
    }

    #[test]
    fn history_pruning_spares_early_and_deep_moves() {
        let prunes = |depth, move_count, history| {
            let context = MoveContext {
                history,
                ..quiet_move(move_count)
            };
            let node = NodeInfo::without_tt_entry(depth, Some(0));
            let [null, open] =
                [1, 9].map(|beta| Window::new(Score::ZERO - 1, Score::ZERO - 1 + beta));
            assert!(
                !history_pruning(&context, &node, open, &position(QUIET)),
                "a PV node"
            );
            let [pruned, checking] = [QUIET, CHECKING]
                .map(|board| history_pruning(&context, &node, null, &position(board)));
            assert!(!checking, "a direct check");
            pruned
        };
        let limit = -history_pruning_factor() * 3;
        assert!(prunes(3, 4, limit - 1) && !prunes(3, 4, limit));
        assert!(!prunes(4, 4, limit - 1));
        assert!(!prunes(20, 2, -30_000));
    }

    #[test]
    fn bad_captures_are_futile_far_below_alpha() {
        let bad = MoveContext {
            mv: Move::new(Square::G1, Square::F3, MoveKind::Capture),
            quiet: false,
            bad_noisy: true,
            ..quiet_move(9)
        };
        let margin = bad_capture_base() + 2 * bad_capture_factor();
        let window = Window::new(Score::new(margin), Score::new(margin + 1));
        let score = |context: &MoveContext, eval| {
            let node = NodeInfo::without_tt_entry(2, eval);
            let [futile, checking] = [QUIET, CHECKING]
                .map(|board| bad_capture_futility(context, &node, window, &position(board)));
            assert_eq!(checking, None, "a direct check");
            futile
        };
        assert_eq!(score(&bad, Some(0)), Some(Score::new(margin)));
        assert_eq!(score(&bad, Some(1)), None);
        assert_eq!(score(&bad, None), None, "in check");
        let history = bad_capture_history_divisor();
        assert_eq!(score(&MoveContext { history, ..bad }, Some(0)), None);
        let bad_noisy = false;
        assert_eq!(score(&MoveContext { bad_noisy, ..bad }, Some(0)), None);
    }

    #[test]
    fn quiet_moves_between_squares_without_attack_lose_nothing() {
        let mut safe = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            // The rook on d3 stays attacked through its own file when it moves along it.
            "3k4/3r4/8/8/8/3R4/8/4K3 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            let enemy_attacks = AttackMap::of_opponent(&board);
            for mv in board.legal_moves() {
                if mv.is_quiet() && !enemy_attacks.may_lose(mv) {
                    assert!(see_ge(&board, mv, 0), "{fen} {mv}");
                    safe += 1;
                }
            }
        }
        assert!(safe > 20, "{safe}");
    }
}
