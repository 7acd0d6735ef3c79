//! The judge: audits whole games under the Laws of Chess.
//!
//! A game is read ([`FileEntries`]), its moves are replayed up to its end under the Laws, and the record is compared with
//! that end. In this order:
//!
//! 1. tags and text: what is missing, contradictory or stray;
//! 2. moves: the judge stops at the first one that is illegal, ambiguous or unreadable, and never repairs;
//! 3. the end: an earlier ply comes before a later one, and at one ply the order is checkmate, stalemate, dead position,
//!    fivefold repetition, 75 moves; later moves do not count;
//! 4. claims that were possible, with the position on the board and with a move not yet played;
//! 5. the recorded result against that end, or against what the recorded event costs: flag fall, an illegal move,
//!    resignation;
//! 6. clock times, as far as they are certainly wrong.
//!
//! Human decisions are named and not judged. Whether a side can still mate is proved; what is undetermined is a finding of
//! its own.
//!
//! The result is a [`JudgeReport`], which is written as a line of JSON or as a [`TextReport`].
//!
//! A game that is not judged but written in another notation is a [`Transcript`].
#![forbid(unsafe_code)]

mod audit;
mod claim_interval;
mod clocks;
mod finding;
mod header;
mod pipeline;
mod position;
mod recorded_end;
mod replay;
mod report;
mod result;
mod settings;
mod text;
mod transcript;

pub use crate::notation::source::{FileEntries, FileEntry, PositionLines};
pub use audit::judge_game;
pub use finding::{Finding, FindingKind, Severity};
pub use header::recorded_points;
pub use pipeline::{Judge, JudgeError};
pub use position::{judge_line, judge_position};
pub(crate) use replay::GameReplay;
pub use report::{
    ClaimEntry, DrawOffer, JudgeReport, JudgeTotals, JudgeVerdict, SideWinnability,
    WinnabilityReport,
};
pub(crate) use settings::time_control;
pub use settings::{DEFAULT_NODES, JudgeSettings, ModeChoice};
pub use text::{TextReport, TextSummary};
pub(crate) use transcript::finish_record;
pub use transcript::{Transcript, transcribe_game, transcribe_position};
