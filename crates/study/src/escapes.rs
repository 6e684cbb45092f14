//! How long searches take to leave the same plateaus.
//!
//! The plateaus are those that traced runs have entered. Each search starts at the anchor of the plateau, as if that
//! were the initial state, and runs until it finds a smaller value or a goal.

mod replay;
mod report;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use extremal::searches::{Counters, Options};
use extremal::{Budget, Observer, Outcome, Planner, Task};
use extremal_lab::{Components, Row};

pub use report::{Summary, csv, own_runs, tables};

use crate::store::{StudyError, table, traced_runs};
use replay::{Start, starts};

/// How the study is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The folder of the benchmarks.
    pub benchmarks: PathBuf,
    /// The searches; the others are compared with the first.
    pub searches: Vec<String>,
    /// Seeds 1 to this.
    pub seeds: u64,
    /// A search gives up after so many evaluations.
    pub max_evaluations: u64,
    /// At most so many plateaus of each traced run, evenly spaced.
    pub per_run: usize,
}

/// A plateau, and how the searches got off it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plateau {
    /// The domain.
    pub domain: String,
    /// The problem.
    pub problem: String,
    /// The heuristic, with `+po` and `+de` as in columns.
    pub heuristic: String,
    /// The search whose run entered it.
    pub source: String,
    /// `plateau` or `minimum`.
    pub kind: String,
    /// The value of its anchor.
    pub h: i64,
    /// For each search and each seed the evaluations until a smaller value was found, if one was.
    pub escapes: Vec<Vec<Option<u64>>>,
}

/// What was found, and what was left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The plateaus.
    pub plateaus: Vec<Plateau>,
    /// Plateaus from which nothing smaller can be reached.
    pub closed: usize,
}

/// Lets searches start from the plateaus of all traced runs of a store. Searches and heuristics may be own components.
pub fn study(store: &Path, settings: &Settings, components: &Components) -> Result<Findings, StudyError> {
    let mut findings = Findings::default();
    let rows = traced_runs(store)?;
    let same = |a: &Row, b: &Row| {
        (&a.domain, &a.problem, &a.configuration.column) == (&b.domain, &b.problem, &b.configuration.column)
    };
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| (&row.domain, &row.problem, &row.configuration.column, row.seed));
    for runs in rows.chunk_by(|a, b| same(a, b)) {
        let task = read_task(runs[0], &settings.benchmarks)?;
        // Several runs may have entered the same one.
        let mut seen = HashSet::new();
        for row in runs {
            let (plateaus, states) = (table(store, "plateaus", row)?, table(store, "states", row)?);
            for start in starts(task.sas(), &plateaus, &states, settings.per_run) {
                if seen.insert(start.values.clone()) {
                    match escapes(&task, row, &start, settings, components)? {
                        Some(escapes) => findings.plateaus.push(plateau(row, start, escapes)),
                        None => findings.closed += 1,
                    }
                }
            }
        }
    }
    Ok(findings)
}

fn plateau(row: &Row, start: Start, escapes: Vec<Vec<Option<u64>>>) -> Plateau {
    Plateau {
        domain: row.domain.clone(),
        problem: row.problem.clone(),
        heuristic: row.configuration.column.to_string(),
        source: row.configuration.search.clone(),
        kind: start.kind,
        h: start.h,
        escapes,
    }
}

fn read_task(row: &Row, benchmarks: &Path) -> Result<Task, StudyError> {
    let problem = benchmarks.join(&row.problem);
    Ok(match &row.domain_file {
        Some(domain) => Task::from_files(benchmarks.join(domain), problem)?,
        None => Task::from_problem_file(problem)?,
    })
}

/// The escapes of all searches; `None` if there is no way off the plateau.
fn escapes(
    task: &Task,
    row: &Row,
    start: &Start,
    settings: &Settings,
    components: &Components,
) -> Result<Option<Vec<Vec<Option<u64>>>>, StudyError> {
    let mut sas = task.sas().clone();
    sas.initial_state.clone_from(&start.values);
    let task = Task::from_sas_task(sas);
    let column = &row.configuration.column;
    let planner = |search: &str, seed| {
        let options = Options { preferred: column.preferred, deferred: column.deferred, seed };
        components.choose(Planner::new(), search, &column.heuristic, options)
    };
    let prepared = planner(&row.configuration.search, 1)?.prepare(&task)?;
    let mut all = Vec::with_capacity(settings.searches.len());
    for search in &settings.searches {
        let mut of_search = Vec::new();
        for seed in 1..=settings.seeds {
            let budget = Budget::unlimited();
            let planner = planner(search, seed)?
                .max_evaluations(settings.max_evaluations)
                .plan_quality(false)
                .budget(budget.clone());
            let mut watcher = Watcher { budget, initial: None, escape: None };
            let run = planner.solve_prepared(&prepared, Some(&mut watcher))?;
            if watcher.escape.is_none() && matches!(run.outcome, Outcome::Unsolvable(_) | Outcome::Exhausted)
            {
                return Ok(None);
            }
            of_search.push(watcher.escape);
        }
        all.push(of_search);
    }
    Ok(Some(all))
}

/// Waits for a smaller value than the first and stops the search then.
struct Watcher {
    budget: Budget,
    initial: Option<u32>,
    escape: Option<u64>,
}

impl Observer for Watcher {
    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        if h < *self.initial.get_or_insert(h) {
            self.escaped(counters);
        }
    }

    fn plan(&mut self, _operators: &[u32], counters: &Counters) {
        self.escaped(counters);
    }
}

impl Watcher {
    fn escaped(&mut self, counters: &Counters) {
        self.escape.get_or_insert(counters.evaluations);
        self.budget.cancel();
    }
}
