#![no_main]

#[path = "../checks/polyglot.rs"]
mod polyglot;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| polyglot::check(bytes));
