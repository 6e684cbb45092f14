//! `extremal lab`: experiments.

mod carry_out;
mod collect;
mod export;
mod help;
mod interrupt;
mod progress;
mod report;
mod run;
mod run_chunk;
mod study;
mod submit;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use extremal_lab::{Components, Traces};
use extremal_trace::Level;

use crate::exit::Outcome;

/// Options of `extremal lab`.
#[derive(Args, Debug)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run searches, heuristics and seeds on a suite of tasks; what is done already is not run again.
    #[command(after_help = help::RUN)]
    Run(Box<run::Run>),
    /// Show results: the paper's table, domains, statistics, plots; compare two experiments.
    Report(report::Report),
    /// Write results as a table, as JSON, or as the properties file of Downward Lab.
    #[command(after_help = help::EXPORT)]
    Export(export::Export),
    /// Look into the traces of runs: distributions of heuristic values, escapes from plateaus.
    Study(study::Study),
    /// Submit what is missing of an experiment to a cluster.
    #[command(after_help = submit::HELP)]
    Submit(Box<submit::Submit>),
    /// Build the SQLite database of a store from its shards, and say what is missing; `lab run` does this in
    /// the end.
    Collect(collect::Collect),
    /// Does one chunk of a submission; the jobs of `lab submit` run this.
    #[command(hide = true)]
    RunChunk(run_chunk::RunChunk),
    /// Does what a supervisor asks for on standard input; `lab run` starts these by itself.
    #[command(hide = true)]
    Worker(Worker),
}

/// What a worker is told once for all.
#[derive(Args, Debug)]
struct Worker {
    /// The folder for traces.
    #[arg(long, requires = "trace_level")]
    traces: Option<PathBuf>,
    /// How much of each run.
    #[arg(long)]
    trace_level: Option<Level>,
}

impl Worker {
    fn traces(self) -> Option<Traces> {
        Some(Traces { folder: self.traces?, level: self.trace_level? })
    }
}

impl Lab {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        match self.command {
            Command::Run(run) => run.run(components),
            Command::Report(report) => report.run(),
            Command::Export(export) => export.run(),
            Command::Study(study) => study.run(),
            Command::Collect(collect) => collect.run(),
            Command::Submit(submit) => submit.run(components),
            Command::RunChunk(run_chunk) => run_chunk.run(),
            Command::Worker(worker) => match extremal_lab::work(components, worker.traces().as_ref()) {
                Ok(()) => Outcome::Success,
                Err(error) => {
                    // The supervisor keeps this as the reason.
                    let _ = writeln!(io::stderr(), "standard output: {error}");
                    Outcome::OutputFailed
                }
            },
        }
    }
}
