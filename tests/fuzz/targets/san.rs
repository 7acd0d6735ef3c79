#![no_main]

#[path = "../checks/san.rs"]
mod san;

libfuzzer_sys::fuzz_target!(|text: &str| san::check(text));
