//! Match statistics: Elo, normalised Elo, LOS, pentanomial, SPRT.
//!
//! A [`MatchScore`] counts the results of one engine against another. It yields Elo and normalised Elo as
//! [`Estimate`]s, the likelihood of superiority, and the decision of an SPRT ([`sprt`]). [`Standings`] are the tables
//! of a whole match.
//!
//! # Pentanomial
//! The two games of a pair, played from one opening with colours reversed, are not independent: in an unbalanced
//! opening White tends to win both. The independent trial is the pair, with a score of 0, ½, 1, 1½ or 2 points. Elo,
//! normalised Elo, LOS and the SPRT use the counts of these five scores (the pentanomial), so that games of incomplete
//! pairs do not count for them. If there is no complete pair (openings are not repeated), single games are the trials.
//! Ratings of several engines always use single games.

mod estimate;
mod likelihood;
mod match_score;
mod ratings;
mod score_sample;
mod search_stats;
pub mod sprt;
mod standings;

pub use estimate::Estimate;
pub use match_score::{MatchScore, PairCounter};
pub use search_stats::SearchStats;
pub use standings::{EngineStanding, Standings, TerminationCounts};
