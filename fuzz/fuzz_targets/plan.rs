//! Fuzzes the reader of plan files: `cargo xtask fuzz --target plan`.

#![no_main]

#[path = "../src/plan.rs"]
mod plan;

libfuzzer_sys::fuzz_target!(|input: &[u8]| plan::exercise(input));
