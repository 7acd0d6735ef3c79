//! The judge: whole games audited under the Laws of Chess.
//!
//! A game is read ([`Entries`]), its moves are followed up to the end that the Laws give it, and what is recorded is
//! held against that. In this order:
//!
//! 1. tags and text: what is missing, contradictory or stray;
//! 2. moves: the first one that is illegal, ambiguous or unreadable stops the judge, who never repairs;
//! 3. the end: an earlier ply beats a later one, and at one ply checkmate, stalemate, dead position, five repetitions
//!    and 75 moves follow each other; what is played later does not count;
//! 4. claims that were possible, with the position on the board and with a move not yet played;
//! 5. the recorded result against that end, or against what the recorded event costs: a fallen flag, an illegal move,
//!    resignation;
//! 6. clocks, as far as they can be wrong for certain.
//!
//! What a person has to decide is named and left open. Whether a side can still mate is proved or not; what was not
//! found out is a finding of its own.
//!
//! Everything ends in a [`Report`], which is a line of JSON or a [`Block`] of text.
#![forbid(unsafe_code)]

mod clocks;
mod course;
mod ending;
mod finding;
mod game;
mod header;
mod pipeline;
mod position;
mod report;
mod ruling;
mod settings;
mod stretch;
mod text;

pub use crate::notation::source::{Entries, Entry, Lines};
pub use finding::{Finding, FindingKind, Severity};
pub use game::judge_game;
pub use pipeline::{Judge, JudgeError};
pub use position::{judge_line, judge_position};
pub use report::{Answer, Answers, ClaimEntry, Report, Tally, Verdict};
pub use settings::{DEFAULT_NODES, ModeChoice, Settings};
pub use text::{Block, Summary};
