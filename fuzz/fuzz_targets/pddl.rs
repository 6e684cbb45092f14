//! Fuzzes the PDDL reader: `cargo xtask fuzz --target pddl`.

#![no_main]

#[path = "../src/pddl.rs"]
mod pddl;

libfuzzer_sys::fuzz_target!(|input: &[u8]| pddl::exercise(input));
