//! The editions of the Laws and the rules in which they differ.
//!
//! An [`Edition`], a [`Mode`] and a degree of [`Supervision`] give [`Rules`]: plain data, every field of which an event may
//! override. [`articles`] has the numbers of the Articles, each with its source.
//!
//! The editions of 2018 and 2023, and the rapid and blitz appendices of 2001, are from secondary sources. Their content
//! is well established, but check the wording against the FIDE Handbook before quoting it.

mod agreement;
pub mod articles;
mod editions;
mod rules;
mod rules_text;
mod supervision;
mod unknown_name;

pub use agreement::AgreementBanError;
pub use articles::clause;
pub use editions::{Edition, Mode};
pub use rules::{
    BothFlagsFallen, FlagCaller, IllegalMoveRule, LossCondition, QuickplayFinish, Rules,
    UnfinishedPromotion, Waiver, WrongClaimCost,
};
pub use rules_text::{EditionError, RulesText};
pub use supervision::Supervision;
pub use unknown_name::UnknownName;
