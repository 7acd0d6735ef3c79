//! The update formula of the histories, and the bonus of a cutoff.

use crate::search::tunables::{history_bonus_factor, history_bonus_max, history_bonus_offset};

/// History gravity: moves `value` by `bonus`, by less the closer it is to plus or minus `max`,
/// which it never exceeds.
#[inline]
pub(super) fn gravity(value: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / max) as i16;
}

/// The history bonus for a beta cutoff at this depth.
#[inline]
pub fn history_bonus(depth: i32) -> i32 {
    (history_bonus_factor() * depth - history_bonus_offset()).min(history_bonus_max())
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
        assert!(history_bonus(1) > 0 && history_bonus(5) > history_bonus(1));
        assert_eq!(history_bonus(100), history_bonus_max());
    }
}
