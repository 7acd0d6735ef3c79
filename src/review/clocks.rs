//! The time that players used for their moves.

use crate::laws::control::TimeControl;
use crate::notation::pgn::RecordedTime;
use crate::types::Color;
use std::time::Duration;

/// The times of the moves, by ply, from the times that the record gives. `movers` are the players of the moves.
///
/// Where the record lacks the time taken, it is the difference of two clock readings. With a time control, the first
/// move counts from the base time, and increments are added. The difference is unknown for a move after which a new
/// period adds time.
pub fn move_times(
    recorded: &[RecordedTime],
    movers: &[Color],
    control: Option<&TimeControl>,
) -> Vec<RecordedTime> {
    let mut last = [control.map(|control| Duration::from_millis(control.period(0).base_ms)); 2];
    let mut made = [0; 2];
    let mut times = Vec::with_capacity(movers.len());
    for (&RecordedTime { clock, elapsed }, mover) in recorded.iter().zip(movers) {
        let last = &mut last[mover.index()];
        let period = control.map(|control| control.period_after(made[mover.index()]));
        let increment = period.map_or(Duration::ZERO, |period| {
            Duration::from_millis(period.inc_ms)
        });
        let by_clock = || (*last)?.checked_add(increment)?.checked_sub(clock?);
        times.push(RecordedTime {
            clock,
            elapsed: elapsed.or_else(by_clock),
        });
        made[mover.index()] += 1;
        *last = clock;
    }
    times
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
            let times = move_times(&recorded, &movers, control.as_ref());
            times
                .iter()
                .map(|time| time.elapsed.map(|used| used.as_secs()))
                .collect()
        };
        assert_eq!(used(None), [None, None, Some(8), Some(7)]);
        assert_eq!(used(Some("300+2")), [Some(1), Some(12), Some(10), Some(7)]);
    }
}
