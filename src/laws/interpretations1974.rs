//! The questions that the interpretations of 1974 decide by computation: the restoration of clocks, and the Articles
//! under which a game is lost or a draw is offered. They are not an edition of the Laws, so they have no
//! [`crate::laws::edition::Rules`].

use super::edition::clause::in_1974;
use super::game::Game;
use super::outcome::{Outcome, OutcomeKind, Points};
use crate::types::Color;
use std::time::Duration;

/// How late a player may arrive (17.2 and 17.4).
pub const DEFAULT_TIME: Duration = Duration::from_secs(3600);

/// The time that a player had used after `before` moves, in proportion to the time `used` for `played` moves (Article
/// 14). For setting the clocks back with the position when the times of the moves are not recorded.
///
/// `None` if no moves were played, if fewer than `before` were, or if the time is too long.
///
/// ```
/// use compongo::laws::interpretations1974::restored_time;
/// use std::time::Duration;
///
/// // An irregularity at move 20 is found after 30 moves; the clocks show that 90 and 60 minutes are used.
/// let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
/// assert_eq!(restored_time(minutes(90), 30, 20), Some(minutes(60)));
/// assert_eq!(restored_time(minutes(60), 30, 20), Some(minutes(40)));
/// ```
pub fn restored_time(used: Duration, played: u32, before: u32) -> Option<Duration> {
    if played == 0 || before > played {
        return None;
    }
    Some(used.checked_mul(before)? / played)
}

/// The outcome when the flag of `flagged` falls before the moves of the period are complete (17.1): a loss, whether or
/// not the opponent can mate.
///
/// `None` if the game had ended with mate or stalemate.
pub fn rule_flag(game: &Game, flagged: Color) -> Option<Outcome> {
    game.board().has_legal_move().then(|| Outcome {
        points: Points::win(!flagged),
        kind: OutcomeKind::FlagFall,
        article: in_1974::FLAG_FALL,
        ply: game.ply(),
        proof: None,
    })
}

/// The moment at which a draw is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum DrawOfferMoment {
    /// After the player's own move, before the opponent's clock starts: the proper moment.
    AfterMove,
    /// While the player's own clock is running, before the move.
    #[cfg_attr(feature = "cli", value(name = "own-time"))]
    OnOwnTime,
    /// While the opponent's clock is running.
    #[cfg_attr(feature = "cli", value(name = "opponents-time"))]
    OnOpponentsTime,
}

impl DrawOfferMoment {
    /// The Article about the offer, which is valid at every moment (18.1 B).
    pub const fn article(self) -> &'static str {
        match self {
            Self::AfterMove => in_1974::OFFER,
            Self::OnOpponentsTime => in_1974::OFFER_ON_OPPONENTS_TIME,
            Self::OnOwnTime => in_1974::OFFER_ON_OWN_TIME,
        }
    }

    /// True if the opponent may wait for the player's move before answering (18.1 A.b).
    pub const fn may_await_move(self) -> bool {
        matches!(self, Self::OnOwnTime)
    }
}
