//! Experiments: suites, searches, heuristics and seeds go in; one [`Row`] per run comes out, in a store that
//! loses nothing when the machine stops, and that the same command continues.

mod build_info;
mod configuration;
mod hash;
mod limits;
mod read;
mod row;
mod run;
mod shard;

pub use configuration::{Column, ColumnError, Configuration};
pub use limits::Limits;
pub use read::{StoreError, read_rows, sort};
pub use row::{Row, Status};
pub use run::{Batch, BenchmarkTask, RunSpec};
pub use shard::Shard;
