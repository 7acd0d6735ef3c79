//! What happens at the resumption of an adjourned game.

use super::envelope::Envelope;
use crate::notation::language::Language;
use crate::types::Color;
use std::time::Duration;

/// When a player arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerArrival {
    /// Present at the time of the resumption.
    #[default]
    OnTime,
    /// So much later.
    Late(Duration),
    /// Not there yet.
    Absent,
}

/// The envelope at the resumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvelopeState {
    /// It is there.
    Present(Envelope),
    /// It is lost.
    Lost {
        /// The move that the player who sealed says was sealed.
        claimed_move: Option<String>,
    },
    /// Not needed: the game was over before.
    NotNeeded,
}

/// What ended a game after it was adjourned and before it was resumed.
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
    /// Whose clock.
    pub player: Color,
    /// The time left that it shows.
    pub shown: Duration,
    /// A player said so before making a first move.
    pub noticed_in_time: bool,
}

/// What happens at the resumption.
#[derive(Clone, Debug)]
pub struct ResumptionEvents {
    /// The envelope.
    pub envelope: EnvelopeState,
    /// When White and Black arrive.
    pub arrivals: [PlayerArrival; 2],
    /// After what time of thinking the player who must reply sealed the reply, or made it, in the absence of the opponent.
    pub reply_after: Option<Duration>,
    /// The flag of the player who must reply has fallen in the absence of the opponent.
    pub replier_flag_fell: bool,
    /// What ended the game before.
    pub ended_before: Option<GameEndedBefore>,
    /// Who offered a draw after the move was sealed.
    pub draw_offer: Option<Color>,
    /// A clock that shows a wrong time.
    pub wrong_clock: Option<WrongClock>,
    /// The language of the sealed move, if it is not that of the game.
    pub language: Option<Language>,
}

impl ResumptionEvents {
    /// Both players are present, and nothing else has happened.
    pub const fn both_present(envelope: EnvelopeState) -> Self {
        Self {
            envelope,
            arrivals: [PlayerArrival::OnTime; 2],
            reply_after: None,
            replier_flag_fell: false,
            ended_before: None,
            draw_offer: None,
            wrong_clock: None,
            language: None,
        }
    }
}
