//! The review of a game: what a player wants to see after the game.
//!
//! Every position of the game is analysed once, so that each move has an evaluation before it and one after it. What a move
//! loses is the difference of the two in *expected score*: the probability of a win and half of that of a draw. A loss of a
//! given size means the same in an even position and in one that is nearly won, which centipawns do not.
//!
//! * [`judgement`]: inaccuracies, mistakes, blunders, and the only move that holds; accuracy;
//! * [`phase`]: opening, middlegame, endgame;
//! * [`Reviewer`]: analyses games, several positions at once;
//! * [`GameReview`]: the result; [`TextReview`]: in words; [`annotated_pgn`]: as PGN; [`page()`]: as a page in HTML.
//!
//! What the Laws say of the game is the report of the [`judge`](crate::judge).
#![forbid(unsafe_code)]

mod annotate;
mod book;
mod clocks;
pub mod judgement;
mod moves;
mod page;
pub mod phase;
mod pool;
mod report;
mod reviewer;
mod tally;
mod text;

pub use annotate::annotated_pgn;
pub use page::html as page;
pub use report::{BetterLine, GameReview, MoveReview, PlayerReview, PositionScore};
pub use reviewer::{
    PlayerChoice, ReviewError, ReviewProgress, ReviewSettings, Reviewer, SilentProgress,
};
pub use tally::{MoveTally, ReviewTotals};
pub use text::{TextReview, TextTotals};
