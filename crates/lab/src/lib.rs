//! Experiments: suites, searches, heuristics and seeds go in; one [`Row`] per run comes out, in a store that
//! loses nothing when the machine stops, and that the same command continues.

mod build_info;
mod columns;
mod components;
mod configuration;
mod database;
mod death;
mod draft;
mod execute;
mod experiment;
pub mod export;
mod grid;
mod hash;
mod limits;
mod lock;
mod open_list_timer;
mod protocol;
mod queue;
mod read;
mod row;
mod run;
#[cfg(test)]
mod samples;
mod seeds;
mod shard;
pub mod slurm;
mod store;
mod suite;
mod supervisor;
mod temporary;
mod traces;
mod worker;

pub use build_info::{VERSION, commit};
pub use components::{ComponentError, Components, OwnHeuristic, OwnSearch};
pub use configuration::{Column, ColumnError, Configuration};
pub use database::{DATABASE, write_database};
pub use draft::{Draft, Seeds, Words};
pub use experiment::{BENCHMARKS_VARIABLE, Experiment, ExperimentError};
pub use limits::Limits;
pub use lock::StoreLock;
pub use read::{Results, StoreError, keep_one_per_run, read_results, read_rows, sort};
pub use row::{Row, Status};
pub use run::{Batch, BenchmarkTask, RunSpec};
pub use shard::Shard;
pub use store::{EXPERIMENT, collect, open_store};
pub use suite::{SUITES, SuiteError};
pub use supervisor::{SuperviseError, Supervision, supervise};
pub use traces::{TRACES, Traces};
pub use worker::work;
