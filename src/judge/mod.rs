//! The judge: audits whole games under the Laws of Chess.
//!
//! The judge reads a game ([`FileEntries`]), replays its moves up to its end under the Laws, and compares the record
//! with that end. It reports its findings in this order:
//!
//! 1. tags, text and initial position: missing, contradictory, stray or wrong parts;
//! 2. moves: the judge stops at the first one that is illegal, ambiguous or unreadable, and never repairs. It also
//!    stops at the end of the game: an earlier ply comes before a later one, and at one ply the order is checkmate,
//!    stalemate, dead position, fivefold repetition, 75 moves;
//! 3. clock times that are certainly wrong;
//! 4. the recorded result, compared with the end of the game or, if the moves do not end it, with the consequence of
//!    the recorded event: flag fall, illegal move, resignation, claim, agreement;
//! 5. draws that could have been claimed, with the position on the board or with a move not yet played;
//! 6. whether a side can still mate, where that remains undetermined.
//!
//! The judge names the questions that a person has to decide, and leaves them open. It proves whether a side can still
//! mate.
//!
//! The result is a [`JudgeReport`], written as a line of JSON or as a [`TextReport`].
//!
//! [`transcribe`] rewrites a game in another notation instead of judging it. A [`GameQuery`] selects games by their
//! tags, positions, verdicts and findings.
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
pub(crate) use transcript::finish_record;
pub use transcript::{Transcript, transcribe};
