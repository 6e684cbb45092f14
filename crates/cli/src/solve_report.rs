//! What `extremal solve` reports: as text with the lines that Downward Lab reads, or as JSON.

use std::fmt::Write;

use extremal::validate::{Cost, plan_header};
use extremal::{AnytimeEnd, Counters, NoPlan, Outcome as Found, Plan, Planner, Run, Task};
use extremal_limits::peak_memory_kib;
use serde::Serialize;

use crate::exit::{Failure, Outcome};
use crate::improvements::Improvements;
use crate::limits::Limits;
use crate::no_plan::Explained;
use crate::search_progress::SearchProgress;
use crate::sizes::Sizes;
use crate::stopwatch::Taken;

/// Longer plans can often be made shorter.
const LONG_PLAN: usize = 40;

/// After fewer evaluations, little is known about how a search does on a task.
const FEW_EVALUATIONS: u64 = 10_000;

/// How the task is to be solved.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Configuration {
    pub search: String,
    pub heuristic: String,
    pub preferred: bool,
    pub deferred: bool,
    pub seed: u64,
    pub anytime: bool,
}

/// The report, filled in while the run goes on.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    status: &'static str,
    exit_code: u8,
    #[serde(flatten)]
    configuration: Configuration,
    plan: Option<Vec<String>>,
    plan_length: Option<usize>,
    plan_cost: Option<Cost>,
    /// The plan as it was found, before it was shortened.
    found_plan_length: Option<usize>,
    found_plan_cost: Option<Cost>,
    /// The member of a portfolio that found it.
    found_by: Option<String>,
    /// Where the plan was written.
    pub plan_file: Option<String>,
    #[serde(flatten)]
    improvements: Option<Improvements>,
    initial_h: Option<u32>,
    best_h: Option<u32>,
    evaluations: u64,
    expansions: u64,
    generated: u64,
    reopened: u64,
    dead_ends: u64,
    max_depth: u32,
    tree_nodes: u64,
    parse_seconds: f64,
    translate_seconds: f64,
    prepare_seconds: f64,
    search_seconds: f64,
    plan_quality_seconds: f64,
    validate_seconds: f64,
    total_seconds: f64,
    evaluations_per_second: Option<f64>,
    peak_memory_kib: Option<u64>,
    #[serde(flatten)]
    sizes: Sizes,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(flatten)]
    no_plan: Explained,
    /// The plan file's text.
    #[serde(skip)]
    plan_text: String,
    /// Whether the search came to an end by itself, so that its counters are known.
    #[serde(skip)]
    is_searched: bool,
    /// Whether sizes, counters and times are printed too.
    #[serde(skip)]
    verbose: bool,
    /// Whether the initial heuristic value has been printed.
    #[serde(skip)]
    initial_value_told: bool,
    /// What has not been printed yet.
    #[serde(skip)]
    log: String,
}

/// The text of a plan file.
pub fn plan_text(plan: &Plan, evaluations: u64) -> String {
    plan_header(evaluations, &plan.cost) + &plan.to_string()
}

impl Report {
    /// An empty report.
    pub fn new(configuration: Configuration, limits: &Limits, verbose: bool) -> Self {
        let mut log = String::new();
        if let Some(time) = limits.time().filter(|_| verbose) {
            let seconds = time.as_secs_f64();
            let _ = writeln!(log, "planner time limit: {seconds}s\nsearch time limit: {seconds}s");
        }
        if let Some(kib) = limits.memory_kib().filter(|_| verbose) {
            let mib = kib / 1024;
            let _ = writeln!(log, "planner memory limit: {mib} MB\nsearch memory limit: {mib} MB");
        }
        let improvements = configuration.anytime.then(Improvements::default);
        Report { configuration, improvements, verbose, log, ..Report::default() }
    }

    /// Notes how long reading and checking took.
    pub fn parsed(&mut self, taken: Taken) {
        self.parse_seconds = taken.wall.as_secs_f64();
        self.detail(format_args!("Parsing: {taken}"));
    }

    /// Notes the translated task, and how long translation took.
    pub fn translated(&mut self, task: &Task, taken: Taken) {
        self.translate_seconds = taken.wall.as_secs_f64();
        self.sizes = task.sizes().into();
        if !self.verbose {
            return;
        }
        self.detail(format_args!("Translating: {taken}"));
        let _ = write!(self.log, "{}", self.sizes);
        let Configuration { search, heuristic, preferred, deferred, seed, anytime } = &self.configuration;
        let preferred = if *preferred { ", preferred operators" } else { "" };
        let deferred = if *deferred { ", deferred evaluation" } else { "" };
        let anytime = if *anytime { ", anytime" } else { "" };
        let _ = writeln!(
            self.log,
            "Search: {search}, heuristic {heuristic}{preferred}{deferred}, seed {seed}{anytime}"
        );
    }

    /// Notes the heuristic value of the initial state.
    pub fn initial_value(&mut self, h: u32) {
        if !std::mem::replace(&mut self.initial_value_told, true) {
            let heuristic = self.configuration.heuristic.clone();
            self.detail(format_args!("Initial heuristic value for {heuristic}: {h}"));
        }
    }

    /// Notes what the search found.
    pub fn searched(&mut self, run: &Run) {
        self.is_searched = true;
        self.count(&run.counters);
        self.prepare_seconds = run.times.prepare.as_secs_f64();
        self.search_seconds = run.times.search.as_secs_f64();
        self.plan_quality_seconds = run.times.plan_quality.as_secs_f64();
        self.found_plan_length = run.found.map(|found| found.length);
        self.found_plan_cost = run.found.map(|found| found.cost);
        self.found_by.clone_from(&run.found_by);
        self.validate_seconds = run.times.validate.as_secs_f64();
        if let Found::Solved(plan) = &run.outcome {
            self.solved(plan, run.counters.evaluations);
        }
    }

    /// Notes why there is no plan.
    pub fn unsolvable(&mut self, why: NoPlan) {
        self.no_plan = why.into();
    }

    /// Notes one of several plans.
    pub fn plan_found(&mut self, plan: &Plan, counters: &Counters, seconds: f64, file: Option<String>) {
        self.solved(plan, counters.evaluations);
        self.plan_file.clone_from(&file);
        let improvements = self.improvements.get_or_insert_default();
        let line = improvements.add(plan, counters, seconds, file);
        self.line(format_args!("{line}"));
    }

    /// Notes why there are no further plans.
    pub fn improvements_ended(&mut self, end: AnytimeEnd) {
        self.improvements.get_or_insert_default().ended(end);
    }

    fn solved(&mut self, plan: &Plan, evaluations: u64) {
        self.plan = Some(plan.steps.iter().map(ToString::to_string).collect());
        self.plan_length = Some(plan.steps.len());
        self.plan_cost = Some(plan.cost);
        self.plan_text = plan_text(plan, evaluations);
    }

    fn count(&mut self, counters: &Counters) {
        self.initial_h = counters.initial_h;
        self.best_h = counters.best_h;
        self.evaluations = counters.evaluations;
        self.expansions = counters.expansions;
        self.generated = counters.generated;
        self.reopened = counters.reopened;
        self.dead_ends = counters.dead_ends;
        self.max_depth = counters.max_depth;
        self.tree_nodes = counters.tree_nodes;
    }

    /// Notes how the run ended and what it took in all.
    pub fn ended(&mut self, result: Result<Outcome, &Failure>, total: Taken, search: &SearchProgress) {
        let outcome = result.unwrap_or_else(|failure| failure.outcome);
        self.status = if outcome == Outcome::Success { "solved" } else { outcome.status() };
        self.exit_code = outcome.code();
        if let Err(failure) = result {
            self.message = Some(failure.to_string());
        }
        if search.has_begun() && !self.is_searched {
            self.count(&search.counters());
            self.search_seconds = search.elapsed().as_secs_f64();
        }
        if self.evaluations > 0 && self.search_seconds > 0.0 {
            self.evaluations_per_second = Some(self.evaluations as f64 / self.search_seconds);
        }
        self.total_seconds = total.wall.as_secs_f64();
        self.peak_memory_kib = peak_memory_kib();
        if search.has_begun() {
            self.write_search();
        }
        if let Some(line) = self.improvements.as_mut().and_then(|i| i.explain(outcome)) {
            self.line(format_args!("{line}"));
        } else if let Some(path) = self.plan_file.clone() {
            self.line(format_args!("Plan written to {path}"));
        }
        self.detail(format_args!("search exit code: {}", outcome.code()));
    }

    /// What the user could do next, from what was seen.
    pub fn hint(&self) -> Option<String> {
        let default = Planner::DEFAULT_SEARCH;
        let is_default = self.configuration.search == default;
        match self.status {
            "solved" if !self.configuration.anytime && self.plan_length? >= LONG_PLAN => {
                let better = if self.plan_cost == self.plan_length.map(|n| Cost::whole(n as u64)) {
                    "shorter"
                } else {
                    "cheaper"
                };
                Some(format!("`--anytime` looks for {better} plans."))
            }
            "evaluation_limit" | "expansion_limit" | "out_of_time" | "out_of_memory" | "exhausted"
                if !is_default && self.evaluations > 0 =>
            {
                Some(format!(
                    "the default, `--search {default}`, solves more tasks than `{}`.",
                    self.configuration.search
                ))
            }
            "evaluation_limit" | "expansion_limit" | "out_of_time" => {
                let (initial, best) = (self.initial_h?, self.best_h?);
                Some(if best < initial / 2 || self.evaluations < FEW_EVALUATIONS {
                    format!(
                        "the best state has h = {best}, the initial state {initial}; a higher limit may be enough."
                    )
                } else {
                    format!(
                        "h only fell from {initial} to {best}; try `--search nebula`, `--search bfws-f5` or another \
                         `--seed`."
                    )
                })
            }
            "out_of_memory" if self.evaluations > 0 && self.configuration.search != "lama-first" => {
                Some("`--search lama-first` keeps fewer states in memory.".to_owned())
            }
            _ => None,
        }
    }

    fn write_search(&mut self) {
        if self.evaluations > 0 && !self.initial_value_told {
            let h = self.initial_h.map_or("infinity".to_owned(), |h| h.to_string());
            let heuristic = self.configuration.heuristic.clone();
            self.detail(format_args!("Initial heuristic value for {heuristic}: {h}"));
        }
        if self.plan.is_some() {
            self.detail(format_args!("Solution found!"));
            if let Some(member) = self.found_by.clone() {
                self.detail(format_args!("Found by: {member}"));
            }
        }
        if let (Some(plan), Some(cost)) = (&self.plan, self.plan_cost) {
            let length = plan.len();
            // VS Code takes this number only from before the plan.
            let _ = writeln!(self.log, "States evaluated: {}", self.evaluations);
            for step in plan {
                let _ = writeln!(self.log, "{step}");
            }
            let _ = writeln!(self.log, "Plan length: {length} step(s).\nPlan cost: {cost}");
            if let (Some(found), Some(found_cost)) = (self.found_plan_length, self.found_plan_cost)
                && (found, found_cost) != (length, cost)
            {
                self.detail(format_args!("Shortened from {found} step(s) of cost {found_cost}."));
            }
        }
        let given_up = match self.status {
            "evaluation_limit" => Some("the limit of evaluations was reached"),
            "expansion_limit" => Some("the limit of expansions was reached"),
            "exhausted" => {
                Some("the search space is exhausted, but the search pruned states that may lead to a plan")
            }
            _ => None,
        };
        if let Some(reason) = given_up {
            self.line(format_args!("No plan found: {reason}."));
        }
        if self.status == Outcome::UnsolvableBySearch.status() {
            self.log.push_str(&self.no_plan.text);
        }
        if !self.verbose {
            let seconds = self.total_seconds;
            self.line(format_args!("Total time: {seconds:.3}s"));
            return;
        }
        let _ = write!(
            self.log,
            "Expanded {} state(s).\nReopened {} state(s).\nEvaluated {} state(s).\nEvaluations: {}\n\
             Generated {} state(s).\nDead ends: {} state(s).\nMaximum depth: {}\nTree nodes: {}\n\
             Search time: {:.6}s\nTotal time: {:.6}s\n",
            self.expansions,
            self.reopened,
            self.evaluations,
            self.evaluations,
            self.generated,
            self.dead_ends,
            self.max_depth,
            self.tree_nodes,
            self.search_seconds,
            self.total_seconds,
        );
        if let Some(kib) = self.peak_memory_kib {
            self.line(format_args!("Peak memory: {kib} KB"));
        }
    }

    /// A line that only those see who want to see everything.
    fn detail(&mut self, line: std::fmt::Arguments<'_>) {
        if self.verbose {
            self.line(line);
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.log, "{line}");
    }

    /// The lines that have been added since this was last called.
    pub fn take_log(&mut self) -> String {
        std::mem::take(&mut self.log)
    }

    /// Puts lines back that could not be printed.
    pub fn put_back(&mut self, log: String) {
        self.log.insert_str(0, &log);
    }

    /// The plan as in a plan file, if there is one.
    pub fn plan_text(&self) -> String {
        self.plan_text.clone()
    }

    /// The report as a JSON object on lines of its own.
    pub fn to_json(&self) -> String {
        // Strings and numbers only: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
