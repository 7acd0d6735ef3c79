//! Adjourned games: the adjournment file, the sealed move, and rulings at the resumption (97 Appendix A; the guidelines for
//! adjourned games of 2009; Articles 15 to 18 of the interpretations of 1974).
//!
//! * [`AdjournedGame`]: what is written on the envelope: players, position, times, who sealed, a draw offer, the
//!   resumption; read and written as JSON;
//! * [`Envelope`]: the sealed move with its salt, kept apart; the file of the game has only the [`Commitment`] to it, so that
//!   neither the opponent can read the move nor the player who sealed can change it;
//! * [`SealedMoveReading`]: whether the sealed move is legible, ambiguous, unintelligible or illegal;
//! * [`rule_resumption`]: absence, lateness, the sealed move, a lost envelope, wrong times, draw offers;
//! * [`AdjournmentPoint`]: the Articles, by edition.
//!
//! What a person has to decide is named in [`ResumptionRuling::arbiter`] and left open.
#![forbid(unsafe_code)]

mod articles;
mod clocks;
mod draw_offers;
mod envelope;
mod events;
mod file;
mod game;
mod presence;
mod resumption;
mod ruling;
mod sealed_move;

pub use articles::{AdjournmentPoint, numbering};
pub use clocks::{ClockError, PlayerClock};
pub use envelope::{Commitment, CommitmentError, Envelope, EnvelopeError};
pub use events::{EnvelopeState, GameEndedBefore, PlayerArrival, ResumptionEvents, WrongClock};
pub use file::{AdjournmentFileError, from_json, to_json};
pub use game::{AdjournedGame, ResumptionAppointment};
pub use resumption::{ResumptionError, rule_resumption};
pub use ruling::{PlayerTimes, ResumptionRuling, RulingStep, SealedMoveReport};
pub use sealed_move::{SealedMoveReading, read_sealed_move};
