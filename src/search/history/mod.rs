//! What is remembered of moves, from node to node and from search to search.
//!
//! * [`QuietHistory`]: side, source, target: how often a quiet move has cut;
//! * [`CaptureHistory`]: man, target, victim: the same of captures;
//! * [`ContinuationHistory`]: the move one or two plies ago, then man and target: what answers what, what follows what.
//!
//! All share one law of growth ([`gravity`]): an update pulls a value towards plus or minus its maximum, the weaker
//! the nearer it is, so that values stay in range and old experience fades.

mod capture;
mod continuation;
mod quiet;

pub use capture::CaptureHistory;
pub use continuation::{ContinuationHistory, PieceTo};
pub use quiet::QuietHistory;

use super::params::{HISTORY_BONUS_FACTOR, HISTORY_BONUS_MAX, HISTORY_BONUS_OFFSET};

/// Moves `value` by `bonus` towards plus or minus `max`.
#[inline]
fn gravity(value: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / max) as i16;
}

/// What a cutoff at this depth is worth to a move.
#[inline]
pub fn bonus(depth: i32) -> i32 {
    (HISTORY_BONUS_FACTOR * depth - HISTORY_BONUS_OFFSET).min(HISTORY_BONUS_MAX)
}

/// All tables of one thread.
#[derive(Clone, Default)]
pub struct Histories {
    /// QuietHistory moves by squares.
    pub quiet: QuietHistory,
    /// Captures.
    pub capture: CaptureHistory,
    /// QuietHistory moves after earlier moves.
    pub continuation: ContinuationHistory,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_never_leaves_its_range() {
        let mut value = 0_i16;
        for (bonus, times) in [
            (1280, 50),
            (-1280, 90),
            (i32::MAX, 3),
            (i32::MIN + 1, 3),
            (7, 5000),
        ] {
            for _ in 0..times {
                gravity(&mut value, bonus, 8192);
                assert!((-8192..=8192).contains(&value), "{value}");
            }
        }
    }

    #[test]
    fn bonuses_grow_with_depth_up_to_a_limit() {
        assert!(bonus(1) > 0 && bonus(5) > bonus(1));
        assert_eq!(bonus(100), HISTORY_BONUS_MAX);
    }
}
