//! The Laws of Chess: exact, quotable, nothing heuristic.
//!
//! * [`edition`]: which text of the Laws applies, and what it says differently from the others;
//! * [`game`]: a game so far; [`identity`]: when two positions are the same;
//! * [`outcome`]: how a game ends by itself; [`claims`]: the draws the player to move may claim;
//! * [`material`], [`winnable`]: whether a side can still give mate by any series of legal moves, with a proof;
//! * [`flagfall`], [`procedure`]: what a fallen flag, an illegal move or a wrong claim costs;
//! * [`control`]: time controls and the clock that keeps them.
//!
//! An outcome names its Article and the ply, and carries a proof where the moves alone do not show it. What cannot be
//! proved within a budget is said to be undetermined; it never becomes a result in silence.
#![forbid(unsafe_code)]

pub mod claims;
pub mod control;
pub mod edition;
pub mod flagfall;
pub mod game;
pub mod identity;
pub mod material;
pub mod outcome;
pub mod procedure;
pub mod winnable;
