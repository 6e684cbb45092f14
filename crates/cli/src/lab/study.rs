//! `extremal lab study`: findings from traces.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use extremal_lab::{BENCHMARKS_VARIABLE, Components, Words};
use extremal_report::{Format, Table, render};
use extremal_study::distributions::{self, Samples, Split};
use extremal_study::{StudyError, escapes};

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::lab::export::command;
use crate::output::Output;
use crate::run::Run;

/// Options of `extremal lab study`.
#[derive(Args, Debug)]
pub struct Study {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Fit uniform, normal, Gumbel and generalised Pareto distributions to the values below each node.
    Distributions(Distributions),
    /// Start searches from the plateaus that traced runs have entered, and compare how soon they leave them.
    Plateaus(Plateaus),
}

#[derive(Args, Debug)]
struct Distributions {
    /// A store with traces: `lab run --trace all`.
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Use only runs of this search.
    #[arg(long, value_name = "SEARCH")]
    search: Option<String>,
    /// Use only subtrees with at least this number of values.
    #[arg(long, value_name = "N", default_value_t = 100)]
    least: usize,
    /// Which states below a node count: leaves that still wait at the end, or all evaluated states.
    #[arg(long, value_enum, default_value_t = Which::Leaves)]
    samples: Which,
    /// How values are held out: half of the states by a hash, or the second half in time.
    #[arg(long, value_enum, default_value_t = HeldOut::Hash)]
    split: HeldOut,
    /// Use only this share of the smallest values of each subtree, such as 0.25.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    tail: Option<f64>,
    /// Write charts to this folder, as SVG.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    #[command(flatten)]
    shown: Shown,
}

#[derive(Args, Debug)]
struct Plateaus {
    /// A store with traces: `lab run --trace all`.
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The folder with the benchmarks [default: the environment variable DOWNWARD_BENCHMARKS].
    #[arg(long, value_name = "DIR")]
    benchmarks: Option<PathBuf>,
    /// The searches, separated by commas. All others are compared with the first.
    #[arg(long, value_name = "SEARCHES", default_value = "gbfs,guct-normal2,guct-uniform")]
    searches: String,
    /// Use the seeds 1 to this number.
    #[arg(long, value_name = "N", default_value_t = 2)]
    seeds: u64,
    /// Stop each search after this number of evaluations.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_evaluations: u64,
    /// Use at most this number of plateaus of each traced run, evenly spaced.
    #[arg(long, value_name = "N", default_value_t = 4)]
    per_run: usize,
    #[command(flatten)]
    shown: Shown,
}

/// What comes out.
#[derive(Args, Debug)]
struct Shown {
    /// Print tables in Markdown.
    #[arg(long)]
    markdown: bool,
    /// Write a table of comma-separated values, by domain; - is standard output.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    messages: MessageOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    Leaves,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HeldOut {
    Hash,
    Time,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a number above 0 and at most 1".to_owned())
}

impl Study {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        match self.command {
            Command::Distributions(study) => command(study.shown.messages, |run| study.execute(run)),
            Command::Plateaus(study) => command(study.shown.messages, |run| study.execute(components, run)),
        }
    }
}

impl Distributions {
    fn execute(&self, run: &Run) -> Result<(), Failure> {
        let settings = distributions::Settings {
            search: self.search.clone(),
            least: self.least,
            samples: if self.samples == Which::All { Samples::All } else { Samples::Leaves },
            split: if self.split == HeldOut::Time { Split::Time } else { Split::Hash },
            tail: self.tail,
        };
        let findings = distributions::study(&self.store, &settings).map_err(failure)?;
        if let Some(folder) = &self.plots {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::of_file(Outcome::OutputFailed, folder.display().to_string(), error.to_string())
            })?;
            for (name, chart) in distributions::charts(&findings) {
                write(&folder.join(format!("{name}.svg")), &chart.to_svg(), run)?;
            }
        }
        self.shown.show(&distributions::tables(&findings), || distributions::csv(&findings), run)
    }
}

impl Plateaus {
    fn execute(&self, components: &Components, run: &Run) -> Result<(), Failure> {
        let folder =
            self.benchmarks.clone().or_else(|| std::env::var_os(BENCHMARKS_VARIABLE).map(PathBuf::from));
        let Some(benchmarks) = folder else {
            let message = format!("give --benchmarks, or set {BENCHMARKS_VARIABLE}");
            return Err(Failure::new(Outcome::Usage, message));
        };
        let settings = escapes::Settings {
            benchmarks,
            searches: Words::Text(self.searches.clone()).split(),
            seeds: self.seeds.max(1),
            max_evaluations: self.max_evaluations,
            per_run: self.per_run,
        };
        let findings = escapes::study(&self.store, &settings, components).map_err(failure)?;
        let mut tables = escapes::tables(&findings, &settings);
        tables.push(escapes::own_runs(&self.store).map_err(failure)?);
        self.shown.show(&tables, || escapes::csv(&findings, &settings), run)
    }
}

impl Shown {
    fn show(&self, tables: &[Table], csv: impl FnOnce() -> String, run: &Run) -> Result<(), Failure> {
        if let Some(path) = &self.csv {
            write(path, &csv(), run)?;
        }
        let format = if self.markdown { Format::Markdown } else { Format::Terminal };
        run.console.result(&render(tables, format))
    }
}

fn write(path: &Path, text: &str, run: &Run) -> Result<(), Failure> {
    Output::create(path, run)?.write(&run.budget, |out| out.write_all(text.as_bytes()))
}

fn failure(error: StudyError) -> Failure {
    Failure::new(Outcome::InvalidInput, error.to_string())
}
