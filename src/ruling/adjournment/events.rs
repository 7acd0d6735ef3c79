//! Events at the resumption of an adjourned game.

use super::envelope::Envelope;
use crate::notation::language::Language;
use crate::ruling::Arrival;
use crate::types::Color;
use std::time::Duration;

/// The envelope at the resumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvelopeState {
    /// The envelope is at hand.
    Present(Envelope),
    /// The envelope is lost.
    Lost {
        /// The move that was sealed, according to the player who sealed it; `None` if the player has not said it.
        claimed_move: Option<String>,
    },
    /// The position cannot be established any more: the game is annulled (97 A.11.b; 09 Guideline 11.b; 74 16.5).
    PositionLost,
    /// Not needed: the game was already over.
    NotNeeded,
}

/// An event that ended a game between adjournment and resumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEndedBefore {
    /// The players agreed on a draw.
    Agreement,
    /// A player resigned.
    Resignation(Color),
}

/// A clock that shows a wrong time at the resumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongClock {
    /// The player whose clock it is.
    pub player: Color,
    /// The remaining time that it shows.
    pub shown: Duration,
    /// A player pointed it out before making a first move.
    pub noticed_in_time: bool,
}

/// The events at the resumption.
#[derive(Clone, Debug)]
pub struct ResumptionEvents {
    /// Whether the envelope is at hand.
    pub envelope: EnvelopeState,
    /// When White and Black arrive.
    pub arrivals: [Arrival; 2],
    /// The thinking time after which the player who must reply sealed or made the reply, in the absence of the
    /// opponent.
    pub reply_after: Option<Duration>,
    /// The flag of the player who must reply has fallen while the opponent was absent.
    pub replier_flag_fell: bool,
    /// The event that ended the game before the resumption; `None` if there was none.
    pub ended_before: Option<GameEndedBefore>,
    /// The player who offered a draw after the move was sealed; `None` if nobody did.
    pub draw_offer: Option<Color>,
    /// A clock that shows a wrong time; `None` if both are right.
    pub wrong_clock: Option<WrongClock>,
    /// The language of the sealed move, if it differs from the language of the game.
    pub language: Option<Language>,
}

impl ResumptionEvents {
    /// Both players are present, and nothing else has happened.
    pub const fn both_present(envelope: EnvelopeState) -> Self {
        Self {
            envelope,
            arrivals: [Arrival::InTime; 2],
            reply_after: None,
            replier_flag_fell: false,
            ended_before: None,
            draw_offer: None,
            wrong_clock: None,
            language: None,
        }
    }
}
