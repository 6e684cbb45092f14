//! `extremal lab run`: an experiment, from its beginning or from where it stopped.

mod remarks;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use extremal_lab::{
    Components, Draft, Experiment, ExperimentError, Row, Seeds, Status, StoreLock, Traces, Words, collect,
    commit, open_store,
};
use extremal_trace::Level;

use crate::console::{Console, MessageOptions};
use crate::exit::{Failure, Outcome};
use crate::lab::carry_out::{Work, carry_out};
use crate::lab::export::{unreadable, warn_of_skipped};
use crate::lab::run::remarks::{other_builds, troubles};
use crate::limits::{parse_memory, parse_time};

/// Options of `extremal lab run`.
#[derive(Args, Debug)]
pub struct Run {
    /// An experiment file. Options on the command line override it.
    #[arg(value_name = "EXPERIMENT.toml")]
    file: Option<PathBuf>,
    /// The folder for the results. Runs that it already contains are not repeated.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    experiment: ExperimentOptions,
    /// The number of worker processes [default: one per processor].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Repeat runs that failed or crashed.
    #[arg(long)]
    retry: bool,
    /// Keep a trace of each run: best, plateaus, selections or all. Runs without a trace are repeated.
    #[arg(long, value_name = "LEVEL")]
    trace: Option<Level>,
    #[command(flatten)]
    messages: MessageOptions,
}

/// What is run.
#[derive(Args, Debug)]
pub struct ExperimentOptions {
    /// paper24, ipc2018, or a file with one task per line: a name for the domain, the problem file, and optionally the
    /// domain file, separated by tabs [default: paper24].
    #[arg(long, value_name = "SUITE")]
    suite: Option<String>,
    /// The folder with the benchmarks [default: the environment variable DOWNWARD_BENCHMARKS].
    #[arg(long, value_name = "DIR")]
    benchmarks: Option<PathBuf>,
    /// Run only this domain of the suite. Can be repeated.
    #[arg(long, value_name = "DOMAIN")]
    domain: Vec<String>,
    /// Run at most N tasks of each domain, evenly spaced.
    #[arg(long, value_name = "N")]
    per_domain: Option<NonZeroUsize>,
    /// Searches, separated by commas: gbfs,guct-uniform(floor=0). `paper` means the fourteen searches of the paper,
    /// `paper(samples=all)` the same with an argument for its tree searches, `all` every named search of
    /// `extremal list`, and guct-uniform(floor={0,0.5,1}) one search for each value [default: paper].
    #[arg(long, value_name = "SEARCHES")]
    searches: Option<String>,
    /// Heuristics, separated by commas. Add +po for preferred operators and +de for deferred evaluation: ff,ff+de+po
    /// [default: ff].
    #[arg(long, value_name = "HEURISTICS")]
    heuristics: Option<String>,
    /// A number N for the seeds 1 to N, or a list such as 7,9 or 3..5. Searches without random numbers are run with the
    /// first seed only [default: 1].
    #[arg(long, value_name = "SEEDS")]
    seeds: Option<String>,
    /// Stop each run after this number of evaluated states.
    #[arg(long, value_name = "N")]
    max_evaluations: Option<u64>,
    /// Stop each run after this number of expanded states.
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Stop each run after this time, translation included: seconds, or with a suffix s, m or h. Each run then has a
    /// process of its own.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<std::time::Duration>,
    /// Stop each run when its process uses more memory than this: MiB, or with a suffix K, M or G.
    #[arg(long, value_name = "MEMORY", value_parser = parse_memory)]
    memory_limit: Option<crate::limits::Kib>,
    /// Share heuristic values among the runs on a task. This changes only the times, which then mean little. It is several
    /// times faster if many searches and seeds look at the same states. Each job may need 1 GiB more per heuristic.
    #[arg(long, conflicts_with = "time_limit")]
    share_values: bool,
    /// Store the plans in the results.
    #[arg(long)]
    keep_plans: bool,
}

impl ExperimentOptions {
    /// What the user said on the command line, and where that is nothing, in a file.
    pub fn draft(self, file: Option<&Path>) -> Result<Draft, Failure> {
        let draft = Draft {
            suite: self.suite,
            benchmarks: self.benchmarks,
            domains: Some(self.domain).filter(|domains| !domains.is_empty()),
            per_domain: self.per_domain,
            searches: self.searches.map(Words::Text),
            heuristics: self.heuristics.map(Words::Text),
            seeds: self.seeds.map(Seeds::Text),
            max_evaluations: self.max_evaluations,
            max_expansions: self.max_expansions,
            time_limit: self.time_limit.map(|time| time.as_secs_f64()),
            memory_limit: self.memory_limit.map(|memory| memory.mebibytes()),
            share_values: self.share_values.then_some(true),
            keep_plans: self.keep_plans.then_some(true),
            jobs: None,
        };
        match file {
            Some(file) => Ok(draft.or(Draft::read(file).map_err(wrong_experiment)?)),
            None => Ok(draft),
        }
    }
}

impl Run {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        let console = Console::new(self.messages);
        console.outcome(self.execute(components, &console).map(|()| Outcome::Success))
    }

    fn execute(self, components: &Components, console: &Console) -> Result<(), Failure> {
        let quiet = self.messages.is_quiet();
        let mut draft = self.experiment.draft(self.file.as_deref())?;
        let keeps_plans = draft.keep_plans.unwrap_or(false);
        let jobs = self.jobs.or(draft.jobs.take()).unwrap_or_else(processors);
        let experiment = Experiment::new(draft, components).map_err(wrong_experiment)?;
        let _lock = StoreLock::take(&self.out).map_err(unreadable)?;
        let results = open_store(&self.out, &experiment).map_err(unreadable)?;
        let ids = experiment.ids();
        let rows: Vec<Row> = results.rows.into_iter().filter(|row| ids.contains(&row.id)).collect();
        let traces = self.trace.map(|level| Traces::in_store(&self.out, level));
        let is_done = |row: &&Row| match row.status.is_trouble() {
            true => !self.retry,
            false => {
                let is_traced = traces.as_ref().is_none_or(|traces| traces.has(&row.id));
                // A run that was killed leaves no trace, and would not leave one the next time.
                let was_killed = matches!(row.status, Status::OutOfTime | Status::OutOfMemory);
                let lacks_plan = keeps_plans && row.status == Status::Solved && row.plan.is_none();
                (is_traced || was_killed) && !lacks_plan
            }
        };
        let done: HashSet<String> = rows.iter().filter(is_done).map(|row| row.id.clone()).collect();
        let batches = experiment.batches(&done);
        let missing: usize = batches.iter().map(|batch| batch.runs.len()).sum();
        console.note(&format!(
            "{} runs on {} tasks, {} of them done already; {jobs} jobs\n",
            experiment.size(),
            experiment.num_tasks(),
            experiment.size() - missing,
        ));
        warn_of_skipped(results.skipped, console);
        if let Some(remark) = other_builds(&rows, commit()) {
            console.warning("builds", &remark);
        }
        let work =
            Work { batches, store: &self.out, label: "run", jobs: jobs.get(), traces: traces.as_ref() };
        let carried_out = carry_out(work, console, quiet);
        // Also of an experiment that was interrupted: there are results to look at.
        let collected = collect(&self.out).map_err(unreadable);
        if let Ok(results) = &collected
            && let Some(remark) = troubles(results.rows.iter().filter(|row| ids.contains(&row.id)))
        {
            console.note(&remark);
        }
        carried_out.and(collected.map(drop))
    }
}

fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What is wrong with an experiment, for the exit code.
pub fn wrong_experiment(error: ExperimentError) -> Failure {
    let outcome = match error {
        ExperimentError::File { .. } | ExperimentError::Suite(_) => Outcome::InvalidInput,
        ExperimentError::Component(_) => Outcome::WrongSearch,
        ExperimentError::Setting(_) => Outcome::Usage,
    };
    Failure::new(outcome, error.to_string())
}
