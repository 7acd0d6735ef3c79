//! Adjourned games: the adjournment file, the sealed move, and rulings at the resumption (97 Appendix A; the guidelines for
//! adjourned games of 2009; Articles 15 to 18 of the interpretations of 1974).
//!
//! * [`AdjournedGame`]: the data on the envelope (players, position, times, who sealed, a draw offer, the resumption);
//!   read and written as JSON;
//! * [`Envelope`]: the sealed move with its salt, kept apart. The game file holds only the [`Commitment`] to it, so
//!   that the opponent cannot read the move and the player who sealed cannot change it;
//! * [`SealedMoveReading`]: whether the sealed move is legible, ambiguous, unintelligible or illegal;
//! * [`rule_resumption`]: absence, lateness, the sealed move, a lost envelope, wrong times, draw offers;
//! * [`AdjournmentPoint`]: the Articles, by edition.
//!
//! The ruling lists the questions that only a person can decide.

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

pub use crate::laws::edition::articles::adjourned_games::{AdjournmentPoint, numbering};
pub use clocks::{ClockError, PlayerClock};
pub use envelope::{Commitment, Envelope, EnvelopeError};
pub use events::{EnvelopeState, GameEndedBefore, ResumptionEvents, WrongClock};
pub use file::{AdjournmentFileError, from_json, to_json};
pub use game::{AdjournedGame, ResumptionAppointment};
pub use resumption::{ResumptionError, rule_resumption};
pub use ruling::{ResumptionRuling, RulingStep, SealedMoveReport};
pub use sealed_move::{SealedMoveReading, read_sealed_move};
