//! Late move reductions (LMR): by how many plies the first search of a late move is reduced.

use super::node::{MoveContext, NodeInfo};
use super::params::LMR_CUTOFF_COUNT;
use super::tunables::{
    lmr_check, lmr_correction_factor, lmr_cut_node, lmr_cutoffs, lmr_history_divisor,
    lmr_history_offset, lmr_noisy_base, lmr_noisy_factor, lmr_noisy_history_divisor,
    lmr_not_improving, lmr_pv, lmr_quiet_base, lmr_quiet_factor, lmr_tt_capture, lmr_tt_depth,
    lmr_tt_pv, lmr_tt_score,
};
use crate::types::Score;

/// 1024 ln(n), rounded, for n below 64. A table gives the same values on every machine.
static LN_TABLE: [i32; 64] = [
    0, 0, 710, 1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773, 2839,
    2901, 2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516, 3549,
    3580, 3611, 3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943, 3964,
    3985, 4006, 4026, 4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
];

/// The logarithmic term of a reduction in 1/1024 ply; it grows with depth and move count.
pub(super) fn base_reduction(depth: i32, move_count: usize, quiet: bool) -> i32 {
    let logs = LN_TABLE[depth.clamp(0, 63) as usize] * LN_TABLE[move_count.min(63)];
    let (base, factor) = if quiet {
        (lmr_quiet_base(), lmr_quiet_factor())
    } else {
        (lmr_noisy_base(), lmr_noisy_factor())
    };
    base + ((i64::from(factor) * i64::from(logs)) >> 20) as i32
}

/// The full reduction of a move in 1/1024 ply; may be negative.
pub(super) fn reduction(
    node: &NodeInfo,
    context: &MoveContext,
    alpha: Score,
    pv: bool,
    gives_check: bool,
    child_cutoffs: u32,
) -> i32 {
    let mut r = base_reduction(node.depth, context.move_count, context.quiet);
    if node.tt_pv {
        r -= lmr_tt_pv();
        let is_lower = node.tt_hit.is_some_and(|hit| hit.bound.is_lower());
        if is_lower && node.tt_score.is_some_and(|score| score > alpha) {
            r -= lmr_tt_score();
        }
        if node.tt_hit.is_some_and(|hit| hit.depth >= node.depth) {
            r -= lmr_tt_depth();
        }
    }
    if pv {
        r -= lmr_pv();
    }
    if node.cut_node {
        r += lmr_cut_node();
    }
    if gives_check {
        r -= lmr_check();
    }
    if child_cutoffs > LMR_CUTOFF_COUNT {
        r += lmr_cutoffs();
    }
    r -= lmr_correction_factor() * node.correction.abs();
    if context.quiet {
        if !node.improving {
            r += lmr_not_improving();
        }
        if node.tt_capture() {
            r += lmr_tt_capture();
        }
        r -= (context.history - lmr_history_offset()) / lmr_history_divisor();
    } else {
        r -= context.history / lmr_noisy_history_divisor();
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, TranspositionTable, TtWrite};
    use crate::types::{Key, Move, MoveKind, Square};

    #[test]
    fn the_table_holds_natural_logarithms() {
        for (n, &log) in LN_TABLE.iter().enumerate().skip(1) {
            assert_eq!(log, (1024.0 * (n as f64).ln()).round() as i32, "ln {n}");
        }
    }

    #[test]
    fn later_deeper_and_worse_moves_are_reduced_more() {
        let node = NodeInfo::without_tt_entry(8, Some(0));
        let late = MoveContext {
            mv: Move::new(Square::G1, Square::F3, MoveKind::Quiet),
            move_count: 10,
            quiet: true,
            history: 0,
            bad_noisy: false,
            extension: 0,
        };
        let alpha = Score::ZERO;
        let plain = reduction(&node, &late, alpha, false, false, 0);
        let of_node = |node: NodeInfo| reduction(&node, &late, alpha, false, false, 0);
        let of_move = |context: MoveContext| reduction(&node, &context, alpha, false, false, 0);
        let move_count = 3;
        assert!(plain > of_move(MoveContext { move_count, ..late }));
        let history = 6000;
        assert!(plain > of_move(MoveContext { history, ..late }));
        let quiet = false;
        assert!(plain > of_move(MoveContext { quiet, ..late }));
        assert!(plain > of_node(NodeInfo { depth: 4, ..node }));
        let improving = true;
        assert!(plain > of_node(NodeInfo { improving, ..node }));
        let tt_pv = true;
        assert!(plain > of_node(NodeInfo { tt_pv, ..node }));
        let cut_node = true;
        assert!(plain < of_node(NodeInfo { cut_node, ..node }));
        let with_tt_score = |bound| {
            let table = TranspositionTable::new(1).expect("one MiB");
            let write = TtWrite {
                mv: None,
                score: Score::new(1),
                eval: None,
                depth: 0,
                bound,
                pv: true,
            };
            table.store(Key(1), 0, &write);
            NodeInfo {
                tt_hit: table.probe(Key(1)),
                tt_score: Some(write.score),
                ..NodeInfo { tt_pv, ..node }
            }
        };
        let of_bound = |bound| of_node(with_tt_score(bound));
        assert!(of_bound(Bound::Upper) > of_bound(Bound::Lower));
        assert!(plain > reduction(&node, &late, alpha, false, true, 0));
        assert!(plain > reduction(&node, &late, alpha, true, false, 0));
    }
}
