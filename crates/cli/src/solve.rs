//! `extremal solve`: a plan for a task.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::{Args, ValueEnum};
use extremal::searches::Options;
use extremal::validate::PlanText;
use extremal::{Outcome as Found, Planner, Progress, Proof};
use extremal_lab::Components;

use crate::anytime::{self, PlanFiles};
use crate::component_names::{ComponentName, heuristics, searches};
use crate::console::MessageOptions;
use crate::dump::Dump;
use crate::exit::{Failure, Outcome, Unsolved};
use crate::failure::failure;
use crate::input::{check, read_task_and_plan_path};
use crate::limits::{Limits, parse_whole};
use crate::no_plan;
use crate::output::{Output, only_replace};
use crate::run::Run;
use crate::search_progress::SearchProgress;
use crate::solve_report::{Configuration, Report};
use crate::stopwatch::Stopwatch;
use crate::trace::{Trace, TraceOptions};

/// Options of `extremal solve`.
#[derive(Args, Debug)]
pub struct Solve {
    /// The domain file and the problem file, the problem file alone, or a SAS+ file. A further name is the plan
    /// file.
    #[arg(value_name = "FILE", num_args = 1..=3, required = true)]
    files: Vec<PathBuf>,
    /// The search to use, optionally with parameters, such as guct(c=2). See `extremal list`.
    #[arg(long, value_name = "SEARCH", default_value = Planner::DEFAULT_SEARCH,
          value_parser = ComponentName(searches), hide_possible_values = true)]
    search: String,
    /// The heuristic to use, optionally with parameters, such as ff(cost=real). See `extremal list`.
    #[arg(long, value_name = "HEURISTIC", default_value = Planner::DEFAULT_HEURISTIC,
          value_parser = ComponentName(heuristics), hide_possible_values = true)]
    heuristic: String,
    /// Prefer successors by the preferred operators of the heuristic. Only ff has preferred operators.
    #[arg(long)]
    preferred: bool,
    /// Evaluate a state when it is expanded, not when it is generated.
    #[arg(long)]
    deferred: bool,
    /// The seed of all random choices. The same seed gives the same plan on every machine.
    #[arg(long, value_name = "S", default_value_t = Planner::DEFAULT_SEED, value_parser = parse_whole,
          allow_negative_numbers = true)]
    seed: u64,
    /// Stop after this number of evaluated states.
    #[arg(long, value_name = "N", value_parser = parse_whole, allow_negative_numbers = true)]
    max_evaluations: Option<u64>,
    /// Stop after this number of expanded states.
    #[arg(long, value_name = "N", value_parser = parse_whole, allow_negative_numbers = true)]
    max_expansions: Option<u64>,
    /// Whether to shorten the plan after the search. This takes about a fifth of the search's work, and more after very
    /// short searches.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Switch::On)]
    plan_quality: Switch,
    /// The number of threads, or `auto` for one per core. The plan does not depend on it.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: u16,
    /// Keep searching for cheaper plans until one is proven optimal or a limit is reached.
    #[arg(long)]
    anytime: bool,
    /// Write the plan to this file, or only print it if the name is - [default: sas_plan].
    #[arg(long, value_name = "FILE")]
    plan_file: Option<PathBuf>,
    /// Show the search to the search debugger of VS Code, which listens at this address.
    #[arg(long, value_name = "URL", conflicts_with = "folder")]
    search_tree_dump: Option<String>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Also print task sizes, counters and times, in the format that Downward Lab reads.
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    #[command(flatten)]
    trace: TraceOptions,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    messages: MessageOptions,
}

/// Whether something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// Reads a number of threads.
fn parse_threads(text: &str) -> Result<u16, String> {
    if text == "auto" {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        return Ok(u16::try_from(cores).unwrap_or(u16::MAX));
    }
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a number from 1 to {}, or auto", u16::MAX))
}

/// The name under which other tools look for a plan.
const PLAN_FILE: &str = "sas_plan";

/// The report of a run that goes on, which the watchdog may have to finish.
#[derive(Clone)]
pub struct OpenReport {
    report: Arc<Mutex<Report>>,
    /// Runs since the start.
    pub stopwatch: Stopwatch,
    /// What is printed.
    pub style: Style,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Lines about the progress of the run.
    Log,
    /// Nothing but the plan.
    Quiet,
    /// One object.
    Json,
}

impl OpenReport {
    /// The report itself.
    pub fn lock(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints what there is to print so far. If that fails, it will in the end too, and is told then: the plan
    /// file matters more.
    pub fn print_log(&self, run: &Run) {
        if self.style == Style::Log {
            let log = self.lock().take_log();
            if run.console.result(&log).is_err() {
                self.lock().put_back(log);
            }
        }
    }

    /// The part of the report that has not been printed.
    fn finish(&self, result: Result<Outcome, &Failure>, search: &SearchProgress) -> String {
        let mut report = self.lock();
        report.ended(result, self.stopwatch.taken(), search);
        match self.style {
            Style::Json => report.to_json(),
            Style::Quiet => report.plan_text(),
            Style::Log => report.take_log(),
        }
    }
}

impl Solve {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        let style = match (self.json, self.messages.is_quiet()) {
            (true, _) => Style::Json,
            (false, true) => Style::Quiet,
            (false, false) => Style::Log,
        };
        let report = Report::new(self.configuration(), &self.limits, self.verbose);
        let report =
            OpenReport { report: Arc::new(Mutex::new(report)), stopwatch: Stopwatch::start(), style };
        let search = Arc::<SearchProgress>::default();
        let last_words = {
            let (report, search) = (report.clone(), Arc::clone(&search));
            move |failure: &Failure| report.finish(Err(failure), &search)
        };
        let run = Run::start_search(&self.limits, self.messages, Arc::clone(&search), last_words);
        let result = run.execute(|run| self.solve(components, run, &report));
        if let Err(failure) = &result {
            run.console.failure(failure);
        }
        let text = report.finish(result.as_ref().copied(), &search);
        let hint = report.lock().hint().filter(|_| style == Style::Log);
        if let Err(failure) = run.console.result(&text) {
            run.console.failure(&failure);
            return failure.outcome;
        }
        if let Some(hint) = hint {
            run.console.note(&format!("Hint: {hint}\n"));
        }
        result.unwrap_or_else(|failure| failure.outcome)
    }

    fn configuration(&self) -> Configuration {
        Configuration {
            search: self.search.trim().to_owned(),
            heuristic: self.heuristic.trim().to_owned(),
            preferred: self.preferred,
            deferred: self.deferred,
            seed: self.seed,
            anytime: self.anytime,
        }
    }

    fn planner(&self, components: &Components, run: &Run) -> Result<Planner, extremal::Error> {
        let options = Options { preferred: self.preferred, deferred: self.deferred, seed: self.seed };
        let planner = Planner::new()
            .max_evaluations(self.max_evaluations)
            .max_expansions(self.max_expansions)
            .plan_quality(self.plan_quality == Switch::On)
            .threads(usize::from(self.threads))
            .budget(run.budget.clone());
        components.choose(planner, &self.search, &self.heuristic, options)
    }

    fn solve(&self, components: &Components, run: &Run, report: &OpenReport) -> Result<Outcome, Failure> {
        let failed = |error| failure(&error, &run.console);
        let planner = self.planner(components, run).map_err(failed)?;
        if self.preferred && !components.has_preferred(&planner, &self.heuristic) {
            let message = format!("the heuristic {} has no preferred operators", self.heuristic);
            run.console.warning("no-preferred-operators", &message);
        }
        let stopwatch = Stopwatch::start();
        let (text, plan_path) = read_task_and_plan_path(&self.files)?;
        let plan_path = self.plan_path(plan_path)?;
        let anytime_files = match &plan_path {
            path if self.anytime => Some(PlanFiles::prepare(path.clone(), run)?),
            Some(path) => check_room(path, run).map(|()| None)?,
            None => None,
        };
        let task = check(text, &run.budget, &run.console)?;
        match (&anytime_files, &plan_path) {
            (Some(files), _) => files.remove_old()?,
            (None, Some(path)) => remove_old(path)?,
            (None, None) => {}
        }
        report.lock().parsed(stopwatch.taken());
        let stopwatch = Stopwatch::start();
        let task =
            task.normalise(&run.budget).and_then(|task| task.translate(&run.budget)).map_err(failed)?;
        report.lock().translated(&task, stopwatch.taken());
        report.print_log(run);
        run.search.begin();
        let mut dump = Dump::start(self.search_tree_dump.as_deref(), &task)?;
        if let Some(files) = &anytime_files {
            let outcome = anytime::solve(&planner, &task, files, run, report, &mut dump);
            dump.finish(run);
            return outcome;
        }
        let mut trace = self.trace.begin()?;
        let mut running = planner.start(&task).map_err(failed)?;
        let first_value = |h| {
            report.lock().initial_value(h);
            report.print_log(run);
        };
        loop {
            let observer = trace.as_mut().map(Trace::observer).or_else(|| dump.observer());
            if run.search.advance_to_plan(&mut running, observer, first_value) == Progress::Ended {
                break;
            }
        }
        let solved = running.finish().map_err(failed)?;
        no_plan::explain(&solved.outcome, &task, run, report);
        report.lock().searched(&solved);
        if let (Found::Solved(_), Some(path)) = (&solved.outcome, plan_path) {
            let text = report.lock().plan_text();
            Output::create(&path, run)?.write(&run.budget, |out| out.write_all(text.as_bytes()))?;
            report.lock().plan_file = Some(path.display().to_string());
        }
        // Only now: a debugger that is slow or a trace that cannot be written must not cost the plan.
        dump.finish(run);
        if let Some(trace) = trace {
            let Configuration { search, heuristic, seed, .. } = self.configuration();
            let labels = [("search", search), ("heuristic", heuristic), ("seed", seed.to_string())];
            trace.write(&task, &labels, &run.console)?;
        }
        ending(&solved.outcome)
    }

    /// The file for the plan, or none if it is only to be printed.
    fn plan_path(&self, positional: Option<PathBuf>) -> Result<Option<PathBuf>, Failure> {
        let path = match (positional, self.plan_file.clone()) {
            (Some(_), Some(_)) => {
                let message = "the plan file is given twice, by its place and by --plan-file";
                return Err(Failure::new(Outcome::Usage, message));
            }
            (path, None) | (None, path) => path.unwrap_or_else(|| PLAN_FILE.into()),
        };
        Ok(Some(path).filter(|path| path != Path::new("-")))
    }
}

/// How the run ends after a search.
pub fn ending(found: &Found) -> Result<Outcome, Failure> {
    match found {
        Found::Solved(_) => Ok(Outcome::Success),
        Found::Unsolvable(Proof::Search) => Ok(Outcome::UnsolvableBySearch),
        Found::Unsolvable(_) => Ok(Outcome::Unsolvable),
        Found::EvaluationLimit => Ok(Outcome::Unsolved(Unsolved::EvaluationLimit)),
        Found::ExpansionLimit => Ok(Outcome::Unsolved(Unsolved::ExpansionLimit)),
        Found::Stopped(stop) => Err(Failure::from(*stop)),
        _ => Ok(Outcome::Unsolved(Unsolved::Exhausted)),
    }
}

/// Makes sure that a plan can be written. Only a plan of an earlier run is replaced.
pub fn check_room(path: &Path, run: &Run) -> Result<(), Failure> {
    // The file that was opened for the attempt vanishes again: a search can take hours and be killed.
    Output::create(path, run)?.discard();
    let message = "this file is not a plan, so it is not overwritten; the plan file is the third file, or the value of \
                   --plan-file";
    only_replace(path, |bytes| PlanText::read(bytes).is_ok(), message)
}

/// Removes a plan of an earlier run, so that nobody mistakes it for a plan of this run. A link stays a link to an empty file.
pub fn remove_old(path: &Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    let removed = if path.is_symlink() {
        File::options().write(true).truncate(true).open(path).map(drop)
    } else {
        fs::remove_file(path)
    };
    removed.map_err(|error| {
        let message = format!("cannot remove the old plan: {error}");
        Failure::of_file(Outcome::OutputFailed, path.display().to_string(), message)
    })
}
