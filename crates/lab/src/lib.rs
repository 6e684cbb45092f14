//! Experiments: suites, searches, heuristics and seeds go in; one [`Row`] per run comes out, in a store that
//! loses nothing when the machine stops, and that the same command continues.

mod configuration;
mod row;

pub use configuration::{Column, Configuration};
pub use row::{Row, Status};
