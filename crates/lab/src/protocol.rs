//! What the supervisor and its workers tell each other: one JSON object per line.

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::row::Row;
use crate::run::{BenchmarkTask, RunSpec};

/// From the supervisor to a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The runs that follow are on this task.
    Task(BenchmarkTask, Limits),
    /// Run this.
    Run(RunSpec),
}

/// From a worker to the supervisor: one for each run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// What came of the run.
    Row(Box<Row>),
    /// Memory ran out, but runs before this one may be to blame: a fresh process shall do it.
    WantsFreshProcess,
}
