//! The FIDE Laws of Chess in five editions, without heuristics; every decision names its Article.
//!
//! * [`edition`]: the editions of the Laws and the rules in which they differ;
//! * [`game`]: a game so far; [`identity`]: when two positions are the same; [`initial_position`]: wrong set-ups;
//! * [`outcome`]: how a game ends automatically; [`claims`]: the draws that the player to move may claim;
//! * [`material`], [`winnable`]: whether a side can still give mate by any series of legal moves, with a proof;
//! * [`flagfall`], [`procedure`]: the consequences of flag falls, resignations, illegal moves and wrong claims;
//! * [`interpretations1974`]: the questions that the interpretations of 1974 decide;
//! * [`control`]: time controls and the game clock.
//!
//! An outcome has its Article and ply, and a proof where the moves alone do not show it. A question of mate that cannot
//! be settled within the budget is reported as undetermined. `compongo help laws` lists the Articles, the command or
//! person that decides each of them, and the numbers that are second-hand.
#![forbid(unsafe_code)]

pub mod claims;
pub mod control;
pub mod edition;
pub mod flagfall;
pub mod game;
pub mod identity;
pub mod initial_position;
pub mod interpretations1974;
pub mod material;
pub mod outcome;
pub mod procedure;
pub mod winnable;
