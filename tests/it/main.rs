//! Tests through the public interface and the real program: one binary, a folder for each layer.
//!
//! `cargo test --test it laws::` runs those of a layer. Players that misbehave have a harness of their own:
//! `tests/match_runner`.

mod analysis;
mod board;
mod cli;
mod datagen;
mod engine;
mod eval;
mod generated;
mod judge;
mod laws;
mod layers;
mod match_runner;
mod names;
mod nnue;
mod notation;
mod play;
mod readers;
mod search;
mod support;
mod syzygy;
mod time;
mod train;
mod uci;
