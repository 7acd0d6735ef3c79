#![no_main]

#[path = "../checks/toml.rs"]
mod toml;

libfuzzer_sys::fuzz_target!(|text: &str| toml::check(text));
