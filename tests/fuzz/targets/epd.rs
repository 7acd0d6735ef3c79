#![no_main]

#[path = "../checks/epd.rs"]
mod epd;

libfuzzer_sys::fuzz_target!(|text: &str| epd::check(text));
