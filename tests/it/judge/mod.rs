//! `compongo judge`, through the library and as a user sees it.

mod claims;
mod clocks;
mod first_dead_ply;
mod headers;
mod kinds;
mod moves;
mod positions;
mod program;
mod queries;
mod random_games;
mod records;
mod results;
mod rules;
mod support;
mod transcripts;
mod vectors;
