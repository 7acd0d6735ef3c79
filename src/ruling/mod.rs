//! Rulings: the questions of an arbiter, each answered under an edition of the Laws.
//!
//! A [`GameCase`] is a game up to the position of the question, with its rules and its clocks. Each question is a function
//! that gives a [`Ruling`]: what is decided, why, by which Articles, what the clocks show and what must be played after it,
//! and what the Laws leave to a person. Facts about moves are proved; human judgement is named and left open.
//!
//! * [`claim`]: a draw claimed by threefold repetition or fifty moves (Articles 9.2 to 9.5);
//! * [`illegal`]: an illegal move, found at once or later (Articles 4 and 7);
//! * [`flag`]: one or both flags (6.8 to 6.12, 10.4);
//! * [`setup`]: a wrong beginning (7.1, 7.2); [`numbered_start`] and [`checked_start`]: Chess960;
//! * [`quickplay`]: the claim in a quickplay finish (10.2, Guideline III);
//! * [`lateness`]: who loses by default (6.6, 6.7); [`describe_control`]: time controls.
//! * [`flag_in_1974`], [`found_later_in_1974`], [`lateness_in_1974`]: what the interpretations of 1974 have a word on.
//!
//! A game that was over before stays over: an earlier ply comes before a later one.
#![forbid(unsafe_code)]

mod answer;
mod case;
mod claim;
mod clock_log;
mod clock_time;
mod control;
mod flag;
mod found_later;
mod illegal;
mod lateness;
mod quickplay;
mod setup;
mod start_position;
mod text_1974;

pub use answer::{BothClocks, Fact, MateProof, ObligedMove, Ruling};
pub use case::{CaseError, CaseSettings, GameCase, GameExtent};
pub use claim::{ClaimQuestion, claim};
pub use clock_time::{ClockTime, ClockTimeError};
pub use control::describe_control;
pub use flag::{FallenFlags, FlagQuestion, flag};
pub use found_later::FoundLater;
pub use illegal::{IllegalQuestion, IllegalQuestionError, illegal};
pub use lateness::{Arrival, LatenessQuestion, lateness};
pub use quickplay::{NoRejection, QuickplayDecision, QuickplayQuestion, quickplay};
pub use setup::{SetupQuestion, setup};
pub use start_position::{checked_start, numbered_start};
pub use text_1974::{flag_in_1974, found_later_in_1974, lateness_in_1974};
