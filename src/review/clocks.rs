//! The time that players used, from the comments `[%clk]` and `[%emt]`.

use crate::laws::control::TimeControl;
use crate::notation::pgn::Comment;
use crate::types::Color;
use std::time::Duration;

/// The clocks around a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveClock {
    /// The time left after the move; `None` if unknown.
    pub clock: Option<Duration>,
    /// The time used for the move; `None` if unknown.
    pub used: Option<Duration>,
}

/// The times of the moves, by ply. `movers` are the players of the moves.
///
/// The time used comes from `[%emt]` or, failing that, from the difference of two clock readings. With a time control,
/// the first move counts from the base time, and increments are added. The difference is unknown for a move after which
/// a new period adds time.
pub fn move_times(
    comments: &[Comment],
    movers: &[Color],
    control: Option<&TimeControl>,
) -> Vec<MoveClock> {
    let mut last = [control.map(|control| Duration::from_millis(control.period(0).base_ms)); 2];
    let mut made = [0; 2];
    let mut times = Vec::with_capacity(movers.len());
    for (ply, mover) in (1..).zip(movers) {
        let of_move = || comments.iter().filter(move |comment| comment.ply == ply);
        let clock = of_move().find_map(Comment::clock);
        let last = &mut last[mover.index()];
        let period = control.map(|control| control.period_after(made[mover.index()]));
        let increment = period.map_or(Duration::ZERO, |period| {
            Duration::from_millis(period.inc_ms)
        });
        let by_clock = || (*last)?.checked_add(increment)?.checked_sub(clock?);
        times.push(MoveClock {
            clock,
            used: of_move().find_map(Comment::elapsed).or_else(by_clock),
        });
        made[mover.index()] += 1;
        *last = clock;
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(texts: &[&'static str]) -> Vec<Comment<'static>> {
        let comment = |(ply, text): (usize, &&'static str)| Comment { ply, text, line: 1 };
        (1..).zip(texts).map(comment).collect()
    }

    #[test]
    fn times_are_differences_of_clocks() {
        let comments = comments(&[
            "[%clk 0:05:01]",
            "[%clk 0:04:50]",
            "[%clk 0:04:53]",
            "[%emt 0:00:07] good",
        ]);
        let movers = [Color::White, Color::Black, Color::White, Color::Black];
        let used = |control: Option<&str>| -> Vec<Option<u64>> {
            let control = control.map(|text| text.parse().expect("a time control"));
            let times = move_times(&comments, &movers, control.as_ref());
            times
                .iter()
                .map(|time| time.used.map(|used| used.as_secs()))
                .collect()
        };
        assert_eq!(used(None), [None, None, Some(8), Some(7)]);
        assert_eq!(used(Some("300+2")), [Some(1), Some(12), Some(10), Some(7)]);
    }
}
