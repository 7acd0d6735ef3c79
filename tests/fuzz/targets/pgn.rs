#![no_main]

#[path = "../checks/pgn.rs"]
mod pgn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn::check(bytes));
