//! Matches: schedule, openings, games, statistics, and the files that a match writes. Players as processes:
//! `tests/match_runner`.

mod games;
pub mod ledger;
mod openings;
mod report;
mod rounds;
pub mod sample;
mod schedule;
mod statistics;
mod strength;
