#![no_main]

#[path = "../checks/adjournment.rs"]
mod adjournment;

libfuzzer_sys::fuzz_target!(|text: &str| adjournment::check(text));
