#![no_main]

#[path = "../checks/games.rs"]
#[allow(dead_code, reason = "the tests add up the counts")]
mod games;
#[path = "../generator/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests use more of it")]
mod generator;
#[path = "../../it/match_runner/sample.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod sample;

use generator::{Choices, RefereedGame};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    games::check(&RefereedGame::play(Choices::new(bytes)));
});
