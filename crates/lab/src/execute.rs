//! Running configurations on a task that was read once.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use extremal::limits::{Duration, Instant, peak_memory_kib, reset_peak_memory, thread_time};
use extremal::pddl::SourceFile;
use extremal::{Budget, Error, Observer, Outcome, Prepared, Run, Stop, Task};
use extremal_trace::Recorder;

use crate::components::{ComponentError, Components};
use crate::hash::hash_of;
use crate::limits::Limits;
use crate::open_list_timer::OpenListTimer;
use crate::row::{Row, Status};
use crate::run::{BenchmarkTask, RunSpec};
use crate::traces::{Both, Traces};

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
            Ok(Task::from_sources(&domain, &problem, budget)?)
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
    traces: Option<&'t Traces>,
    /// By heuristic. Searches leave nothing behind in these.
    prepared: HashMap<String, Prepared>,
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
        Session { components, task, limits, loaded, process_start, traces: None, prepared: HashMap::new() }
    }

    /// Keeps traces of the runs from now on, or not.
    pub fn keep_traces(&mut self, traces: Option<&'t Traces>) {
        self.traces = traces;
    }

    /// Runs one configuration.
    pub fn run(&mut self, spec: &RunSpec, budget: &Budget) -> Row {
        let mut row = spec.row(self.task, self.limits, Status::Failed);
        row.effective_search = self.components.effective_search(&spec.configuration);
        row.effective_heuristic = self.components.effective_heuristic(&spec.configuration);
        let start = Instant::now();
        // Runs without a time limit follow each other in one process.
        let is_alone = self.limits.time_limit.is_some();
        let knows_peak = is_alone || reset_peak_memory();
        let time_before = thread_time();
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
                if let (true, Some(plan)) = (self.limits.keep_plans, run.outcome.plan()) {
                    row.plan = Some(plan.to_string());
                }
                if !spec.configuration.column.deferred {
                    row.open_list_seconds = timer.total().map(|time| time.as_secs_f64());
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
        if !is_alone {
            let time = thread_time().zip(time_before).map(|(after, before)| after.saturating_sub(before));
            row.cpu_seconds = time.map(|time| time.as_secs_f64());
        }
        row.peak_memory_kib = if knows_peak { peak_memory_kib() } else { None };
        row
    }

    fn search(
        &mut self,
        task: &'t Task,
        spec: &RunSpec,
        budget: &Budget,
        timer: &mut OpenListTimer,
    ) -> Result<Run, Ended> {
        let planner = self.components.planner(&spec.configuration, spec.seed, self.limits, budget.clone())?;
        let heuristic = &spec.configuration.column.heuristic;
        if !self.prepared.contains_key(heuristic) {
            let mut prepared = planner.prepare(task)?;
            if self.limits.share_values {
                prepared = prepared.remembering(MAX_BYTES_OF_VALUES);
            }
            self.prepared.insert(heuristic.clone(), prepared);
        }
        let mut recorder = self.traces.map(|traces| Recorder::new(traces.level));
        let mut both;
        let observer: &mut dyn Observer = match &mut recorder {
            Some(recorder) => {
                both = Both(timer, recorder);
                &mut both
            }
            None => timer,
        };
        let run = match self.prepared.get_mut(heuristic) {
            Some(prepared) => planner.solve_prepared(prepared, Some(observer))?,
            None => planner.solve_observed(task, observer)?,
        };
        if let (Some(traces), Some(recorder)) = (self.traces, recorder) {
            let written = traces.write(recorder, task.sas(), self.task, spec);
            written.map_err(|reason| Ended { status: Status::Failed, reason: Some(reason) })?;
        }
        Ok(run)
    }
}

/// For each heuristic: a worker does not know how many heuristics are still to come.
const MAX_BYTES_OF_VALUES: usize = 1 << 30;

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        match error {
            Error::Stopped(stop) => Ended { status: stopped(stop), reason: None },
            Error::InvalidPlan { .. } => {
                // Our own mistake.
                Ended { status: Status::Crashed, reason: Some(error.to_string()) }
            }
            error => Ended { status: Status::Failed, reason: Some(error.to_string()) },
        }
    }
}

impl From<ComponentError> for Ended {
    fn from(error: ComponentError) -> Self {
        Ended { status: Status::Failed, reason: Some(error.to_string()) }
    }
}

/// Does work that may fail or panic.
fn guarded<T>(work: impl FnOnce() -> Result<T, Ended>) -> Result<T, Ended> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        Err(Ended { status: Status::Crashed, reason: Some(format!("panic: {}", message(&*panic))) })
    })
}

fn stopped(stop: Stop) -> Status {
    match stop {
        Stop::OutOfTime => Status::OutOfTime,
        Stop::OutOfMemory => Status::OutOfMemory,
        // Nobody can cancel a run: a worker that is not wanted any more is killed.
        _ => Status::Failed,
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
            row.plan_cost = Some(plan.cost);
            Status::Solved
        }
        Outcome::Unsolvable(_) => Status::Unsolvable,
        Outcome::EvaluationLimit => Status::EvaluationLimit,
        Outcome::ExpansionLimit => Status::ExpansionLimit,
        Outcome::Stopped(stop) => stopped(*stop),
        _ => Status::Exhausted,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    use extremal::Search;
    use extremal::searches::{Problem, RunningSearch, SearchEnd};

    use crate::components::OwnSearch;
    use crate::configuration::Configuration;

    struct Panicking;

    impl Search for Panicking {
        fn start(&self, _: Problem) -> Box<dyn RunningSearch> {
            panic!("this panic is part of a test")
        }
    }

    /// Returns operators that are not applicable.
    struct Lying;

    impl Search for Lying {
        fn start(&self, _: Problem) -> Box<dyn RunningSearch> {
            Box::new(SearchEnd::Solved(vec![0; 3]))
        }
    }

    fn components() -> Components {
        let own = |name, build| OwnSearch { name, summary: "", parameters: &[], build };
        let searches =
            vec![own("panicking", |_, _| Box::new(Panicking)), own("lying", |_, _| Box::new(Lying))];
        Components { searches, ..Components::default() }
    }

    fn task() -> BenchmarkTask {
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/canal"));
        BenchmarkTask {
            domain: "canal".to_owned(),
            problem: "canal/p02.pddl".to_owned(),
            named_domain_file: None,
            domain_file: folder.join("domain.pddl"),
            problem_file: folder.join("p02.pddl"),
        }
    }

    /// The rows of runs in one session, without times.
    fn rows(searches: &[&str], task: &BenchmarkTask) -> Vec<Row> {
        let limits = Limits { max_evaluations: Some(60), ..Limits::default() };
        let loaded = LoadedTask::read(task, &Budget::unlimited());
        let components = components();
        let mut session = Session::new(&components, task, &limits, &loaded, Instant::now());
        let mut run = |search: &&str| {
            let configuration =
                Configuration { search: (*search).to_owned(), column: "ff+po".parse().unwrap() };
            let row = session.run(&RunSpec::new(task, configuration, 1, &limits), &Budget::unlimited());
            let (translate_seconds, search_seconds, total_seconds) = (0.0, 0.0, 0.0);
            Row {
                translate_seconds,
                search_seconds,
                total_seconds,
                open_list_seconds: None,
                cpu_seconds: None,
                peak_memory_kib: None,
                started: 0,
                ..row
            }
        };
        searches.iter().map(&mut run).collect()
    }

    #[test]
    fn time_in_the_open_list_is_known_only_where_expansions_are_seen_to_end() {
        let (task, limits) = (task(), Limits { max_evaluations: Some(60), ..Limits::default() });
        let loaded = LoadedTask::read(&task, &Budget::unlimited());
        let components = components();
        let mut session = Session::new(&components, &task, &limits, &loaded, Instant::now());
        for (search, column, known) in [
            ("gbfs", "ff", true),
            ("guct-uniform", "ff", true),
            ("gbfs", "ff+de+po", false),
            ("lama-first", "ff", false),
        ] {
            let configuration = Configuration { search: search.to_owned(), column: column.parse().unwrap() };
            let row = session.run(&RunSpec::new(&task, configuration, 1, &limits), &Budget::unlimited());
            assert_eq!(row.open_list_seconds.is_some(), known, "{search} {column}: {row:?}");
        }
    }

    #[test]
    fn runs_leave_nothing_behind() {
        let searches = ["gbfs", "guct", "guct-uniform", "gbfs"];
        let together = rows(&searches, &task());
        for (search, row) in searches.iter().zip(together) {
            assert_eq!(rows(&[search], &task()), [row]);
        }
    }

    #[test]
    fn a_panic_and_a_wrong_plan_are_rows_and_the_next_run_is_right() {
        let rows = rows(&["panicking", "lying", "gbfs", "panicking", "gbfs"], &task());
        assert_eq!(rows[0].status, Status::Crashed);
        assert_eq!(rows[0].reason.as_deref(), Some("panic: this panic is part of a test"));
        assert_eq!(rows[1].status, Status::Crashed);
        assert!(rows[1].reason.as_ref().unwrap().contains("not valid"), "{rows:?}");
        assert_eq!(rows[2], rows[4]);
        assert!(rows[2].evaluations > 0 && rows[2].task_hash.is_some());
    }

    #[test]
    fn a_missing_file_is_named() {
        let rows = rows(&["gbfs"], &BenchmarkTask { problem_file: "/nowhere/p.pddl".into(), ..task() });
        assert_eq!(rows[0].status, Status::Failed);
        assert!(rows[0].reason.as_ref().unwrap().contains("/nowhere/p.pddl"), "{rows:?}");
    }
}
