//! One result: what was run, and what came of it.

use extremal::Cost;
use serde::{Deserialize, Serialize};

use crate::configuration::Configuration;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A plan was found and is valid.
    Solved,
    /// There is no plan.
    Unsolvable,
    /// The search space was exhausted, but the search had pruned states that may lead to a plan.
    Exhausted,
    /// The limit of evaluations was reached.
    EvaluationLimit,
    /// The limit of expansions was reached.
    ExpansionLimit,
    /// Time ran out.
    OutOfTime,
    /// Memory ran out.
    OutOfMemory,
    /// The planner died: a signal, a panic, or a plan that is not valid. The row's reason says which.
    Crashed,
    /// The task could not be read, or the search does not support it. The row's reason says why.
    Failed,
}

impl Status {
    /// Whether the run has no result that counts: another try may have one.
    pub fn is_trouble(self) -> bool {
        matches!(self, Status::Crashed | Status::Failed)
    }
}

/// The form in which rows are written now.
pub const SCHEMA: u32 = 2;

fn first_schema() -> u32 {
    1
}

/// One run. A row has all that is needed to run it again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The form of the row: 1 before 0.6, which had neither the effective values nor the plan.
    #[serde(default = "first_schema")]
    pub schema: u32,
    /// Names the run: a hash of version, task, configuration, seed and limits. A store has each id once.
    #[serde(default)]
    pub id: String,
    /// Version of the planner.
    pub version: String,
    /// Commit it was built from, if known.
    pub commit: Option<String>,
    /// Name of the task's domain, as the suite gives it.
    pub domain: String,
    /// The problem file, relative to the benchmark folder.
    pub problem: String,
    /// The domain file, relative to the benchmark folder, if the suite names it.
    #[serde(default)]
    pub domain_file: Option<String>,
    /// Hash of the text of both files, so that a changed benchmark shows.
    pub task_hash: Option<String>,
    /// Search, heuristic, preferred operators, deferred evaluation.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// The search written out with the value of every parameter, those that were not given too.
    #[serde(default)]
    pub effective_search: Option<String>,
    /// The same for the heuristic.
    #[serde(default)]
    pub effective_heuristic: Option<String>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Limits.
    pub max_evaluations: Option<u64>,
    /// Limits.
    pub max_expansions: Option<u64>,
    /// Seconds, reading and translating included.
    pub time_limit: Option<f64>,
    /// MiB.
    pub memory_limit: Option<u64>,
    /// Whether heuristic values computed by other runs on the task were used, so that times say little.
    #[serde(default)]
    pub shared_values: bool,
    /// How the run ended.
    pub status: Status,
    /// More about a run that failed or crashed.
    pub reason: Option<String>,
    /// Number of steps of the plan.
    pub plan_length: Option<u64>,
    /// What the plan costs.
    pub plan_cost: Option<Cost>,
    /// The plan, one step per line, if plans were to be kept.
    #[serde(default)]
    pub plan: Option<String>,
    /// Heuristic value of the initial state.
    pub initial_h: Option<u32>,
    /// Smallest heuristic value seen.
    pub best_h: Option<u32>,
    /// Evaluated states.
    pub evaluations: u64,
    /// Evaluated states with a larger heuristic value than the initial state.
    pub above_initial_h: u64,
    /// Expanded states.
    pub expansions: u64,
    /// Generated states.
    pub generated: u64,
    /// States with a new path.
    pub reopened: u64,
    /// Recognised dead ends.
    pub dead_ends: u64,
    /// Longest path.
    pub max_depth: u32,
    /// Nodes of the search tree.
    pub tree_nodes: u64,
    /// Seconds to read and translate the task; of one run of many if these share the task.
    pub translate_seconds: f64,
    /// Seconds of search.
    pub search_seconds: f64,
    /// Seconds of the search that went into the open list: selection, insertion, backup.
    pub open_list_seconds: Option<f64>,
    /// Seconds until the plan or the end, reading and translating included.
    #[serde(default)]
    pub total_seconds: f64,
    /// Processor time: of the process if the run had one of its own, else of the search.
    pub cpu_seconds: Option<f64>,
    /// Peak memory of the process while the run was on, the task and shared values included.
    pub peak_memory_kib: Option<u64>,
    /// The machine.
    pub host: Option<String>,
    /// When the run began: seconds since 1970.
    #[serde(default)]
    pub started: u64,
    /// Whether these are the figures of a longer run, of which all but the evaluations belong to its end.
    #[serde(skip)]
    pub is_cut: bool,
}
