//! The search and static exchange evaluation.

mod bare_king;
mod draws;
mod limits;
mod lines;
mod mate_problems;
mod mates;
mod reproducibility;
mod see;
mod shallow;
mod support;
