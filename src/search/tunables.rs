//! Search constants tuned together by self-play (SPSA, `scripts/spsa`), each with its range.
//!
//! They are constants, except in builds with the feature `tune`: those read them at startup from
//! the environment variable `COMPONGO_TUNABLES`, such as `razoring_base=320,lmr_check=900`; numbers
//! that it does not name keep their defaults.
//!
//! Units and terms are those of [`super::params`].

/// Defines a function for each number; with the feature `tune` it reads the environment.
macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            pub fn $name() -> i32 {
                tuned::VALUES.$name
            }
        )+

        #[cfg(feature = "tune")]
        mod tuned {
            use once_cell::sync::Lazy;

            pub struct Values {
                $(pub $name: i32,)+
            }

            pub static VALUES: Lazy<Values> = Lazy::new(|| {
                let mut values = Values { $($name: $default,)+ };
                for text in std::env::var("COMPONGO_TUNABLES").unwrap_or_default().split_terminator(',') {
                    let setting = text.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
                    match setting {
                        $(Some((stringify!($name), value)) if ($min..=$max).contains(&value) => values.$name = value,)+
                        _ => panic!("COMPONGO_TUNABLES: '{text}' is not the name of a number and a value in its range"),
                    }
                }
                values
            });
        }

        #[cfg(test)]
        mod tests {
            #[test]
            fn defaults_lie_within_their_ranges() {
                $(assert!(($min..=$max).contains(&$default), stringify!($name));)+
            }
        }
    };
}

tunables! {
    /// Aspiration windows: initial delta.
    aspiration_base = 18 in 5..=40;

    /// Reverse futility pruning: margin per ply.
    reverse_futility_factor = 105 in 30..=160;
    /// Reverse futility pruning: subtracted from the margin when improving.
    reverse_futility_improving = 80 in 20..=160;

    /// Razoring: margin at depth zero.
    razoring_base = 300 in 100..=600;
    /// Razoring: margin per square of the depth.
    razoring_factor = 250 in 80..=500;

    /// `ProbCut`: margin above beta.
    probcut_margin = 200 in 80..=450;
    /// `ProbCut`: subtracted from the margin when improving.
    probcut_improving = 50 in 0..=160;

    /// Small `ProbCut`: margin of the TT score above beta.
    small_probcut_margin = 300 in 150..=800;

    /// Hindsight: the depth is reduced if the sum of both sides' evaluations exceeds this.
    hindsight_margin = 70 in 20..=300;

    /// Null move pruning: internal units above beta for each further ply of reduction.
    null_move_eval_divisor = 256 in 80..=500;

    /// Singular extensions: the other moves are searched against the TT score less this / 16
    /// internal units per ply.
    singular_factor = 16 in 6..=40;

    /// Double extension: internal units by which the other moves must fall short.
    double_extension_margin = 8 in 2..=80;

    /// Triple extension of a quiet move: internal units by which the other moves must fall short.
    triple_extension_margin = 60 in 30..=300;

    /// Late move reductions: base of quiet moves.
    lmr_quiet_base = 964 in 0..=2000;
    /// Late move reductions: slope of quiet moves, times ln(depth) times ln(move count).
    lmr_quiet_factor = 346 in 200..=800;
    /// Late move reductions: base of noisy moves.
    lmr_noisy_base = 400 in -800..=1000;
    /// Late move reductions: slope of noisy moves.
    lmr_noisy_factor = 400 in 100..=600;
    /// Late move reductions: decrease in positions that are or were on a principal variation.
    lmr_tt_pv = 1400 in 0..=2000;
    /// Late move reductions: further decrease there if the TT score exceeds alpha.
    lmr_tt_score = 512 in 0..=2000;
    /// Late move reductions: further decrease there if the TT entry is no shallower than the node.
    lmr_tt_depth = 512 in 0..=2000;
    /// Late move reductions: decrease in PV nodes.
    lmr_pv = 768 in 0..=2000;
    /// Late move reductions: increase in expected cut nodes.
    lmr_cut_node = 500 in 0..=2500;
    /// Late move reductions: decrease for a move that gives check.
    lmr_check = 400 in 0..=2500;
    /// Late move reductions: increase if many nodes of the next ply were cut off.
    lmr_cutoffs = 700 in 0..=2500;
    /// Late move reductions: decrease per internal unit of correction, of either sign.
    lmr_correction_factor = 4 in 0..=20;

    /// After a reduced search: one ply more if the score exceeds the best one by this.
    research_deeper_margin = 100 in 10..=150;

    /// Late move reductions: increase for quiet moves if not improving.
    lmr_not_improving = 953 in 0..=2500;
    /// Late move reductions: increase for quiet moves if the TT move is a capture.
    lmr_tt_capture = 1024 in 0..=2500;
    /// Late move reductions: history score at which the reduction of a quiet move is unchanged.
    lmr_history_offset = 512 in -4000..=4000;
    /// Late move reductions: the reduction of a quiet move shrinks by (history - offset) / this.
    lmr_history_divisor = 16 in 2..=50;

    /// Late move reductions: the reduction of a noisy move shrinks by its history / this.
    lmr_noisy_history_divisor = 12 in 4..=60;

    /// Futility pruning: margin at LMR depth zero.
    futility_base = 75 in 30..=350;
    /// Futility pruning: margin per ply of LMR depth.
    futility_factor = 50 in 10..=250;

    /// History pruning: prunes moves whose history score is below minus this times the depth.
    history_pruning_factor = 1750 in 200..=4000;

    /// Bad capture futility: margin at depth zero.
    bad_capture_base = 24 in 0..=200;
    /// Bad capture futility: margin per ply.
    bad_capture_factor = 84 in 20..=250;
    /// Bad capture futility: divisor of the history score, which widens the margin.
    bad_capture_history_divisor = 12 in 4..=50;

    /// SEE pruning: margin of quiet moves per square of the LMR depth.
    see_quiet_factor = 21 in 8..=80;
    /// SEE pruning: margin of noisy moves per ply.
    see_noisy_factor = 70 in 30..=200;
    /// SEE pruning: divisor of the history score, which widens the margin.
    see_history_divisor = 32 in 8..=120;

    /// Move ordering: good noisy moves reach this SEE less their ordering score over the divisor.
    good_noisy_margin = 100 in -100..=300;
    /// Move ordering: divisor of the ordering score of a noisy move.
    good_noisy_divisor = 32 in 10..=100;

    /// Delta pruning: margin above the stand-pat score.
    delta_margin = 128 in 30..=350;

    /// History bonus per ply of depth.
    history_bonus_factor = 200 in 40..=350;

    /// Subtracted from the history bonus.
    history_bonus_offset = 64 in -200..=350;

    /// Largest history bonus.
    history_bonus_max = 1300 in 500..=3500;

    /// Eval-difference history: bonus per internal unit of difference.
    eval_difference_factor = 10 in 0..=20;
    /// Eval-difference history: largest bonus.
    eval_difference_max_bonus = 500 in 50..=1200;
    /// Eval-difference history: largest malus.
    eval_difference_max_malus = 240 in 20..=800;

    /// Low-ply history: weight at the root.
    low_ply_history_weight = 8 in 1..=20;

    /// The correction, in internal units, is the sum of the correction history entries over this.
    correction_history_divisor = 120 in 40..=250;
}
