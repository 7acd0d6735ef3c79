//! How much less deep a late move is searched first: a sum of named terms.

use super::params::{
    REDUCTION_BASE, REDUCTION_CHECK, REDUCTION_CUT_NODE, REDUCTION_FACTOR,
    REDUCTION_HISTORY_DIVISOR, REDUCTION_HISTORY_NEUTRAL, REDUCTION_NOISY_BASE,
    REDUCTION_NOISY_FACTOR, REDUCTION_NOT_IMPROVING, REDUCTION_PV, REDUCTION_TT_CAPTURE,
    REDUCTION_TT_PV,
};

/// 1024 times the natural logarithm, rounded; above 63 as 63.
static LOGARITHMS: [i32; 64] = [
    0, 0, 710, 1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773, 2839,
    2901, 2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516, 3549,
    3580, 3611, 3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943, 3964,
    3985, 4006, 4026, 4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
];

/// What the reduction of a move depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Late {
    /// Depth of the node.
    pub depth: i32,
    /// Number of the move in the node, from 1.
    pub number: usize,
    /// Neither capture nor promotion.
    pub quiet: bool,
    /// The node is of the principal variation.
    pub pv: bool,
    /// The position is or was on a principal variation.
    pub tt_pv: bool,
    /// A cutoff is expected.
    pub cut_node: bool,
    /// The evaluation is better than two moves ago.
    pub improving: bool,
    /// The move gives check.
    pub check: bool,
    /// The table's move is a capture.
    pub tt_capture: bool,
    /// What is remembered of the move.
    pub history: i32,
}

/// The logarithmic part, in 1024ths of a ply: grows with depth and move number.
pub fn base(depth: i32, number: usize, quiet: bool) -> i32 {
    let logs = LOGARITHMS[depth.clamp(0, 63) as usize] * LOGARITHMS[number.min(63)];
    let (base, factor) = if quiet {
        (REDUCTION_BASE, REDUCTION_FACTOR)
    } else {
        (REDUCTION_NOISY_BASE, REDUCTION_NOISY_FACTOR)
    };
    base + ((i64::from(factor) * i64::from(logs)) >> 20) as i32
}

/// The whole reduction, in 1024ths of a ply; may be negative.
pub fn reduction(late: &Late) -> i32 {
    let mut r = base(late.depth, late.number, late.quiet);
    if late.tt_pv {
        r -= REDUCTION_TT_PV;
    }
    if late.pv {
        r -= REDUCTION_PV;
    }
    if late.cut_node {
        r += REDUCTION_CUT_NODE;
    }
    if late.check {
        r -= REDUCTION_CHECK;
    }
    if late.quiet {
        if !late.improving {
            r += REDUCTION_NOT_IMPROVING;
        }
        if late.tt_capture {
            r += REDUCTION_TT_CAPTURE;
        }
        r -= (late.history - REDUCTION_HISTORY_NEUTRAL) / REDUCTION_HISTORY_DIVISOR;
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_rounded_right() {
        for (n, &log) in LOGARITHMS.iter().enumerate().skip(1) {
            assert_eq!(log, (1024.0 * (n as f64).ln()).round() as i32, "ln {n}");
        }
    }

    #[test]
    fn later_deeper_and_worse_moves_are_reduced_more() {
        let late = Late {
            depth: 8,
            number: 10,
            quiet: true,
            ..Late::default()
        };
        assert!(reduction(&late) > reduction(&Late { number: 3, ..late }));
        assert!(reduction(&late) > reduction(&Late { depth: 4, ..late }));
        assert!(
            reduction(&late)
                > reduction(&Late {
                    history: 6000,
                    ..late
                })
        );
        assert!(
            reduction(&late)
                > reduction(&Late {
                    improving: true,
                    ..late
                })
        );
        assert!(
            reduction(&late)
                > reduction(&Late {
                    check: true,
                    ..late
                })
        );
        assert!(
            reduction(&late)
                > reduction(&Late {
                    tt_pv: true,
                    ..late
                })
        );
        assert!(
            reduction(&late)
                < reduction(&Late {
                    cut_node: true,
                    ..late
                })
        );
        assert!(
            reduction(&late)
                > reduction(&Late {
                    quiet: false,
                    ..late
                })
        );
    }
}
