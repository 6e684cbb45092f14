//! A language server for PDDL.
//!
//! In come messages of the Language Server Protocol, out go answers and diagnostics. What there is to know about the text
//! is found by the crate `extremal-language`; this one keeps the open documents, finds the files that belong together, and
//! speaks the protocol. Checks run in threads of their own and are given up when the text changes, so that typing never waits.

mod checker;
mod convert;
mod documents;
mod features;
mod findings;
mod server;

pub use server::{run, serve};
