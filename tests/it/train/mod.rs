//! The trainer: its arithmetic against a reference implementation, recipes, and whole runs.
#![allow(clippy::float_cmp, reason = "the bits are meant")]

mod model;
mod recipe;
mod reference;
#[cfg(unix)]
mod runs;
mod sample;
mod trainer;
