//! Fuzzes translation and search with random tasks: `cargo xtask fuzz --target solve`.

#![no_main]

#[path = "../src/solve.rs"]
mod solve;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    solve::exercise(input);
});
