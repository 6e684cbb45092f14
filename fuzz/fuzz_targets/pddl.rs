//! Fuzzes the PDDL reader: `cargo +nightly fuzz run pddl -- -dict=fuzz/pddl.dict`.

#![no_main]

#[path = "../src/pddl.rs"]
mod pddl;

libfuzzer_sys::fuzz_target!(|input: &[u8]| pddl::exercise(input));
