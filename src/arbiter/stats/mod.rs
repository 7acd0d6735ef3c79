//! Figures made of results: what they say about strength, and how sure that is.
//!
//! A [`MatchScore`] counts the results of one engine against another. From it follow Elo and its kin as [`Estimate`]s, and the
//! verdict of a sequential test ([`sprt`]). [`Standings`] are the tables of a whole match.
//!
//! # Pairs
//! The two games that are played from one opening with colours reversed are no independent trials: in an unbalanced
//! opening White tends to win both. What is independent is the pair, which scores 0, ½, 1, 1½ or 2 points. The five
//! counts of pairs (the pentanomial) are what every figure with an error rests on. Games of pairs that are not complete
//! count in wins, draws and losses only. If there is no complete pair at all, as always where openings are not
//! repeated, single games take their place.

mod estimate;
mod likelihood;
mod match_score;
mod score_sample;
mod search_stats;
pub mod sprt;
mod standings;

pub use estimate::Estimate;
pub use match_score::{MatchScore, PairCounter};
pub use search_stats::SearchStats;
pub use standings::{EngineStanding, FORFEITS, Standings};
