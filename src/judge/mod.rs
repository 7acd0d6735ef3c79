//! The judge: audits whole games under the Laws of Chess.
//!
//! The judge reads a game ([`FileEntries`]), replays its moves up to its end under the Laws, and compares the record
//! with that end. It checks in this order:
//!
//! 1. tags and text: missing, contradictory or stray parts;
//! 2. moves: the judge stops at the first one that is illegal, ambiguous or unreadable, and never repairs;
//! 3. the end: an earlier ply comes before a later one; at one ply the order is checkmate, stalemate, dead position,
//!    fivefold repetition, 75 moves; later moves do not count;
//! 4. possible claims, with the position on the board and with a move not yet played;
//! 5. the recorded result against that end, or against the consequence of the recorded event: flag fall, an illegal
//!    move, resignation;
//! 6. clock times that are certainly wrong.
//!
//! Human decisions are named but not judged. Whether a side can still mate is proved; an undetermined question is a
//! finding of its own.
//!
//! The result is a [`JudgeReport`], which is written as a line of JSON or as a [`TextReport`].
//!
//! A game to be rewritten in another notation, rather than judged, is a [`Transcript`]. A [`GameQuery`] selects games by
//! their tags, positions, verdicts and findings.
#![forbid(unsafe_code)]

mod audit;
mod claim_interval;
mod clocks;
mod finding;
mod header;
mod pipeline;
mod position;
mod query;
mod recorded_end;
mod replay;
mod report;
mod result;
mod settings;
mod text;
mod transcript;

pub use crate::notation::source::{FileEntries, FileEntry, PositionLines};
pub use audit::{judge_game, judge_record};
pub use finding::{Finding, FindingKind, Severity};
pub use header::recorded_points;
pub use pipeline::{Judge, JudgeError};
pub use position::{judge_line, judge_position};
pub use query::{GameKey, GameQuery, QueryError, QueryMatch, QueryTerm};
pub use recorded_end::ended_by_players;
pub(crate) use replay::GameReplay;
pub use report::{
    ClaimEntry, DrawOffer, JudgeReport, JudgeTotals, JudgeVerdict, SideWinnability,
    WinnabilityReport,
};
pub(crate) use settings::time_control;
pub use settings::{DEFAULT_NODES, JudgeSettings, ModeChoice};
pub use text::{TextReport, TextSummary};
pub use transcript::{Transcript, transcribe};
pub(crate) use transcript::{finish_copy, finish_record};
