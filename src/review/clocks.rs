//! The time that players used for their moves.

use crate::laws::control::TimeControl;
use crate::notation::pgn::RecordedTime;
use crate::types::Color;
use std::time::Duration;

/// The times of the moves, by ply, from the times that the record gives. `movers` are the players of the moves, who have
/// `made` some before the record begins.
///
/// Where the record lacks the time taken, it is the difference of two clock readings. With a time control, the first
/// move counts from the base time, and increments and delays are added; where each move has a time of its own, it counts
/// from that time. The difference is unknown for a move after which a new period adds time, for a move within a delay, and
/// for a first move that leaves the base time as it is, because the clocks of some servers do not run yet. A first move
/// that leaves exactly half of it was made on demand with half the time and no increment ("berserk").
pub fn move_times(
    recorded: &[RecordedTime],
    movers: &[Color],
    mut made: [u32; 2],
    control: Option<&TimeControl>,
) -> Vec<RecordedTime> {
    let mut last = [None; 2];
    let mut controls = [control; 2];
    let mut times = Vec::with_capacity(movers.len());
    for (&RecordedTime { clock, elapsed }, mover) in recorded.iter().zip(movers) {
        let (last, made) = (&mut last[mover.index()], &mut made[mover.index()]);
        let control = &mut controls[mover.index()];
        if *made == 0 && leaves_half(*control, clock) {
            *control = None;
        }
        let by_clock = || match *control {
            Some(control) => time_under(control, *made, *last, clock?),
            None => (*last)?.checked_sub(clock?),
        };
        times.push(RecordedTime {
            clock,
            elapsed: elapsed.or_else(by_clock),
        });
        *made += 1;
        *last = clock;
    }
    times
}

/// True if the clock shows exactly half of the base time.
fn leaves_half(control: Option<&TimeControl>, clock: Option<Duration>) -> bool {
    let base = control.map(|control| control.period_after(0).base_ms);
    base.zip(clock)
        .is_some_and(|(base, clock)| 2 * clock.as_millis() == u128::from(base))
}

/// The time of a move after `made` others, by the clock before, which is unknown before the first one, and after it.
fn time_under(
    control: &TimeControl,
    made: u32,
    before: Option<Duration>,
    after: Duration,
) -> Option<Duration> {
    let period = control.period_after(made);
    let [base, increment, delay] =
        [period.base_ms, period.inc_ms, period.delay_ms].map(Duration::from_millis);
    let starts = made == 0 || period.moves == Some(1);
    let ends = control.moves_before_period(made + 1) > made;
    if ends && period.moves != Some(1) || made == 0 && after == base {
        return None;
    }
    let before = if starts { Some(base) } else { before };
    let used = before?.checked_add(increment)?.checked_sub(after)?;
    // The clock stands still within the delay.
    if delay.is_zero() || !used.is_zero() {
        used.checked_add(delay)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_differences_of_clocks() {
        let clock = |seconds| RecordedTime {
            clock: Some(Duration::from_secs(seconds)),
            elapsed: None,
        };
        let taken = RecordedTime {
            clock: None,
            elapsed: Some(Duration::from_secs(7)),
        };
        let recorded = [clock(301), clock(290), clock(293), taken];
        let movers = [Color::White, Color::Black, Color::White, Color::Black];
        let used = |control: Option<&str>| -> Vec<Option<u64>> {
            let control = control.map(|text| text.parse().expect("a time control"));
            let times = move_times(&recorded, &movers, [0; 2], control.as_ref());
            times
                .iter()
                .map(|time| time.elapsed.map(|used| used.as_secs()))
                .collect()
        };
        assert_eq!(used(None), [None, None, Some(8), Some(7)]);
        assert_eq!(used(Some("300+2")), [Some(1), Some(12), Some(10), Some(7)]);
    }

    /// The times of White's moves that leave these clocks, in seconds.
    fn of_white(control: &str, clocks: &[u64]) -> Vec<Option<u64>> {
        let control = control.parse().expect("a time control");
        let recorded: Vec<RecordedTime> = clocks
            .iter()
            .map(|&seconds| RecordedTime {
                clock: Some(Duration::from_secs(seconds)),
                elapsed: None,
            })
            .collect();
        let movers = vec![Color::White; clocks.len()];
        move_times(&recorded, &movers, [0; 2], Some(&control))
            .iter()
            .map(|time| time.elapsed.map(|used| used.as_secs()))
            .collect()
    }

    #[test]
    fn a_clock_for_each_move_starts_anew() {
        assert_eq!(
            of_white("1/86400", &[82_800, 72_000, 77_400]),
            [Some(3_600), Some(14_400), Some(9_000)]
        );
    }

    #[test]
    fn clocks_that_no_time_fits_tell_nothing() {
        let clocks = [u64::MAX, 0, u64::MAX];
        assert_eq!(of_white("300d5", &clocks), [None; 3]);
        assert_eq!(of_white("300+2", &clocks), [None; 3]);
    }

    #[test]
    fn a_period_that_begins_hides_the_time_of_a_move() {
        assert_eq!(
            of_white("2/2000:1800+30", &[1_900, 1_900, 1_800]),
            [Some(100), None, Some(130)]
        );
    }

    #[test]
    fn a_first_move_on_a_clock_that_stands_has_no_time() {
        assert_eq!(of_white("180+2", &[180, 177]), [None, Some(5)]);
    }

    #[test]
    fn half_of_the_time_has_no_increment() {
        assert_eq!(of_white("180+2", &[90, 88]), [None, Some(2)]);
        assert_eq!(of_white("180+2", &[91, 88]), [Some(91), Some(5)]);
    }

    #[test]
    fn a_delay_hides_the_time_within_it() {
        assert_eq!(
            of_white("5400d5", &[5_340, 5_340, 5_275]),
            [Some(65), None, Some(70)]
        );
    }
}
