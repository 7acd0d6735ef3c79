//! Rulings: the questions of an arbiter, each answered under an edition of the Laws.
//!
//! A [`GameCase`] is a game up to the position of the question, with its rules and its clocks. Each question is a
//! function that returns a [`Ruling`]: the decision and its reason, the Articles, the clocks and obligations after it,
//! and the questions that the Laws leave to a person. Statements about mate carry proofs; questions of human judgement
//! are named and left open.
//!
//! * [`claim`]: a draw claimed by threefold repetition or fifty moves (Articles 9.2 to 9.5);
//! * [`illegal`]: an illegal move, found at once or later (Articles 4 and 7);
//! * [`flag`]: one or both flags (6.8 to 6.12, 8.6, 10.4);
//! * [`setup`]: a wrong start (7.1, 7.2); [`numbered_start`] and [`checked_start`]: Chess960;
//! * [`quickplay`]: the claim in a quickplay finish (10.2, Guideline III);
//! * [`touch`]: touched pieces (4.2 to 4.8); [`displaced`]: displaced ones (7.3 to 7.6);
//! * [`offer`]: draw offers (9.1); [`resignation`]: resignations (5.1);
//! * [`recording`]: whether moves must be recorded (8.1, 8.4);
//! * [`seal`]: sealed moves (2009: Guideline 1); [`faulty_clock`]: clocks that are defective, set wrongly, stopped or
//!   not pressed, and screens (6.10 to 6.15);
//! * [`refusal`], [`phone`], [`leaving`]: conduct for which there are penalties (2009: 12.2, 12.3, 12.8, 12.9);
//! * [`lateness`]: who loses by default (6.5 to 6.7); [`describe_control`]: time controls;
//! * [`flag_in_1974`], [`found_later_in_1974`], [`lateness_in_1974`]: the questions that the interpretations of 1974
//!   answer;
//! * [`adjournment`]: adjourned games, and the ruling at the resumption.
//!
//! A game that is over stays over: its end at an earlier ply comes before any later event.
#![forbid(unsafe_code)]

pub mod adjournment;
mod answer;
mod case;
mod claim;
mod clock_log;
mod clock_time;
mod conduct;
mod control;
mod faulty_clock;
mod flag;
mod illegal;
mod lateness;
mod mate_proof;
mod named_move;
mod offer;
mod precedence;
mod quickplay;
mod recording;
mod resignation;
mod sealing;
mod setup;
mod start_position;
mod text_1974;
mod touch;

pub use answer::{BothClocks, Fact, MateProof, ObligedMove, Ruling, RulingQuestion};
pub use case::{CaseError, CaseSettings, GameCase, GameExtent, lacks_moves};
pub use claim::{ClaimQuestion, claim};
pub use clock_time::{ClockTimeError, parse_clock_time};
pub use conduct::{Players, displaced, displaced_later, leaving, phone, refusal, refusal_in_1974};
pub use control::{describe_control, short_control};
pub use faulty_clock::{ClockFault, faulty_clock};
pub use flag::{FallenFlags, FlagQuestion, flag};
pub use illegal::{FoundLater, IllegalQuestion, illegal};
pub use lateness::{Arrival, LatenessQuestion, lateness};
pub use mate_proof::proof_in_words;
pub use offer::{OfferEvent, OfferQuestion, offer};
pub use quickplay::{QuickplayDecision, QuickplayQuestion, quickplay};
pub use recording::{RecordingQuestion, other_notation, recording, written_in_advance};
pub use resignation::resignation;
pub use sealing::{SealQuestion, seal};
pub use setup::{SetupQuestion, setup};
pub use start_position::{checked_start, numbered_start};
pub use text_1974::{flag_in_1974, found_later_in_1974, lateness_in_1974};
pub use touch::{TouchQuestion, touch};
