//! The review of a game: what a player wants to see after the game.
//!
//! Every position of the game is analysed, so each move has an evaluation before and after it. The loss of a move is
//! the difference of the two in *expected score*: the probability of a win plus half the probability of a draw. Unlike
//! a loss in centipawns, it means the same in an even position and in one that is nearly won. By default, the positions
//! before and after each move with a sign are analysed a second time, more deeply, and each inaccuracy is compared with
//! the best move in a search of these two. Only signs that survive remain.
//!
//! * [`judgement`]: inaccuracies, mistakes, blunders, and the only move that holds; [`WinCurve`]: the expected score of
//!   an evaluation, for people or for engines;
//! * [`phase`]: opening, middlegame, endgame;
//! * [`Reviewer`]: analyses games, several positions at once;
//! * [`GameReview`]: the result; [`TextReview`]: in words; [`annotated_pgn`]: as PGN; [`page()`]: as an HTML page.
//!
//! The [`judge`](crate::judge) supplies the report under the Laws.
#![forbid(unsafe_code)]

mod annotate;
mod book;
mod clocks;
pub mod judgement;
mod moves;
mod page;
mod passes;
pub mod phase;
mod pool;
mod remarks;
mod report;
mod reviewer;
mod tally;
mod text;
mod win_curve;

pub use annotate::{KeptAnnotations, annotated_pgn};
pub use page::html as page;
pub use report::{
    BetterLine, GameReview, MoveReview, PlayerReview, PlayerReviews, PositionScore, ReviewAnalysis,
};
pub use reviewer::{PlayerChoice, ReviewSettings, Reviewer};
pub use tally::{MoveTally, PlayerTotals, ReviewTotals};
pub use text::{TextReview, TextTotals};
pub use win_curve::{JudgementLimits, WinCurve};
