#![no_main]

#[path = "../checks/network.rs"]
mod network;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| network::check(bytes));
