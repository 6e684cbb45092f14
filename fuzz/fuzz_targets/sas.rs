//! Fuzzes the reader of SAS+ files: `cargo xtask fuzz --target sas`.

#![no_main]

#[path = "../src/sas.rs"]
mod sas;

libfuzzer_sys::fuzz_target!(|input: &[u8]| sas::exercise(input));
