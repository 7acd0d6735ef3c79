//! What the interpretations of 1974 decide by computation: the restoration of clocks, and the Articles under which a game
//! is lost or a draw is offered. They are no edition of the Laws, so there are no [`crate::laws::edition::Rules`] of them.

use super::game::Game;
use super::outcome::{Outcome, OutcomeKind, Points};
use crate::types::Color;
use std::time::Duration;

/// The Article of [`restored_time`]: its example ends the text before Article 15; the point is not known.
pub const CLOCK_RESTORATION: &str = "14";

/// How late a player may arrive (17.2 and 17.4).
pub const DEFAULT_TIME: Duration = Duration::from_secs(3600);

/// The time that a player had used after `before` moves, in proportion to the time `used` for `played` moves (Article 14):
/// for clocks that go back with the position, where no times of moves are recorded.
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

/// The outcome when the flag of `flagged` has fallen before the moves of the period were complete (17.1): a loss, whether
/// the opponent can mate or not.
///
/// `None` if the game had ended with mate or stalemate.
pub fn rule_flag(game: &Game, flagged: Color) -> Option<Outcome> {
    game.board().has_legal_move().then(|| Outcome {
        points: Points::win(!flagged),
        kind: OutcomeKind::FlagFall,
        article: "17.1",
        ply: game.ply(),
        proof: None,
    })
}

/// The points and the Article if White or Black (in this order) arrives late, at the start or at the resumption: more
/// than [`DEFAULT_TIME`] loses (17.2), for both players if both do (17.4). `None` if no one loses.
pub fn rule_lateness(lateness: [Duration; 2]) -> Option<(Points, &'static str)> {
    match lateness.map(|late| late > DEFAULT_TIME) {
        [false, false] => None,
        [true, true] => Some((Points::BOTH_LOSE, "17.4")),
        [true, false] => Some((Points::win(Color::Black), "17.2")),
        [false, true] => Some((Points::win(Color::White), "17.2")),
    }
}

/// The points and the Article if the meaning of a sealed move cannot be established, or it is illegal (17.3, with the
/// interpretation of 1965): the player who sealed it loses, whether the opponent can mate or not.
pub fn rule_sealed_move(sealer: Color) -> (Points, &'static str) {
    (Points::win(!sealer), "17.3")
}

/// When a draw is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawOfferMoment {
    /// After the player's own move, before the opponent's clock is started: the proper moment.
    AfterMove,
    /// While the opponent's clock is running.
    OnOpponentsTime,
    /// While the player's own clock is running, before the move.
    OnOwnTime,
}

/// How an offer of a draw may be answered. It cannot be withdrawn, and is accepted or refused by word, or refused by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawOfferAnswer {
    /// The Article, with the interpretation of 1974 A and its point.
    pub article: &'static str,
    /// The opponent may wait for the move of the player who offers.
    pub may_await_move: bool,
}

impl DrawOfferMoment {
    /// How the offer may be answered (18.1). One at another moment than the proper one is valid too (18.1 B).
    pub const fn answer(self) -> DrawOfferAnswer {
        let (article, may_await_move) = match self {
            Self::AfterMove => ("18.1", false),
            Self::OnOpponentsTime => ("18.1 A.a", false),
            Self::OnOwnTime => ("18.1 A.b", true),
        };
        DrawOfferAnswer {
            article,
            may_await_move,
        }
    }
}
