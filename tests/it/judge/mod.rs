//! `compongo judge`, through the library and as a user sees it.

mod claims;
mod clocks;
mod court;
mod headers;
mod kinds;
mod moves;
mod positions;
mod program;
mod results;
mod turning;
mod vectors;
