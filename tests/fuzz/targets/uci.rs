#![no_main]

#[path = "../checks/uci.rs"]
mod uci;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| uci::check(bytes));
