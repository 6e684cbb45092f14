//! Running configurations on a task that was read once.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use extremal::limits::peak_memory_kib;
use extremal::pddl::SourceFile;
use extremal::{Budget, Error, Outcome, Planner, Prepared, Run, Stop, Task};

use crate::components::Components;
use crate::hash::hash_of;
use crate::limits::Limits;
use crate::open_list_timer::OpenListTimer;
use crate::row::{Row, Status};
use crate::run::{BenchmarkTask, RunSpec};

/// How a run ended that has no result, and why.
#[derive(Clone, Debug)]
struct Ended {
    status: Status,
    reason: Option<String>,
}

/// A task that was read and translated, or why it could not be.
pub struct LoadedTask {
    task: Result<Task, Ended>,
    hash: Option<String>,
    time: Duration,
}

impl LoadedTask {
    /// Reads and translates a task.
    pub fn read(task: &BenchmarkTask, budget: &Budget) -> Self {
        let start = Instant::now();
        let mut hash = None;
        let task = guarded(|| {
            let read = |path: &Path| {
                SourceFile::read(path).map_err(|error| Error::Read { path: path.to_owned(), error })
            };
            let (domain, problem) = (read(&task.domain_file)?, read(&task.problem_file)?);
            hash = Some(hash_of([&domain.bytes[..], &problem.bytes[..]]));
            Task::from_sources(&domain, &problem, budget)
        });
        LoadedTask { task, hash, time: start.elapsed() }
    }
}

/// Runs configurations on one task, one after the other.
pub struct Session<'t> {
    components: &'t Components,
    task: &'t BenchmarkTask,
    limits: &'t Limits,
    loaded: &'t LoadedTask,
    process_start: Instant,
    /// By heuristic. Searches leave nothing behind in these.
    prepared: HashMap<String, Prepared<'t>>,
}

impl<'t> Session<'t> {
    /// A session that has run nothing yet.
    pub fn new(
        components: &'t Components,
        task: &'t BenchmarkTask,
        limits: &'t Limits,
        loaded: &'t LoadedTask,
        process_start: Instant,
    ) -> Self {
        Session { components, task, limits, loaded, process_start, prepared: HashMap::new() }
    }

    /// Runs one configuration.
    pub fn run(&mut self, spec: &RunSpec, budget: &Budget) -> Row {
        let mut row = spec.row(self.task, self.limits, Status::Failed);
        let start = Instant::now();
        let mut timer = OpenListTimer::default();
        let result = match &self.loaded.task {
            Ok(task) => guarded(|| self.search(task, spec, budget, &mut timer)),
            Err(ended) => Err(ended.clone()),
        };
        row.task_hash.clone_from(&self.loaded.hash);
        row.translate_seconds = self.loaded.time.as_secs_f64();
        match result {
            Ok(run) => {
                record(&mut row, &run);
                if !spec.configuration.column.deferred {
                    row.open_list_seconds = Some(timer.total().as_secs_f64());
                }
            }
            Err(Ended { status, reason }) => {
                (row.status, row.reason) = (status, reason);
                // A panic may have left it in disorder.
                self.prepared.remove(&spec.configuration.column.heuristic);
            }
        }
        row.total_seconds = match self.limits.time_limit {
            Some(_) => self.process_start.elapsed().as_secs_f64(),
            None => self.loaded.time.as_secs_f64() + start.elapsed().as_secs_f64(),
        };
        if self.limits.time_limit.is_some() {
            row.peak_memory_kib = peak_memory_kib();
        }
        row
    }

    fn search(
        &mut self,
        task: &'t Task,
        spec: &RunSpec,
        budget: &Budget,
        timer: &mut OpenListTimer,
    ) -> Result<Run, Error> {
        let planner = self.planner(spec, budget)?;
        let heuristic = &spec.configuration.column.heuristic;
        if !self.prepared.contains_key(heuristic) {
            let mut prepared = planner.prepare(task)?;
            if self.limits.share_values {
                prepared = prepared.remembering(MAX_BYTES_OF_VALUES);
            }
            self.prepared.insert(heuristic.clone(), prepared);
        }
        match self.prepared.get_mut(heuristic) {
            Some(prepared) => planner.solve_prepared(prepared, Some(timer)),
            None => planner.solve_observed(task, timer),
        }
    }

    fn planner(&self, spec: &RunSpec, budget: &Budget) -> Result<Planner, Error> {
        self.components
            .planner(&spec.configuration, spec.seed, self.limits, budget.clone())
            .map_err(|error| Error::Unsupported(error.to_string()))
    }
}

const MAX_BYTES_OF_VALUES: usize = 1 << 30;

/// Does work that may fail or panic.
fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Ended> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(Error::Stopped(stop))) => Err(Ended { status: stopped(stop), reason: None }),
        Ok(Err(error)) => {
            let is_our_mistake = matches!(error, Error::InvalidPlan { .. });
            let status = if is_our_mistake { Status::Crashed } else { Status::Failed };
            Err(Ended { status, reason: Some(error.to_string()) })
        }
        Err(panic) => {
            Err(Ended { status: Status::Crashed, reason: Some(format!("panic: {}", message(&*panic))) })
        }
    }
}

fn stopped(stop: Stop) -> Status {
    match stop {
        Stop::OutOfTime => Status::OutOfTime,
        Stop::OutOfMemory => Status::OutOfMemory,
        // Nobody can cancel a run: a worker that is not wanted any more is killed.
        Stop::Cancelled => Status::Failed,
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

fn record(row: &mut Row, run: &Run) {
    row.status = match &run.outcome {
        Outcome::Solved(plan) => {
            row.plan_length = Some(plan.steps.len() as u64);
            row.plan_cost = Some(plan.cost.0);
            Status::Solved
        }
        Outcome::Unsolvable(_) => Status::Unsolvable,
        Outcome::Exhausted => Status::Exhausted,
        Outcome::EvaluationLimit => Status::EvaluationLimit,
        Outcome::ExpansionLimit => Status::ExpansionLimit,
        Outcome::Stopped(stop) => stopped(*stop),
    };
    let counters = &run.counters;
    row.initial_h = counters.initial_h;
    row.best_h = counters.best_h;
    row.evaluations = counters.evaluations;
    row.above_initial_h = counters.above_initial_h;
    row.expansions = counters.expansions;
    row.generated = counters.generated;
    row.reopened = counters.reopened;
    row.dead_ends = counters.dead_ends;
    row.max_depth = counters.max_depth;
    row.tree_nodes = counters.tree_nodes;
    row.search_seconds = run.times.search.as_secs_f64();
}
