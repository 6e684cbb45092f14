//! Runs that are to be done.

use std::path::PathBuf;

use extremal::limits::{SystemTime, UNIX_EPOCH};
use serde::{Deserialize, Serialize};

use crate::build_info::{VERSION, commit, host};
use crate::configuration::Configuration;
use crate::hash::hash_of;
use crate::limits::Limits;
use crate::row::{Row, SCHEMA, Status};

/// A benchmark task: names as the suite gives them, files as paths that can be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BenchmarkTask {
    /// Name of the domain.
    pub domain: String,
    /// The problem file, relative to the benchmark folder.
    pub problem: String,
    /// The domain file, relative to the benchmark folder, if the suite names it.
    pub named_domain_file: Option<String>,
    /// Path of the domain file.
    pub domain_file: PathBuf,
    /// Path of the problem file.
    pub problem_file: PathBuf,
}

/// One run on a task that is given elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunSpec {
    /// Names the run.
    pub id: String,
    /// What is run.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Runs on one task, which has to be read and translated only once for all of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// The task.
    pub task: BenchmarkTask,
    /// What each run may use.
    pub limits: Limits,
    /// The runs.
    pub runs: Vec<RunSpec>,
}

impl RunSpec {
    /// A run of the present version of the planner.
    pub fn new(task: &BenchmarkTask, configuration: Configuration, seed: u64, limits: &Limits) -> Self {
        let names = [&task.domain, &task.problem, task.named_domain_file.as_deref().unwrap_or_default()];
        let id = run_id(VERSION, names, &configuration, seed, limits);
        RunSpec { id, configuration, seed }
    }
}

impl Row {
    /// The limits of the run.
    pub fn limits(&self) -> Limits {
        Limits {
            max_evaluations: self.max_evaluations,
            max_expansions: self.max_expansions,
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            share_values: self.shared_values,
            keep_plans: false,
        }
    }

    /// The id that belongs to the rest of the row.
    pub fn computed_id(&self) -> String {
        let limits = self.limits();
        let names = [&self.domain, &self.problem, self.domain_file.as_deref().unwrap_or_default()];
        run_id(&self.version, names, &self.configuration, self.seed, &limits)
    }
}

/// The commit is no part of it: who builds the program anew does not lose the runs that are done.
fn run_id(
    version: &str,
    [domain, problem, domain_file]: [&str; 3],
    configuration: &Configuration,
    seed: u64,
    limits: &Limits,
) -> String {
    let text = |number: Option<String>| number.unwrap_or_default();
    let parts = [
        version.to_owned(),
        domain.to_owned(),
        problem.to_owned(),
        domain_file.to_owned(),
        configuration.to_string(),
        seed.to_string(),
        text(limits.max_evaluations.map(|n| n.to_string())),
        text(limits.max_expansions.map(|n| n.to_string())),
        text(limits.time_limit.map(|n| n.to_string())),
        text(limits.memory_limit.map(|n| n.to_string())),
    ];
    hash_of(parts.iter().map(String::as_bytes))
}

impl RunSpec {
    /// The row of a run that begins now and of which nothing is known yet but this.
    pub(crate) fn row(&self, task: &BenchmarkTask, limits: &Limits, status: Status) -> Row {
        Row {
            schema: SCHEMA,
            id: self.id.clone(),
            version: VERSION.to_owned(),
            commit: commit().map(str::to_owned),
            domain: task.domain.clone(),
            problem: task.problem.clone(),
            domain_file: task.named_domain_file.clone(),
            task_hash: None,
            configuration: self.configuration.clone(),
            effective_search: None,
            effective_heuristic: None,
            seed: self.seed,
            max_evaluations: limits.max_evaluations,
            max_expansions: limits.max_expansions,
            time_limit: limits.time_limit,
            memory_limit: limits.memory_limit,
            shared_values: limits.share_values,
            status,
            reason: None,
            plan_length: None,
            plan_cost: None,
            plan: None,
            initial_h: None,
            best_h: None,
            evaluations: 0,
            above_initial_h: 0,
            expansions: 0,
            generated: 0,
            reopened: 0,
            dead_ends: 0,
            max_depth: 0,
            tree_nodes: 0,
            translate_seconds: 0.0,
            search_seconds: 0.0,
            open_list_seconds: None,
            total_seconds: 0.0,
            cpu_seconds: None,
            peak_memory_kib: None,
            host: host(),
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            is_cut: false,
        }
    }
}
