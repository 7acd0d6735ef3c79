//! The clocks of an adjourned game.

use crate::laws::control::TimeControl;
use crate::laws::edition::Rules;
use crate::util::format::clock_time;
use std::time::Duration;

/// A player's times when the clocks were stopped, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerClock {
    /// The time used; `None` if it is not known.
    pub used: Option<Duration>,
    /// The time left, without the increment or delay of the next move.
    pub remaining: Option<Duration>,
}

/// The reasons why a player's times are impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// No time is left.
    #[error("no time is left: the flag has fallen before the adjournment")]
    NoTimeLeft,
    /// Less time is left than the session would have lasted.
    #[error(
        "the time left does not last until the end of the session: the arbiter decides whether the flag falls before it"
    )]
    EndsInSession,
    /// More time is left than the time control gives for the moves made.
    #[error("more time is left than the time control gives")]
    TooMuch,
    /// Time used and time left do not add up to what the time control gives.
    #[error("{} used and {} left do not add up to the {} that the time control gives", clock_time(*.used), clock_time(*.remaining), clock_time(*.given))]
    WrongSum {
        /// The time used.
        used: Duration,
        /// The time left.
        remaining: Duration,
        /// The time given.
        given: Duration,
    },
}

impl PlayerClock {
    /// Computes the missing one of the two times for a player who has made `moves` moves; if both are stated, checks
    /// that they add up to the time given. With a delay neither is possible. Some clocks add the increment before the first
    /// move too; a time left that is possible only so is taken as it is.
    ///
    /// # Errors
    /// The times are impossible.
    pub fn complete(self, control: Option<&TimeControl>, moves: u32) -> Result<Self, ClockError> {
        let mut clock = self;
        if let Some(control) = control
            && let Some(given) = time_given(control, moves)
        {
            let first_increment = Duration::from_millis(control.period(0).inc_ms);
            match (self.used, self.remaining) {
                (Some(used), None) => {
                    clock.remaining = Some(given.checked_sub(used).ok_or(ClockError::NoTimeLeft)?);
                }
                (None, Some(remaining)) => {
                    let used = given.checked_sub(remaining);
                    let used = used.or_else(|| (given + first_increment).checked_sub(remaining));
                    clock.used = Some(used.ok_or(ClockError::TooMuch)?);
                }
                (Some(used), Some(remaining))
                    if ![given, given + first_increment]
                        .contains(&used.saturating_add(remaining)) =>
                {
                    return Err(ClockError::WrongSum {
                        used,
                        remaining,
                        given,
                    });
                }
                _ => {}
            }
        }
        match clock.remaining {
            Some(Duration::ZERO) => Err(ClockError::NoTimeLeft),
            _ => Ok(clock),
        }
    }

    /// Charges time that the player did not use for moves, up to the nominal end of the session (97 A.1.b).
    ///
    /// # Errors
    /// The flag would have fallen before that.
    pub fn charge(self, time: Duration) -> Result<Self, ClockError> {
        let remaining = self.remaining.map(|left| left.checked_sub(time));
        match remaining {
            Some(None | Some(Duration::ZERO)) => Err(ClockError::EndsInSession),
            _ => Ok(Self {
                used: self.used.map(|used| used.saturating_add(time)),
                remaining: remaining.flatten(),
            }),
        }
    }
}

/// The time that a player has been given after `moves` moves: the periods begun, and the increments. `None` with a
/// delay, because the part of it that was used is unknown.
fn time_given(control: &TimeControl, moves: u32) -> Option<Duration> {
    let has_delay = control.periods().iter().any(|period| period.delay_ms > 0);
    let increments = control.time_for(moves, true) - control.time_for(moves, false);
    // The time of a period is added when the last move of the previous period is made.
    let base = control.time_for(moves + 1, false);
    (!has_delay).then(|| Duration::from_millis(base + increments))
}

/// The time that a player's next move adds after `moves` moves: the increment, and the time of the next period if the
/// move completes one.
pub(super) fn time_gained(control: &TimeControl, moves: u32) -> Duration {
    let next_period = control.time_for(moves + 2, false) - control.time_for(moves + 1, false);
    Duration::from_millis(control.period_after(moves).inc_ms + next_period)
}

/// True if a player's next move after `moves` moves completes a period whose unused time is lost: until 2009 a period with a
/// delay (97 6.2; 01 and 09 6.2.b). In 1974 no clock has a delay.
pub(super) fn loses_unused_time(control: &TimeControl, moves: u32, rules: Option<&Rules>) -> bool {
    let is_completed = control.moves_before_period(moves + 1) > moves;
    let carries = rules.is_none_or(|rules| rules.delay_carries_saved_time);
    is_completed && control.period_after(moves).delay_ms > 0 && !carries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn article_6_2_what_is_used_and_what_is_left_make_what_was_given() {
        let minutes = |minutes: u64| Some(Duration::from_secs(60 * minutes));
        let control: TimeControl = "40/9000:16/3600".parse().expect("a time control");
        for (moves, used, remaining) in [(0, 10, 140), (39, 120, 30), (40, 120, 90), (56, 200, 70)]
        {
            let stated = PlayerClock {
                used: minutes(used),
                remaining: None,
            };
            let clock = stated.complete(Some(&control), moves).expect("possible");
            assert_eq!(clock.remaining, minutes(remaining), "{moves}");
            let stated = PlayerClock {
                used: None,
                remaining: minutes(remaining),
            };
            assert_eq!(stated.complete(Some(&control), moves), Ok(clock));
        }
        let stated = PlayerClock {
            used: minutes(150),
            remaining: None,
        };
        assert_eq!(
            stated.complete(Some(&control), 39),
            Err(ClockError::NoTimeLeft)
        );
        assert_eq!(time_gained(&control, 38), Duration::ZERO);
        assert_eq!(time_gained(&control, 39), Duration::from_secs(3600));
        let control: TimeControl = "40/5400+30:1800+30".parse().expect("a time control");
        // An increment before the first move.
        for (used, remaining) in [(Some(0), 5430), (None, 5430), (Some(0), 5400)] {
            let [used, remaining] =
                [used, Some(remaining)].map(|time| time.map(Duration::from_secs));
            let clock = PlayerClock { used, remaining }.complete(Some(&control), 0);
            let used = Some(Duration::ZERO);
            assert_eq!(clock, Ok(PlayerClock { used, remaining }));
        }
        let impossible = PlayerClock {
            used: None,
            remaining: Some(Duration::from_secs(5431)),
        };
        let clock = impossible.complete(Some(&control), 0);
        assert_eq!(clock, Err(ClockError::TooMuch));
        assert_eq!(time_gained(&control, 39), Duration::from_secs(1830));
        assert_eq!(
            time_given(&control, 40),
            Some(Duration::from_secs(60 * 140))
        );
    }
}
