//! Tests of the crate through its door, by purpose.

mod benchmarks;
mod common;
mod corpus;
mod domain_alone;
mod hostile;
mod lints;
mod mistakes;
mod positions;
mod rendering;
mod requirements;
mod round_trip;
mod semantic_errors;
mod syntax_errors;
mod tasks;
mod unsupported;
